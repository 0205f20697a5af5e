// Urknall without a page: taps to choices, where bodies float, which element is which, what bodies are worth.
import { describe, expect, it } from 'vitest'
import type { BoardChoice } from '../../src/boards'
import { beside, hasComet, open, partners, tapBody, tapElement, useful, within } from '../../src/games/urknall/choosing'
import { band, cluster, radius, reach, spread } from '../../src/games/urknall/sky/layout'
import { track } from '../../src/games/urknall/sky/tracking'
import { Whereabouts } from '../../src/games/urknall/sky/whereabouts'
import { scenes } from '../../src/games/urknall/scenes'
import { reasons, worth } from '../../src/games/urknall/worth'
import type { UrknallBody, UrknallView } from '../../src/net/protocol'

/** Choices by their places: `a b` combines, `a:r.` marks, `a:r. a:g0` takes two off, `comet …` with the comet. */
const choices = (...all: string[]): BoardChoice[] =>
  all.map((places, action) => ({
    action,
    name: places,
    label: places,
    about: { places: places.split(' '), pieces: [], effect: 'x', rule: 'U6' },
  }))

/** `a:r.g0` as position texts write a body. */
function body(text: string, worth: number[] = [0, 0]): UrknallBody {
  const [name = '', elements = ''] = text.split(':')
  return {
    name, astronauts: [], hole: false, worth, scores: [],
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
  const discs = NAMES.map((name, i) => ({ name, size: i < 4 ? 3 : i < 10 ? 2 : 1 })) // U2
  it.each([
    [1056, 480],
    [382, 480],
    [720, 360],
  ])('keeps 22 bodies apart on %i × %i', (wide, high) => {
    const box = { wide, high }
    const e = radius(36, box)
    const at = spread(discs, box, e)
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
      for (const [i, a] of points.entries())
        for (const b of points.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(1.8)
      expect(band(points)).toMatch(/^M/)
    }
  })
})

/** A game of unions and separations by lot, on bodies of one colour and no markers: the views, one after another. */
function changes(seed: number, steps: number): UrknallBody[][] {
  let lot = seed
  const below = (n: number): number => (lot = (lot * 48271) % 2147483647) % n
  const names = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ']
  let now: Record<string, number> = Object.fromEntries(names.slice(0, 22).map((name, i) => [name, i < 4 ? 3 : i < 10 ? 2 : 1]))
  const views: UrknallBody[][] = []
  for (let step = 0; step <= steps; step++) {
    views.push(names.filter((name) => now[name]).map((name) => body(`${name}:${'r.'.repeat(now[name]!)}`)))
    const there = names.filter((name) => now[name])
    const [one, other] = [there[below(there.length)]!, there[below(there.length)]!]
    const unused = names.find((name) => !now[name])
    if (one !== other && now[one]! + now[other]! <= 6) {
      const [first, second] = [one, other].sort((a, b) => names.indexOf(a) - names.indexOf(b)) as [string, string]
      now = { ...now, [first]: now[one]! + now[other]!, [second]: 0 }
    } else if (now[one]! > 2 && unused) now = { ...now, [one]: now[one]! - 2, [unused]: 2 }
  }
  return views
}

describe('what nothing happened to', () => {
  const boxes = [[1056, 480], [382, 420], [352, 300], [720, 360]].map(([wide, high]) => ({ wide: wide!, high: high! })) // prettier-ignore
  it.each(boxes)('stays exactly where it is, and nothing comes to lie over another, on $wide × $high', (box) => {
    for (const seed of [3, 14, 159]) {
      const sky = new Whereabouts()
      let [before, had] = [{} as typeof sky.at, {} as Record<string, number>]
      for (const view of changes(seed, 80)) {
        sky.show(view, box)
        for (const { name, elements } of view) if (had[name] === elements.length) expect(sky.at[name]).toEqual(before[name])
        for (const [i, one] of view.entries())
          for (const other of view.slice(i + 1)) {
            const [a, b] = [sky.at[one.name]!, sky.at[other.name]!]
            const needed = (reach(one.elements.length) + reach(other.elements.length)) * sky.e
            expect(Math.hypot(a.x - b.x, a.y - b.y), `${one.name} and ${other.name}`).toBeGreaterThan(0.85 * needed)
          }
        before = sky.at
        had = Object.fromEntries(view.map(({ name, elements }) => [name, elements.length]))
      }
    }
  })
  it('a union goes no farther than it must, however full the sky is', () => {
    const [box] = boxes as [{ wide: number; high: number }]
    for (const seed of [3, 14, 159]) {
      const sky = new Whereabouts()
      let [before, had] = [{} as typeof sky.at, {} as Record<string, number>]
      for (const view of changes(seed, 80)) {
        sky.show(view, box)
        const now = Object.fromEntries(view.map(({ name, elements }) => [name, elements.length]))
        const gone = Object.keys(had).find((name) => !now[name])
        const union = Object.keys(had).find((name) => now[name]! > had[name]!)
        if (gone && union) {
          const [at, one, other] = [sky.at[union]!, before[union]!, before[gone]!]
          const ways = [one, other, { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }]
          expect(Math.min(...ways.map(({ x, y }) => Math.hypot(x - at.x, y - at.y)))).toBeLessThan(0.4 * box.wide)
        }
        ;[before, had] = [sky.at, now]
      }
    }
  })
  it('is where it was when a replay goes back, and forth again', () => {
    const sky = new Whereabouts()
    const views = changes(7, 20)
    const seen = views.map((view) => {
      sky.show(view, boxes[0]!)
      return sky.at
    })
    for (const [i, view] of [...views.entries()].reverse()) {
      sky.show(view, boxes[0]!)
      expect(sky.at).toEqual(seen[i])
    }
    for (const [i, view] of views.entries()) {
      sky.show(view, boxes[0]!)
      expect(sky.at).toEqual(seen[i])
    }
  })
  it('looks the same to all who have seen the same', () => {
    const [one, other] = [new Whereabouts(), new Whereabouts()]
    for (const view of changes(9, 30)) for (const sky of [one, other]) sky.show(view, boxes[1]!)
    expect(one.at).toEqual(other.at)
  })
  it('a union lies between its parts, and what was put aside stays there', () => {
    const sky = new Whereabouts()
    sky.show([body('a:r.'), body('b:g.'), body('c:b.')], boxes[0]!)
    const { a, b } = sky.at
    sky.put('c', { x: 900, y: 400 })
    sky.show([body('a:r.g.'), body('c:b.')], boxes[0]!)
    expect(sky.at['a']!.x).toBeCloseTo((a!.x + b!.x) / 2, 0)
    expect(sky.at['c']).toEqual({ x: 900, y: 400 })
  })
})

describe('which element is which', () => {
  const ids = (found: ReturnType<typeof track>, name: string): number[] =>
    found.filter((element) => element.body === name).map((element) => element.id)
  const start = track([], [body('a:r.g.'), body('b:b1')])
  it('numbers elements once', () => expect(start.map((element) => element.id)).toEqual([0, 1, 2]))
  it('follows a union', () => expect(ids(track(start, [body('a:r.g.b1')]), 'a')).toEqual([0, 1, 2]))
  it('follows a separation', () => {
    const after = track(start, [body('a:r.'), body('b:b1'), body('c:g.')])
    expect([ids(after, 'a'), ids(after, 'b'), ids(after, 'c')]).toEqual([[0], [2], [1]])
  })
  it('knows a marker that has just been put there', () => {
    const marked = track(start, [body('a:r0g.'), body('b:b1')])
    expect(marked.map(({ fresh }) => fresh)).toEqual([true, false, false])
    expect(track(marked, [body('a:r0g.b1')]).some(({ fresh }) => fresh)).toBe(false)
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
  it('says why, the most first', () => {
    const scored = (slot: number, points: number, reason: string, colour: string) => ({
      slot,
      points,
      reason,
      colour,
      markers: 1,
      elements: 1,
    })
    const now = view(
      { ...body('a:r0g.'), scores: [scored(0, 1, 'only', 'r')] },
      { ...body('b:r0r.g1'), scores: [scored(0, 2, 'pair', 'r'), scored(1, 2, 'only', 'g')] },
    )
    expect(reasons(now, 0).map(({ body: on, points, key }) => [on, points, key])).toEqual([
      ['b', 2, 'why.pair'],
      ['a', 1, 'why.only'],
    ])
    expect(reasons(now, 0, 'a')).toHaveLength(1)
    expect(reasons(now, 1, 'a')).toEqual([])
  })
  it('counts a part that was taken off', () => {
    const now = view(body('a:r0g.b1', [2, 2]))
    expect(worth(now, view(body('a:r0', [0, 0]), body('d:g.b1', [0, 1])), ['a'])).toEqual({ now: [2, 2], after: [0, 1] })
  })
})

describe('scenes', () => {
  const happened = (effect: string, places: string[], number: number) => ({
    number,
    kind: 'choice' as const,
    seat: 0,
    action: 1,
    name: '',
    label: '',
    about: { places, pieces: [], effect, rule: 'U9' },
    data: null,
  })
  it('has one for every event, in order; the comet takes its time', () => {
    const events = [
      happened('combine', ['a', 'b'], 1),
      happened('combine', ['comet', 'a', 'b'], 2),
      happened('separate', ['a:r.'], 3),
    ]
    const told = scenes({ events, before: null as never, view: null as never, seat: 0 })
    expect(told.map(({ kind }) => kind)).toEqual(['merge', 'merge', 'split'])
    expect(told.flatMap((one) => one.events)).toEqual(events)
    expect(told[1]!.length).toBeGreaterThan(told[0]!.length)
  })
})
