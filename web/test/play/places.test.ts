// Places where points do not tell them: none for several who have nothing, or what the board ranks by.
import { expect, it } from 'vitest'
import type { BoardEvent } from '../../src/boards'
import { ranks } from '../../src/games/brains/ranks'
import type { BrainsView, Player, Result } from '../../src/net/protocol'
import { places } from '../../src/play/places'

const table = (n: number): Player[] => Array.from({ length: n }, (_, seat) => ({ seat, forfeit: false }) as Player)
const result = (winners: number[], scores: number[]): Result => ({ reason: 'rules', winners, scores, seat: null })
const told = (players: Player[], end: Result, by?: number[]) => places(players, end, by).map(({ seat, place }) => [seat, place])

it('gives no place to several who have nothing, and the last one to a single one', () => {
  expect(told(table(3), result([1], [0, 9, 0]))).toEqual([[1, 1], [0, null], [2, null]]) // prettier-ignore
  expect(told(table(3), result([1], [0, 9, 4]))).toEqual([[1, 1], [2, 2], [0, 3]]) // prettier-ignore
})

it('goes by the order in which players of Mmm… Brains! went out', () => {
  const view = { players: ['r', 'y', 'g', 'b'].map((colour) => ({ colour })) } as BrainsView
  const out = (number: number, seat: number, effect: string, colour: string, rule = 'M11') =>
    ({ kind: 'choice', number, seat, about: { places: [colour], pieces: [], effect, rule } }) as unknown as BoardEvent
  const played = [out(5, 0, 'pay', 'g', 'M8'), out(20, 0, 'pay', 'g'), out(41, 1, 'own', 'k')]
  expect(ranks(played, view)).toEqual([0, 41, 20, 0])
  const end = result([0], [9, 0, 0, 0])
  expect(told(table(4), end, ranks(played, view))).toEqual([[0, 1], [1, 2], [2, 3], [3, 4]]) // prettier-ignore
  // only the end of the log is at hand: who went out before it cannot be told apart
  expect(told(table(4), end, ranks(played.slice(2), view))).toEqual([[0, 1], [1, 2], [2, null], [3, null]]) // prettier-ignore
})
