import { expect, test } from 'vitest'
import type { MatchLine, Result } from '../../src/net/protocol'
import { careers, nextLevel, opponents, outcome } from '../../src/play/career'

const LEVELS = ['beginner', 'easy', 'medium', 'hard']
const levels = (): string[] => LEVELS

function line(
  winners: number[],
  against: (string | null)[] = ['easy'],
  more: Partial<MatchLine> = {},
  reason: Result['reason'] = 'rules',
): MatchLine {
  return {
    id: 'm', game: 'brains', title: 'Mmm… Brains!', status: 'over', names: ['Ada', ...against.map(String)], levels: [null, ...against], open_seats: 0,
    clock: { kind: 'none', seconds: 0, increment: 0 }, created: 0, changed: 0, events: 9, my_seats: [0], my_turn: false,
    result: { reason, winners, scores: [], seat: null }, ...more,
  } // prettier-ignore
}

test('a match is won, drawn or lost', () => {
  expect(outcome(line([0]))).toBe('won')
  expect(outcome(line([1]))).toBe('lost')
  expect(outcome(line([0, 1]))).toBe('drawn')
  expect(outcome(line([]))).toBe('drawn')
  expect(outcome(line([1], ['easy'], {}, 'timeout'))).toBe('lost')
})

test('what was broken off, played alone or on both sides does not count', () => {
  expect(outcome(line([], ['easy'], {}, 'aborted'))).toBeNull()
  expect(outcome(line([0], []))).toBeNull()
  expect(outcome(line([0], ['easy'], { my_seats: [0, 1] }))).toBeNull()
  expect(outcome(line([0], ['easy'], { result: null }))).toBeNull()
})

test('opponents are people if one of them is, else the strongest bot', () => {
  expect(opponents(line([0], ['easy', null]), LEVELS)).toBe('people')
  expect(opponents(line([0], ['easy', 'hard', 'medium']), LEVELS)).toBe('hard')
})

test('a career counts by opponents and knows wins in a row', () => {
  const newest = [line([0]), line([0], ['medium']), line([1]), line([0]), line([0], [null]), line([0])]
  const [career] = careers(newest, levels)
  expect(career).toMatchObject({ game: 'brains', streak: 2, longest: 3 })
  expect(career!.against).toEqual([
    { whom: 'easy', won: 3, drawn: 0, lost: 1 },
    { whom: 'medium', won: 1, drawn: 0, lost: 0 },
    { whom: 'people', won: 1, drawn: 0, lost: 0 },
  ])
  expect(careers([], levels)).toEqual([])
})

test('after a level comes the next one', () => {
  const next = (lines: MatchLine[]): string | undefined => nextLevel(careers(lines, levels)[0]!, LEVELS)
  expect(next([line([0])])).toBe('medium')
  expect(next([line([1])])).toBeUndefined()
  expect(next([line([0], ['hard'])])).toBeUndefined()
  expect(next([line([0], [null])])).toBeUndefined()
})
