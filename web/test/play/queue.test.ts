// The queue of what happens: in order, nothing skipped, nothing told before it is seen, at any speed.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Scene } from '../../src/boards'
import type { Happened, Situation } from '../../src/net/protocol'
import { Queue, type Step } from '../../src/play/queue.svelte'
import { decisions, scenesOf } from '../../src/play/scenes'
import { FakeClock } from '../clock'

const event = (number: number, kind: Happened['kind'] = 'choice', seat: number | null = 1): Happened =>
  ({ number, kind, seat, name: `e${number}` }) as unknown as Happened
const situation = (number: number, actor = 1): Situation =>
  ({
    number,
    actor,
    view: { number },
    scores: [number],
    choices: [],
    forms: [],
    outcomes: [],
    clocks: [],
  }) as unknown as Situation
const step = (number: number, events = [event(number)], actor = 1): Step => ({
  events,
  now: situation(number, actor),
  seat: 0,
  arrived: 0,
})

let clock: FakeClock
let queue: Queue
let speed: number
let calm: boolean
let away: boolean
let declared: (step: Step) => Scene[]
let begun: number[]
let told: number[]
let ended: number[]

beforeEach(() => {
  clock = new FakeClock()
  queue = new Queue(clock)
  speed = 1
  calm = away = false
  begun = []
  told = []
  ended = []
  declared = ({ events }) => [{ kind: 'move', events: events as never, length: 1000, shows: 800 }]
  queue.director = {
    scenes: (given) => declared(given),
    between: (number) => Promise.resolve(situation(number)),
    speed: () => speed,
    calm: () => calm,
    away: () => away,
    mine: ({ actor }) => actor === 0,
  }
  queue.reset(step(1))
  queue.onBegin = ({ now }) => begun.push(now.number)
  queue.onTold = ({ now }) => told.push(now.number)
  queue.onEnd = ({ now }) => ended.push(now.number)
})

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const pushed = (from: number, to: number): void => numbers(from, to).forEach((number) => queue.push(step(number)))

describe('what happens', () => {
  it('is shown in order, every step for its whole time, however much is waiting', () => {
    const at: number[] = []
    queue.onBegin = () => at.push(clock.time)
    pushed(2, 60)
    clock.pass(59_000)
    expect(told).toEqual(numbers(2, 60))
    expect(ended).toEqual(numbers(2, 60))
    expect(at).toEqual(numbers(0, 58).map((i) => i * 1000))
    expect(queue.behind).toBe(false)
  })
  it('is not told before it is seen: only the board knows', () => {
    queue.push(step(2))
    queue.whenSeen(() => told.push(-1))
    expect([queue.picture?.number, queue.now?.number, queue.now?.scores, queue.behind]).toEqual([2, 1, [1], true])
    clock.pass(799)
    expect([queue.now?.number, told]).toEqual([1, []])
    clock.pass(1)
    expect([queue.now?.number, queue.now?.scores, told, queue.behind]).toEqual([2, [2], [2], false])
    expect([queue.playing?.kind, ended]).toEqual(['move', []])
    clock.pass(200)
    expect([queue.playing, ended, told]).toEqual([null, [2], [2, -1]])
  })
  it('tells a scene what it begins with', () => {
    queue.push(step(2))
    expect(queue.playing).toMatchObject({
      kind: 'move',
      before: { number: 1 },
      length: 1000,
      shows: 800,
      pace: 1,
      round: 0,
      first: 2,
    })
    expect(queue.last.map(({ number }) => number)).toEqual([2])
  })
  it('is shown two and four times as fast, or at once', () => {
    for (const [fast, length] of [
      [2, 500],
      [4, 250],
      [0, 0],
    ] as const) {
      speed = fast
      const from = (queue.now?.number ?? 0) + 1
      const began = clock.time
      pushed(from, from + 3)
      clock.pass(4 * length)
      expect(queue.now?.number).toBe(from + 3)
      expect(clock.time - began).toBe(4 * length)
    }
    expect(told).toEqual(numbers(2, 13))
  })
  it('leaves words as much time to be read at every speed', () => {
    declared = ({ events }) => [{ kind: 'move', events: events as never, length: 1000, shows: 400, reads: 500 }]
    speed = 4
    pushed(2, 2)
    clock.pass(100)
    expect(queue.now?.number).toBe(2)
    clock.pass(499)
    expect(queue.playing).not.toBeNull()
    clock.pass(1)
    expect(queue.playing).toBeNull()
    speed = 0
    pushed(3, 3)
    expect(queue.playing).toBeNull()
  })
  it('is there at once without movement, but stays as long', () => {
    calm = true
    pushed(2, 3)
    expect([queue.now?.number, queue.picture?.number]).toEqual([2, 2])
    clock.pass(999)
    expect(told).toEqual([2])
    clock.pass(1)
    expect(told).toEqual([2, 3])
  })
  it('is not kept for somebody who does not look', () => {
    away = true
    pushed(2, 9)
    expect([told, clock.time]).toEqual([numbers(2, 9), 0])
  })
  it('that is a moment to begin with is shown as it is', () => {
    pushed(2, 5)
    queue.reset(step(9))
    clock.pass(9000)
    expect([queue.picture?.number, queue.now?.number, queue.playing, told]).toEqual([9, 9, null, []])
  })
})

describe('skipping', () => {
  it('one thing ends it and nothing else', () => {
    pushed(2, 4)
    queue.skip()
    expect([told, queue.picture?.number]).toEqual([[2], 3])
    clock.pass(1000)
    expect([told, queue.picture?.number]).toEqual([[2, 3], 4])
  })
  it('to my turn tells everything on the way, also what comes later', () => {
    pushed(2, 4)
    queue.skipToMine()
    expect([told, queue.rushing]).toEqual([[2, 3, 4], true])
    pushed(5, 6)
    queue.push(step(7, [event(7)], 0))
    expect([told, queue.rushing]).toEqual([numbers(2, 7), false])
    queue.push(step(8))
    expect(told).toEqual(numbers(2, 7))
  })
})

describe('scenes', () => {
  const roll = [event(2), event(3, 'chance', null), event(4, 'chance', null)]
  it('of one step are played one after another, each with the view after its own events', async () => {
    declared = ({ events }) => events.map((one) => ({ kind: `k${one.number}`, events: [one as never], length: 100 }))
    queue.push(step(4, roll))
    expect([queue.behind, queue.playing]).toEqual([true, null])
    await Promise.resolve().then(() => new Promise((done) => setTimeout(done)))
    const seen: unknown[] = []
    for (let i = 0; i < 3; i++) {
      seen.push([queue.playing?.kind, queue.picture?.number, queue.now?.number, queue.playing?.before.number])
      clock.pass(100)
    }
    expect(seen).toEqual([
      ['k2', 2, 1, 1],
      ['k3', 3, 2, 2],
      ['k4', 4, 3, 3],
    ])
    expect([told, queue.now?.number, queue.behind]).toEqual([[2, 3, 4], 4, false])
  })
  it('whose moments are not found are one', async () => {
    queue.director.between = () => Promise.reject(new Error('gone'))
    declared = ({ events }) => events.map((one) => ({ kind: 'k', events: [one as never], length: 100 }))
    queue.push(step(4, roll))
    await new Promise((done) => setTimeout(done))
    expect(queue.playing).toMatchObject({ length: 300, events: roll })
    clock.pass(300)
    expect(told).toEqual([4])
  })
  it('that go on count their rounds', () => {
    declared = ({ events }) => [
      { kind: events[0]!.number < 5 ? 'fight' : 'run', events: events as never, length: 10, round: true },
    ]
    pushed(2, 6)
    const rounds: unknown[] = []
    for (let i = 0; i < 5; i++) {
      rounds.push([queue.playing?.kind, queue.playing?.round, queue.playing?.first])
      clock.pass(10)
    }
    expect(rounds).toEqual([
      ['fight', 0, 2],
      ['fight', 1, 2],
      ['fight', 2, 2],
      ['run', 0, 5],
      ['run', 1, 5],
    ])
  })
  it('can be seen again, without anything being told twice', () => {
    queue.push(step(2))
    clock.pass(1000)
    expect(queue.repeats).toBe(true)
    queue.again()
    expect([queue.picture?.number, queue.now?.number, queue.behind]).toEqual([1, 2, true])
    clock.pass(100)
    expect([queue.picture?.number, queue.playing?.kind]).toEqual([2, 'move'])
    clock.pass(1000)
    expect([queue.picture?.number, queue.playing, queue.behind, told, ended]).toEqual([2, null, false, [2], [2]])
  })
})

it('the last move of every seat leaves a trace for two seconds', () => {
  speed = 0
  queue.push(step(2, [event(2, 'choice', 1), event(3, 'chance', null)]))
  clock.pass(500)
  queue.push(step(4, [event(4, 'choice', 2)]))
  expect(queue.traces.map(({ seat, events }) => [seat, events[0]!.number])).toEqual([
    [1, 2],
    [2, 4],
  ])
  clock.pass(1500)
  expect(queue.traces.map(({ seat }) => seat)).toEqual([2])
  clock.pass(500)
  expect(queue.traces).toEqual([])
})

describe("a board's scenes", () => {
  const events = [event(2), event(3, 'chance', null)] as never[]
  const asked = { events, before: {}, view: {}, seat: 0 }
  it('are its own, if they lose nothing', () => {
    const own = [
      { kind: 'a', events: [events[0]!], length: 5 },
      { kind: 'b', events: [events[1]!], length: 7 },
    ]
    expect(scenesOf({ scenes: () => own } as never, asked)).toEqual(own)
    expect(scenesOf({ scenes: () => own.slice(1) } as never, asked)).toEqual([{ kind: '', events, length: 7 }])
    expect(scenesOf({ scenes: () => own.toReversed() } as never, asked)).toEqual([{ kind: '', events, length: 12 }])
  })
  it("are one that shows others' moves, if it declares none", () => {
    expect(scenesOf(undefined, asked)).toMatchObject([{ length: 900 }])
    expect(scenesOf(undefined, { ...asked, seat: 1 })).toMatchObject([{ length: 0 }])
  })
  it('of what was missed are those of each decision', () => {
    const kinds = ['choice', 'chance', 'chance', 'choice', 'back', 'chance'] as const
    expect(decisions(kinds.map((kind, i) => event(i, kind))).map((part) => part.map(({ number }) => number))).toEqual([
      [0, 1, 2],
      [3],
      [4, 5],
    ])
  })
})
