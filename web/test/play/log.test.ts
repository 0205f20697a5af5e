// The log as lines: throws in one, what was taken back, how a seat forfeited, what giving up leads to; and who came in where.
import { describe, expect, it } from 'vitest'
import type { Happened, Player, Result } from '../../src/net/protocol'
import { afterGivingUp, forfeitOf, lines, steps, takenBack, throwsIn } from '../../src/play/log'
import { places, wonWith } from '../../src/play/places'

function log(...kinds: [Happened['kind'], number?, number?][]): Happened[] {
  return kinds.map(([kind, action = 0, seat = 0], i) => ({
    number: i + 1,
    time: 0,
    kind,
    seat,
    action,
    name: '',
    label: null,
    about: null,
    draws: [],
    data: null,
  }))
}
const numbers = (found: Happened[][]): number[][] => found.map((line) => line.map((event) => event.number))

describe('the log', () => {
  it('has a line for everything but for what chance does in one go', () => {
    expect(numbers(lines(log(['set-up'], ['choice'], ['chance'], ['chance'], ['choice'], ['chance'])))).toEqual([
      [1],
      [2],
      [3, 4],
      [5],
      [6],
    ])
  })
  it('has a step for every decision, with what chance made of it', () => {
    expect(numbers(steps(log(['set-up'], ['choice'], ['chance'], ['chance'], ['choice'], ['choice'], ['chance'])))).toEqual([
      [1],
      [2, 3, 4],
      [5],
      [6, 7],
    ])
    expect(numbers(steps(log(['chance'], ['choice'])))).toEqual([[1], [2]])
  })
  it('knows what was taken back, and what was played instead', () => {
    expect([...takenBack(log(['set-up'], ['choice'], ['choice'], ['back', 2], ['choice']))]).toEqual([3])
  })
  it('knows what was taken back twice', () => {
    const played = log(['set-up'], ['choice'], ['choice'], ['choice'], ['back', 3], ['back', 1], ['choice'])
    expect([...takenBack(played)].sort()).toEqual([2, 3, 4])
  })
  it('knows whether anything was thrown, or the set-up drawn only', () => {
    expect(throwsIn(log(['set-up'], ['chance'], ['chance'], ['choice'], ['choice']))).toBe(false)
    expect(throwsIn(log(['set-up'], ['choice'], ['chance'], ['choice']))).toBe(true)
  })
  it('takes back nothing by itself', () => {
    expect(takenBack(log(['set-up'], ['choice'], ['resign'])).size).toBe(0)
  })
})

const result = (wish: Partial<Result>): Result => ({ reason: 'rules', winners: [], scores: [], seat: null, ...wish })

describe('a forfeit', () => {
  it('is told by the result, or by what happened', () => {
    expect(forfeitOf(1, result({ reason: 'timeout', seat: 1 }), [])).toBe('timeout')
    expect(forfeitOf(1, null, log(['resign', 0, 1], ['timeout', 0, 2]))).toBe('resign')
    expect(forfeitOf(2, null, log(['resign', 0, 1], ['timeout', 0, 2]))).toBe('timeout')
    expect(forfeitOf(0, null, log(['resign', 0, 1]))).toBeNull()
  })
})

describe('giving up', () => {
  const seats = (...kinds: Player['kind'][]): Player[] =>
    kinds.map((kind, seat) => ({ seat, kind, forfeit: false, stand_in: null }) as Player)

  it('between two is a win for the other, alone the end', () => {
    expect(afterGivingUp(0, seats('person', 'bot'))).toBe('two')
    expect(afterGivingUp(0, seats('person'))).toBe('alone')
  })
  it('lets a bot play on as long as a person plays', () => {
    expect(afterGivingUp(0, seats('person', 'bot', 'person'))).toBe('many')
    expect(afterGivingUp(0, seats('person', 'bot', 'bot'))).toBe('bots')
    const gone = { forfeit: true }
    expect(
      afterGivingUp(
        0,
        seats('person', 'person', 'bot').map((player) => (player.seat === 1 ? { ...player, ...gone } : player)),
      ),
    ).toBe('bots')
  })
})

describe('a win', () => {
  it("is mine alone, shared with others, or somebody else's", () => {
    expect(wonWith([1], [1])).toEqual([])
    expect(wonWith([1], [0, 1, 3])).toEqual([0, 3])
    expect(wonWith([1], [0])).toBeNull()
  })
  it('is told by names where several seats are mine', () => expect(wonWith([0, 1], [1])).toBeNull())
})

describe('places', () => {
  const players = (count: number, ...forfeit: number[]): Player[] =>
    Array.from({ length: count }, (_, seat) => ({ seat, forfeit: forfeit.includes(seat) }) as Player)
  const placed = (count: number, wish: Partial<Result>, ...forfeit: number[]): (number | null)[][] =>
    places(players(count, ...forfeit), result(wish)).map(({ seat, place }) => [seat, place])

  it('go by points', () =>
    expect(placed(3, { winners: [1], scores: [4, 9, 7] })).toEqual([
      [1, 1],
      [2, 2],
      [0, 3],
    ]))
  it('are shared by equals', () =>
    expect(placed(4, { winners: [2], scores: [1, 1, 5, 3] })).toEqual([
      [2, 1],
      [3, 2],
      [0, 3],
      [1, 3],
    ]))
  it('give the winner the first, whatever the points', () =>
    expect(placed(2, { winners: [1], scores: [8, 2], reason: 'timeout', seat: 0 })).toEqual([
      [1, 1],
      [0, 2],
    ]))
  it('give whoever gave up the last', () =>
    expect(placed(3, { winners: [2], scores: [9, 1, 3] }, 0)).toEqual([
      [2, 1],
      [1, 2],
      [0, 3],
    ]))
  it('are not told alone or without a winner', () => {
    expect(placed(1, { scores: [3] })).toEqual([[0, null]])
    expect(placed(2, { scores: [3, 5] })).toEqual([
      [1, null],
      [0, null],
    ])
  })
})
