// The count at the end of a match: what every game counts, and how quickly.
import { describe, expect, it } from 'vitest'
import { podium } from '../../src/games/robbery/podium'
import { beat, scene } from '../../src/match/end/finale'

const stepsOf = async (game: string, view: unknown): Promise<number> => (await scene(game)!()).steps(view as never)

describe('the last scene', () => {
  it('is drawn for all five games, and for no other', () => {
    for (const game of ['bigxbang', 'brains', 'urknall', 'robbery', 'bigbrainbang']) expect(scene(game)).toBeDefined()
    expect(scene('tictactoe')).toBeUndefined()
  })

  it('takes about as long however much there is to count', () => {
    expect(beat(1)).toBe(900)
    expect(beat(10)).toBe(600)
    expect(beat(1000)).toBe(140)
  })

  it('measures a star stack by stack, and the other goals at once', async () => {
    const goal = (name: string, places: string[][]) => ({ name, places, counts: [0, 0], tie_break: [], leader: -1, rule: '' })
    const view = {
      carbon: [],
      goals: [goal('light', [[], []]), goal('helium', [['a1'], []]), goal('star', [['a1', 'a2', 'a3'], ['h1']])],
    }
    expect(await stepsOf('bigxbang', view)).toBe(5)
    expect(await stepsOf('bigxbang', { ...view, carbon: ['a1', 'a2', 'b2'] })).toBe(3)
    expect(await stepsOf('bigxbang', { carbon: [], goals: [] })).toBe(0) // a puzzle
  })

  it('counts bodies that score, comets, owned networks, tokens and the brains that are left', async () => {
    const body = (name: string, worth: number[]) => ({ name, worth, elements: [], astronauts: [], hole: false })
    expect(
      await stepsOf('urknall', {
        bodies: [body('a', [2, 0]), body('b', [0, 0]), body('c', [0, 1])],
        players: [{ comet: true }, { comet: false }],
      }),
    ).toBe(3)
    const networks = [
      { owner: 0, points: 4, tiles: ['S1'] },
      { owner: null, points: 1, tiles: ['S2'] },
    ]
    expect(await stepsOf('bigbrainbang', { networks, players: [{ tokens: 0 }, { tokens: 2 }] })).toBe(2)
    expect(
      await stepsOf('brains', {
        players: [{ held: { number: 0, fives: 0, ones: 0 } }, { held: { number: 12, fives: 2, ones: 2 } }],
      }),
    ).toBe(4)
  })
})

describe('a podium', () => {
  it('has the first in the middle and the others outwards by turns', () => {
    expect(podium([4, 0, 3])).toEqual([0, 4, 3])
    expect(podium([0, 1, 2, 3, 4, 5, 6])).toEqual([5, 3, 1, 0, 2, 4, 6])
    expect(podium([1, 0])).toEqual([0, 1])
  })
})
