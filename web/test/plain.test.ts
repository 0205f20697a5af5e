// The plain board: what it makes of data it does not know, and taps that become choices.
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BoardChoice, BoardProps } from '../src/boards'
import Board from '../src/generic/Board.svelte'
import { columns, remarks, shape } from '../src/generic/shapes'
import { left, next, tap } from '../src/kit/tapping'

const choice = (action: number, places: string[], effect = 'move'): BoardChoice => ({
  action,
  name: places.join('-') || `a${action}`,
  label: `Choice ${action}`,
  about: { places, pieces: [], effect, rule: 'T1' },
})

describe('the shape of data', () => {
  it.each([
    [3, 'plain'],
    [[1, 2], 'words'],
    [[], 'nothing'],
    [{}, 'nothing'],
    [{ a: 1 }, 'thing'],
    [[{ a: 1 }, { a: 2 }], 'table'],
    [[{ a: [1] }], 'cards'],
    [[{ name: 'c4', x: 1, y: 2 }], 'map'],
    [[1, 2, 3].map((column) => ({ row: 0, column })), 'grid'],
    [[[1, 2], [3]], 'rows'],
  ])('%j is shown as %s', (value, found) => expect(shape(value)).toBe(found))
  it('leaves out columns that say nothing', () =>
    expect(
      columns([
        { a: 1, b: '' },
        { a: 2, b: '' },
      ]),
    ).toEqual(['a']))
  it('says in words what a thing is like', () =>
    expect(remarks({ name: 'c4', x: 1, y: 2, side: 'matter', steps: 3, open: true, gone: false })).toEqual([
      'matter',
      'steps 3',
      'open',
    ]))
})

describe('tapping', () => {
  const choices = [choice(1, ['a', 'b']), choice(2, ['a', 'c']), choice(3, ['d']), choice(4, [])]
  it('narrows the choices down', () => {
    expect(left(choices, ['a']).map(({ action }) => action)).toEqual([1, 2])
    expect([...next(choices, [])]).toEqual(['a', 'd'])
    expect([...next(choices, ['a'])]).toEqual(['b', 'c'])
  })
  it('becomes a choice', () => {
    expect(tap(choices, [], 'd')).toEqual({ choose: choices[2]!.action })
    expect(tap(choices, [], 'a')).toEqual({ hold: ['a'] })
    expect(tap(choices, ['a'], 'c')).toEqual({ choose: choices[1]!.action })
  })
  it('lets go, begins elsewhere, or asks why not', () => {
    expect(tap(choices, ['a'], 'a')).toEqual({ hold: [] })
    expect(tap(choices, ['a'], 'd')).toEqual({ hold: ['d'] })
    expect(tap(choices, [], 'x')).toEqual({ attempt: 'x' })
    expect(tap(choices, ['a'], 'x')).toEqual({ attempt: 'a x' })
  })
  it('goes on while a longer choice is possible', () => {
    const two = [choice(1, ['a']), choice(2, ['a', 'b'])]
    expect(tap(two, [], 'a')).toEqual({ hold: ['a'] })
  })
})

describe('the plain board', () => {
  let board: Record<string, unknown> | undefined
  afterEach(() => {
    if (board) void unmount(board)
    document.body.innerHTML = ''
  })

  function show(given: Partial<BoardProps<unknown>>): { choose: ReturnType<typeof vi.fn>; attempt: ReturnType<typeof vi.fn> } {
    const [choose, attempt] = [vi.fn(), vi.fn()]
    const props = {
      view: {},
      seat: 0,
      actor: 0,
      players: [],
      options: {},
      choices: [],
      forms: [],
      prompt: '',
      last: [],
      marked: null,
      hints: [],
      considered: null,
      busy: false,
      calm: true,
      text: (key: string) => key,
      sound: () => {},
      choose,
      attempt,
      rethink: () => {},
      hover: () => {},
      forbids: () => Promise.resolve(null),
      ...given,
    } as BoardProps<unknown>
    board = mount(Board, { target: document.body, props })
    flushSync()
    return { choose, attempt }
  }

  it('offers every choice as a button, by effect', () => {
    const { choose } = show({ choices: [choice(1, ['a'], 'jump'), choice(2, [], 'pass')] })
    expect([...document.querySelectorAll('[role=group]')].map((group) => group.getAttribute('aria-label'))).toEqual([
      'jump',
      'pass',
    ])
    document.querySelector<HTMLButtonElement>('[data-action="2"]')!.click()
    expect(choose).toHaveBeenCalledWith(2)
  })
  it('lets places of a grid be tapped, and asks why not for others', () => {
    const spaces = ['a', 'b', 'c'].map((place, column) => ({ place, row: 0, column }))
    const { choose, attempt } = show({ view: { spaces }, choices: [choice(1, ['a', 'b'])] })
    const place = (name: string): HTMLElement => document.querySelector<HTMLElement>(`[data-place="${name}"]`)!
    place('c').click()
    expect(attempt).toHaveBeenCalledWith('c')
    place('a').click()
    flushSync()
    place('b').click()
    expect(choose).toHaveBeenCalledWith(1)
  })
  it('lists many choices only once a place is tapped, but those without a place on the board at once', () => {
    const spaces = ['a', 'b', 'c'].map((place, column) => ({ place, row: 0, column }))
    const many = Array.from({ length: 40 }, (_, i) => choice(i, [i % 2 ? 'a' : 'b', 'c']))
    show({ view: { spaces }, choices: [...many, choice(90, []), choice(91, ['nowhere'])] })
    const offered = (): number => document.querySelectorAll('[data-action]').length
    expect(offered()).toBe(2)
    document.querySelector<HTMLElement>('[data-place="a"]')!.click()
    flushSync()
    expect(offered()).toBe(20)
  })
  it('plays forms with sliders', () => {
    const field = { name: 'angle', low: -90, high: 90, step: 5, unit: '°', default: 15 }
    const { choose } = show({
      forms: [{ name: 'flick', fields: [field, { ...field, name: 'strength', default: null, low: 1, high: 9, step: 1 }] }],
    })
    const slider = document.querySelectorAll<HTMLInputElement>('input[type=range]')[1]!
    slider.value = '4'
    slider.dispatchEvent(new Event('input', { bubbles: true }))
    flushSync()
    document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    expect(choose).toHaveBeenCalledWith({ form: 'flick', values: { angle: 15, strength: 4 } })
  })
})
