// Urknall without a page: taps to choices, where bodies float, which element is which, what bodies are worth.
import { describe, expect, it } from 'vitest'
import type { BoardChoice } from '../../src/boards'
import { beside, hasComet, open, partners, tapBody, tapElement, useful, within } from '../../src/games/urknall/choosing'
import { band, cluster, radius, reach, settle } from '../../src/games/urknall/sky/layout'
import { track } from '../../src/games/urknall/sky/tracking'
import { worth } from '../../src/games/urknall/worth'
import type { UrknallBody, UrknallView } from '../../src/net/protocol'

/** Choices by their places: `a b` combines, `a:r.` marks, `a:r. a:g0` takes two off, `comet …` with the comet. */
const choices = (...all: string[]): BoardChoice[] =>
  all.map((places, action) => ({ action, name: places, label: places, about: { places: places.split(' '), pieces: [], effect: 'x', rule: 'U6' } }))

/** `a:r.g0` as position texts write a body. */
function body(text: string, worth: number[] = [0, 0]): UrknallBody {
  const [name = '', elements = ''] = text.split(':')
  return {
    name, astronauts: [], hole: false, worth,
    elements: (elements.match(/../g) ?? []).map((kind) => ({
      place: `${name}:${kind}`, colour: kind[0]!, owner: kind[1] === '.' ? null : Number(kind[1]), second: false,
    })),
  } // prettier-ignore
}

describe('taps', () => {
  it('chooses a body at once where that is all there is', () => {
    expect(tapBody(open(choices('k', 'l'), false), null, 'l', false)).toEqual({ choose: 1 })
    expect(tapBody(open(choices('k', 'l'), false), null, 'a', false)).toEqual({ attempt: 'a' })
  })
  it('combines two bodies in either order', () => {
    const given = open(choices('a k', 'c k'), false)
    expect(tapBody(given, null, 'k', false)).toEqual({ hold: { body: 'k', slots: [] } })
    expect(tapBody(given, { body: 'k', slots: [] }, 'c', false)).toEqual({ choose: 1 })
    expect(tapBody(given, { body: 'a', slots: [] }, 'k', false)).toEqual({ choose: 0 })
    expect(tapBody(given, { body: 'a', slots: [] }, 'a', false)).toEqual({ hold: null })
    expect(tapBody(given, { body: 'a', slots: [] }, 'c', false)).toEqual({ hold: { body: 'c', slots: [] } })
    expect(tapBody(given, { body: 'a', slots: [] }, 'z', false)).toEqual({ attempt: 'a z' })
    expect(partners(given, 'k')).toEqual(['a', 'c'])
    expect(tapElement(given, { body: 'k', slots: [] }, body('c:r.g.'), 0, false)).toEqual({ choose: 1 })
  })
  it('marks an element', () => {
    const given = open(choices('a:r.', 'a:g.', 'b:r.'), false)
    expect(tapElement(given, null, body('a:r.g.b0'), 1, false)).toEqual({ choose: 1 })
    expect(tapElement(given, null, body('a:r.g.b0'), 2, false)).toEqual({ attempt: 'a:b0' })
    expect(tapElement(given, null, body('c:r.'), 0, false)).toEqual({ attempt: 'c' })
    expect(tapElement(open(choices('c'), false), null, body('c:r.'), 0, false)).toEqual({ choose: 0 })
    expect(tapBody(given, null, 'a', false)).toEqual({ hold: { body: 'a', slots: [] } })
    expect(tapBody(given, { body: 'b', slots: [] }, 'b', false)).toEqual({ choose: 2 })
    expect(within(given, 'a')).toHaveLength(2)
  })
  it('takes two elements off, also two that are alike', () => {
    const given = open(choices('a:r. a:r.', 'a:r. a:g0'), false)
    const whole = body('a:r.r.g0')
    expect(tapElement(given, null, whole, 0, false)).toEqual({ hold: { body: 'a', slots: [0] } })
    expect(tapElement(given, { body: 'a', slots: [0] }, whole, 1, false)).toEqual({ choose: 0 })
    expect(tapElement(given, { body: 'a', slots: [2] }, whole, 1, false)).toEqual({ choose: 1 })
    expect(tapElement(given, { body: 'a', slots: [0] }, whole, 0, false)).toEqual({ hold: { body: 'a', slots: [] } })
  })
  it('keeps the comet apart', () => {
    const all = choices('a:r.', 'comet b:r.', 'comet c d', 'leave', 'supply')
    expect(hasComet(all)).toBe(true)
    expect([...useful(open(all, false))]).toEqual(['a'])
    expect([...useful(open(all, true))]).toEqual(['b', 'c', 'd'])
    expect(beside(all).map((choice) => choice.name)).toEqual(['leave', 'supply'])
    expect(tapElement(open(all, true), null, body('a:r.'), 0, true)).toEqual({ attempt: 'comet a' })
    expect(tapBody(open(all, true), { body: 'c', slots: [] }, 'd', true)).toEqual({ choose: 2 })
  })
})

describe('where bodies float', () => {
  const NAMES = [...'abcdefghijklmnopqrstuv']
  const discs = NAMES.map((name, i) => ({ name, size: i < 4 ? 3 : i < 10 ? 2 : 1, trodden: i < 3 })) // U2
  it.each([[1056, 480], [382, 480], [720, 360]])('keeps 22 bodies apart on %i × %i', (wide, high) => {
    const box = { wide, high }
    const e = radius(36, box)
    const at = settle(discs, {}, box, e)
    for (const [i, one] of discs.entries()) {
      const here = at[one.name]!
      const far = reach(one.size) * e
      expect(here.x).toBeGreaterThanOrEqual(far - 1)
      expect(here.x).toBeLessThanOrEqual(wide - far + 1)
      expect(here.y).toBeLessThanOrEqual(high - far + 1)
      for (const other of discs.slice(i + 1)) {
        const apart = Math.hypot(here.x - at[other.name]!.x, here.y - at[other.name]!.y)
        expect(apart, `${one.name} and ${other.name}`).toBeGreaterThan((far + reach(other.size) * e) * 0.97)
      }
    }
  })
  it('keeps elements of a body together and apart', () => {
    for (const size of [1, 2, 3, 4, 5, 6]) {
      const points = cluster(size, 'q')
      expect(points).toHaveLength(size)
      for (const [i, a] of points.entries()) for (const b of points.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(1.8)
      expect(band(points)).toMatch(/^M/)
    }
  })
})

describe('which element is which', () => {
  const ids = (found: ReturnType<typeof track>, name: string): number[] => found.filter((element) => element.body === name).map((element) => element.id)
  const start = track([], [body('a:r.g.'), body('b:b1')])
  it('numbers elements once', () => expect(start.map((element) => element.id)).toEqual([0, 1, 2]))
  it('follows a union', () => expect(ids(track(start, [body('a:r.g.b1')]), 'a')).toEqual([0, 1, 2]))
  it('follows a separation', () => {
    const after = track(start, [body('a:r.'), body('b:b1'), body('c:g.')])
    expect([ids(after, 'a'), ids(after, 'b'), ids(after, 'c')]).toEqual([[0], [2], [1]])
  })
  it('follows a marker', () => expect(ids(track(start, [body('a:r0g.'), body('b:b1')]), 'a')).toEqual([0, 1]))
})

describe('worth', () => {
  const view = (...bodies: UrknallBody[]): UrknallView => ({
    phase: 'change', turn: 0, actor: 0, die: 3, changes: [], forecast: [], bodies, players: [], black_hole: false,
  }) // prettier-ignore
  it('adds up what a choice touches, before and after', () => {
    const now = view(body('a:r0g.', [1, 0]), body('b:b1', [0, 0]), body('c:r.', [9, 9]))
    const ahead = view(body('a:r0g.b1', [2, 2]), body('c:r.', [9, 9]))
    expect(worth(now, ahead, ['a', 'b'])).toEqual({ now: [1, 0], after: [2, 2] })
    expect(worth(now, null, ['a'])).toEqual({ now: [1, 0], after: null })
  })
  it('counts a part that was taken off', () => {
    const now = view(body('a:r0g.b1', [2, 2]))
    expect(worth(now, view(body('a:r0', [0, 0]), body('d:g.b1', [0, 1])), ['a'])).toEqual({ now: [2, 2], after: [0, 1] })
  })
})
