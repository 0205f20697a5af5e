import { beforeAll, expect, test } from 'vitest'
import { speech } from '../../src/messages/language.svelte'
import type { DailyPuzzle, PuzzleResult } from '../../src/net/protocol'
import { isDone, scored, shared, stateOf, streakOf, targetsOf, verdict } from '../../src/play/puzzles'

beforeAll(() => speech.speak('en'))

const mine: PuzzleResult = { date: '2026-11-18', game: 'bigxbang', tries: 2, stars: 2, score: null, shown: false, in_time: true }
const find: DailyPuzzle = {
  date: '2026-11-18',
  game: 'bigxbang',
  kind: 'find',
  goal: 'wins',
  position: '',
  seat: 0,
  decisions: 1,
  targets: [],
  mine: null,
  everybody: { players: 0, solved: 0, perfect: 0, best: null },
}
const part: DailyPuzzle = { ...find, kind: 'reach', goal: 'parallel', targets: [-4, -2, 0] }

test('a wrong choice is told kindly, and other words come with every try', () => {
  const said = [1, 2, 3, 9].map((tries) =>
    verdict(find, { right: false, done: false, score: null, stars: 0, mine: { ...mine, tries } }),
  )
  expect(new Set(said).size).toBe(3)
  expect(said[2]).toBe(said[3])
})

test('what was not solved is no number of points', () => {
  const said = verdict(part, { right: false, done: true, score: -84, stars: 0, mine })
  expect(said).not.toMatch(/\d/)
  expect(scored(part, -84)).not.toMatch(/\d/)
  expect(scored(part, -2)).toBe('2 particles annihilated')
  expect(targetsOf(part).at(-1)).toBe('★★★ for 0 particles annihilated')
})

test('a result that is shown around leads to the puzzle itself', () => {
  expect(shared(find, 'Big×Bang', mine, 'https://x.org/puzzle/2026-11-18/bigxbang')).toBe(
    'Bangbox, Big×Bang, puzzle of 2026-11-18: ★★☆ 2 tries\nhttps://x.org/puzzle/2026-11-18/bigxbang',
  )
})

test('how far one has come', () => {
  expect([null, { ...mine, stars: 0 }, { ...mine, stars: 0, shown: true }, mine].map(stateOf)).toEqual([
    'new',
    'tried',
    'looked up',
    '★★☆',
  ])
  expect([null, { ...mine, stars: 0 }, { ...mine, stars: 0, shown: true }, mine].map(isDone)).toEqual([false, false, true, true])
})

test('no row of days is no number', () => {
  expect(streakOf({ streak: 0, longest: 0 })).not.toMatch(/\d/)
  expect(streakOf({ streak: 0, longest: 1 })).toContain('1 day.')
  expect(streakOf({ streak: 2, longest: 5 })).toContain('2 days in a row')
})
