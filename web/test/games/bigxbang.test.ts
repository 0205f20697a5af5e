// Big×Bang's board without a page: taps to choices, the sky's geometry, what flies, puzzles' best scores and share text.
import { describe, expect, it } from 'vitest'
import type { BoardChoice, BoardEvent } from '../../src/boards'
import { canHold, decay, flights, goals, tap } from '../../src/games/bigxbang/choosing'
import { changed, flightShown, scenes, without } from '../../src/games/bigxbang/sky/moving'
import { nucleus, particles } from '../../src/games/bigxbang/sky/nuclei'
import { best, counted, keepBest, picture } from '../../src/games/bigxbang/puzzles'
import { line, links, sky, touching } from '../../src/games/bigxbang/sky/sky'
import type { BigxbangView } from '../../src/net/protocol'
import { CIRCLES } from './bigxbang'

/** Choices as the game names them: `c4+e4`, `c4xe4`, `c4~`, `c4+e4@d4`, `pass`. */
function choices(...names: string[]): BoardChoice[] {
  return names.map((name, action) => {
    const places = name.match(/[a-h]\d+/g) ?? []
    const effect = name.includes('@')
      ? 'meet'
      : name.includes('+')
        ? 'fuse'
        : name.includes('x')
          ? 'annihilate'
          : name.includes('~')
            ? 'decay'
            : name
    return { action, name, label: name, about: { places: [...places], pieces: ['n', 'H1', 'H2'], effect, rule: 'X5' } }
  })
}
const all = (): boolean => true
const none = (): boolean => false

describe('taps', () => {
  it('takes hold of a stack, then chooses its target', () => {
    const given = choices('c4+e4', 'c4xc6', 'pass')
    expect(tap(given, [], 'c4', all)).toEqual({ hold: ['c4'] })
    expect(tap(given, ['c4'], 'e4', all)).toEqual({ choose: 0 })
    expect(tap(given, ['c4'], 'c6', all)).toEqual({ choose: 1 })
    expect(tap(given, ['c4'], 'c4', all)).toEqual({ hold: [] })
  })
  it('keeps the two directions of a fusion apart', () => {
    const given = choices('c4+e4', 'e4+c4')
    expect(tap(given, ['c4'], 'e4', all)).toEqual({ choose: 0 })
    expect(tap(given, ['e4'], 'c4', all)).toEqual({ choose: 1 })
    expect(flights(given, 'c4').map((flight) => flight.choice.name)).toEqual(['c4+e4'])
  })
  it('takes an annihilation from either end', () => {
    const given = choices('c4xc6')
    expect(tap(given, [], 'c6', none)).toEqual({ hold: ['c6'] })
    expect(tap(given, ['c6'], 'c4', none)).toEqual({ choose: 0 })
  })
  it('asks why not where a tap leads nowhere', () => {
    const given = choices('c4+e4', 'a1+a2')
    expect(tap(given, [], 'h9', all)).toEqual({ attempt: 'h9' })
    expect(tap(given, ['c4'], 'e5', none)).toEqual({ attempt: 'c4 e5' })
    expect(tap(given, ['c4'], 'a1', all)).toEqual({ hold: ['a1'] })
    expect(tap(given, ['c4'], 'a1', none)).toEqual({ attempt: 'c4 a1' })
  })
  it('lets a player choose where stacks meet', () => {
    const given = choices('c4+e4@c4', 'c4+e4@d4', 'c4+e4@e4', 'c4xc6')
    expect(tap(given, ['e4'], 'd4', all)).toEqual({ choose: 1 })
    expect(tap(given, ['c4'], 'e4', all)).toEqual({ hold: ['c4', 'e4'] })
    expect(tap(given, ['c4', 'e4'], 'c4', all)).toEqual({ choose: 0 })
    expect(tap(given, ['c4', 'e4'], 'e4', all)).toEqual({ choose: 2 })
    expect(tap(given, ['e4', 'c4'], 'e4', all)).toEqual({ choose: 2 })
    expect(tap(given, ['c4', 'e4'], 'c6', all)).toEqual({ choose: 3 })
    expect([...goals(given, ['c4']).keys()]).toEqual(['d4', 'e4', 'c6'])
    expect([...goals(given, ['c4', 'e4']).keys()]).toEqual(['c4', 'd4', 'e4'])
  })
  it('finds a decay', () => {
    const given = choices('c4~', 'c4+e4')
    expect(decay(given, 'c4')?.action).toBe(0)
    expect(decay(given, 'e4')).toBeUndefined()
    expect(canHold(choices('c4~'), 'c4')).toBe(true)
    expect(canHold(choices('pass'), 'c4')).toBe(false)
  })
})

describe('the sky', () => {
  it.each([false, true])('keeps neighbours together, standing: %s', (standing) => {
    const drawn = sky(CIRCLES, standing)
    const at = (name: string) => drawn.at[name]!
    expect(['c1', 'd2', 'e1', 'e2'].every((name) => touching(at('d1'), at(name)))).toBe(true) // X1
    const pairs = drawn.spots.flatMap((a, i) => drawn.spots.slice(i + 1).filter((b) => touching(a, b)))
    expect(pairs).toHaveLength(219) // X1
    expect(line(drawn, 'c4', 'e4')).toEqual(['c4', 'd4', 'e4'])
    expect(links(drawn, ['c4', 'd4', 'h9'])).toHaveLength(1)
    const [left, top, wide, high] = drawn.box
    expect(wide > high).toBe(!standing)
    expect(drawn.spots.every(({ x, y }) => x > left && x < left + wide && y > top && y < top + high)).toBe(true)
  })
  it('stands with a1 at the bottom left', () => {
    const { at } = sky(CIRCLES, true)
    expect(at['a1']!.x).toBeLessThan(at['h1']!.x)
    expect(at['a1']!.y).toBeGreaterThan(at['a9']!.y)
  })
})

describe('nuclei', () => {
  it('reads the names of stacks', () => {
    expect(nucleus('anti-He4')).toEqual({ side: 'antimatter', name: 'He4', protons: 2, neutrons: 2 })
    expect(nucleus('n')).toEqual({ side: 'matter', name: 'n', protons: 0, neutrons: 1 })
    expect(nucleus('H1')).toEqual({ side: 'matter', name: 'H1', protons: 1, neutrons: 0 })
    expect(nucleus('C12')).toBeNull()
  })
  it.each([
    [0, 1],
    [1, 0],
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 2],
  ])('draws %i protons and %i neutrons', (protons, neutrons) => {
    const drawn = particles(protons, neutrons)
    expect(drawn.filter((particle) => particle.proton)).toHaveLength(protons)
    expect(drawn).toHaveLength(protons + neutrons)
    expect(drawn.every(({ x, y, r }) => Math.hypot(x, y) + r < 0.5)).toBe(true)
  })
})

describe('what flies', () => {
  const drawn = sky(CIRCLES, false)
  const event = (places: string[], effect: string, kind: BoardEvent['kind'] = 'choice'): BoardEvent => ({
    number: 1, kind, seat: 0, action: 1, name: '', label: '', data: null, about: { places, pieces: ['n', 'H1', 'H2'], effect, rule: '' },
  }) // prettier-ignore
  it('shows one stack on its way to the other', () => {
    const show = flightShown([event(['c4', 'e4'], 'fuse')], drawn, 1)!
    expect(show).toMatchObject({ phase: 'fly', effect: 'fuse', at: 'e4', movers: [{ from: 'c4', to: 'e4' }] })
    const full = CIRCLES.map((circle) => ({ ...circle, side: 'matter' }))
    expect(
      without(full, show)
        .filter((circle) => !circle.side)
        .map((circle) => circle.name),
    ).toEqual(['c4'])
  })
  it('shows both where stacks meet in between', () => {
    expect(flightShown([event(['c4', 'e4', 'd4'], 'meet')], drawn, 1)!.movers.map((mover) => mover.from)).toEqual(['c4', 'e4'])
  })
  it('shows a decay in place, and nothing for a pass or a step back', () => {
    expect(flightShown([event(['c4'], 'decay')], drawn, 1)).toMatchObject({ phase: 'land', at: 'c4' })
    expect(flightShown([event([], 'pass')], drawn, 1)).toBeNull()
    expect(flightShown([event(['c4', 'e4'], 'fuse'), event([], '', 'back')], drawn, 1)).toBeNull()
  })
})

describe('puzzles', () => {
  const view = (puzzle: string, puzzle_score: number, more: Partial<BigxbangView> = {}): BigxbangView => ({
    circles: [{ ...CIRCLES[0]!, side: 'matter', nucleus: 'He4', protons: 2, neutrons: 2 }, { ...CIRCLES[9]!, side: 'antimatter', nucleus: 'n', neutrons: 1 }, CIRCLES[10]!],
    mover: 'both', passes: 0, reserves: [[1, 0, 1, 0], [0, 0, 0, 0]], common_reserve: true, goals: [], carbon: [],
    variants: [puzzle], puzzle, puzzle_score, puzzle_best: 0, ...more,
  }) // prettier-ignore
  it('says what a score counts', () => {
    expect(counted(view('light', -5))).toEqual({ key: 'left', n: 5 })
    expect(counted(view('life', 2))).toEqual({ key: 'carbon', n: 2 })
    expect(counted(view('parallel', -2))).toEqual({ key: 'burnt', n: 2 })
    expect(counted(view('parallel', -7))).toEqual({ key: 'touching', n: 7 })
  })
  it('keeps the best score of each kind of puzzle', () => {
    localStorage.clear()
    expect(keepBest(view('light', -9), localStorage)).toBe(true)
    expect(keepBest(view('light', -12), localStorage)).toBe(false)
    expect(keepBest(view('light', -4), localStorage)).toBe(true)
    expect(best(view('light', 0), localStorage)).toBe(-4)
    expect(best(view('light', 0, { variants: ['light', 'short'] }), localStorage)).toBeUndefined()
    expect(keepBest(view('parallel', -7), localStorage)).toBe(false)
    expect(keepBest(view('life', 0), localStorage)).toBe(false)
    localStorage.setItem('bangbox.bigxbang.best', 'not json')
    expect(best(view('light', 0), localStorage)).toBeUndefined()
  })
  it('draws the sky in signs', () => {
    expect(picture(view('light', 0).circles)).toBe('    ☀️\n   🔷▫️')
  })
})

describe('scenes', () => {
  const goal = (name: string, counts: number[]) => ({ name, counts, tie_break: [], leader: -1, places: [], rule: '' })
  const circles = ['a1', 'a2', 'a9'].map((name) => ({ name, x: Number(name[1]), y: 0 }))
  const view = (carbon: string[] = [], puzzle = 'none') => ({ carbon, puzzle, goals: [], circles }) as never
  const event = (effect: string, seat = 0, pieces: string[] = [], to = 'a2') =>
    ({ kind: 'choice', seat, number: 5, about: { effect, places: ['a1', to], pieces, rule: '' } }) as never
  it('tells nothing before the flight is over, however far it is', () => {
    const near = scenes({ events: [event('fuse', 0, ['H1', 'H1'])], before: view(), view: view(), seat: 0 })[0]!
    const far = scenes({ events: [event('fuse', 0, ['H1', 'H1'], 'a9')], before: view(), view: view(), seat: 0 })[0]!
    expect(near.shows).toBe(240 + 70)
    expect(far.shows).toBeCloseTo(240 + 8 * 70)
    expect(far.length - far.shows!).toBe(near.length - near.shows!)
  })
  it("a move is one scene, also one's own; a pass of one's own is none to watch", () => {
    expect(scenes({ events: [event('fuse')], before: view(), view: view(), seat: 0 })).toMatchObject([{ kind: 'fusion' }])
    expect(scenes({ events: [event('annihilate', 1)], before: view(), view: view(), seat: 0 })).toMatchObject([
      { kind: 'annihilation' },
    ])
    expect(scenes({ events: [event('pass')], before: view(), view: view(), seat: 0 })).toMatchObject([{ kind: '', length: 0 }])
  })
  it('carbon is a scene of its own and longer, but not in a puzzle', () => {
    const three = ['a1', 'a2', 'b2']
    const [carbon] = scenes({ events: [event('fuse')], before: view(), view: view(three), seat: 0 })
    const [fusion] = scenes({ events: [event('fuse')], before: view(), view: view(), seat: 0 })
    expect(carbon!.kind).toBe('carbon')
    expect(carbon!.length).toBeGreaterThan(2 * fusion!.length)
    expect(scenes({ events: [event('fuse')], before: view([], 'life'), view: view(three, 'life'), seat: 0 })).toMatchObject([
      { kind: 'fusion' },
    ])
  })
  it('a star that grew is lit, before helium', () => {
    expect(changed([goal('star', [3, 2]), goal('helium', [0, 0])], [goal('star', [5, 2]), goal('helium', [1, 0])])).toBe('star')
    expect(changed([goal('star', [3, 2]), goal('helium', [0, 0])], [goal('star', [3, 2]), goal('helium', [1, 0])])).toBe('helium')
    expect(changed([goal('star', [3, 2])], [goal('star', [3, 2])])).toBeNull()
  })
})
