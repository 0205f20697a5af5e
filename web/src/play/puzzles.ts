// Puzzles of the day in words: what is asked, what a score means, how far one has come.
import { t, type Word } from '../messages/words'
import type { DailyPuzzle, PuzzleResult } from '../net/protocol'
import { MOST, written } from './stars'

const UNSOLVED = -60 // Parallel Universes that still touch cost all particles that were set up

/** What is to be done, in a few words. */
export const goalOf = (puzzle: DailyPuzzle): string => t(`puzzle_goal.${puzzle.goal}` as Word)

/** What is to be done, in a sentence or two; `who` is what the player's seat is called. */
export const taskOf = (puzzle: DailyPuzzle, who: string): string =>
  `${t(`puzzle_task.${puzzle.goal}` as Word, { who })} ${t(puzzle.kind === 'find' ? 'puzzle.decisions' : 'puzzle.about_decisions', { n: puzzle.decisions })}`

/** A score as what it counts. */
export function scored(puzzle: DailyPuzzle, score: number): string {
  if (puzzle.goal === 'parallel' && score <= UNSOLVED) return t('puzzle.unsolved')
  return t(`puzzle_score.${puzzle.goal}` as Word, { n: Math.abs(score) })
}

/** What earns one, two and three stars, where a score is to be reached. */
export const targetsOf = (puzzle: DailyPuzzle): string[] =>
  puzzle.targets.map((target, i) => t('puzzle.target', { stars: written(i + 1), what: scored(puzzle, target) }))

/** Whether all there is to earn was earned, or given up. */
export const isDone = (mine: PuzzleResult | null): boolean => mine !== null && (mine.stars > 0 || mine.shown)

/** How far one has come, as a sign or a word. */
export function stateOf(mine: PuzzleResult | null): string {
  if (!mine) return t('puzzle.new')
  if (mine.stars > 0) return written(mine.stars)
  return mine.shown ? t('puzzle.shown') : t('puzzle.tried')
}

/** What is said of a try that is not (wholly) right, or of a score. */
export function verdict(
  puzzle: DailyPuzzle,
  { right, done, score, stars, mine }: { right: boolean; done: boolean; score: number | null; stars: number; mine: PuzzleResult },
): string {
  if (puzzle.kind === 'find') {
    if (right) return done ? t('puzzle.solved', { stars: written(stars) }) : t('puzzle.right')
    return t(`puzzle_wrong.${Math.min(3, Math.max(1, mine.tries))}` as Word)
  }
  const what = scored(puzzle, score ?? 0)
  if (stars) return t(stars === MOST ? 'puzzle.reached.all' : 'puzzle.reached', { stars: written(stars), what })
  if (puzzle.goal === 'parallel' && (score ?? 0) <= UNSOLVED) return t('puzzle.touching')
  return t('puzzle.short', { what, best: scored(puzzle, puzzle.targets.at(-1) ?? 0) })
}

/** A result to show around, with the address of the puzzle itself. */
export function shared(puzzle: DailyPuzzle, title: string, mine: PuzzleResult, address: string): string {
  const how = puzzle.kind === 'find' || mine.score === null ? t('puzzle.tries', { n: mine.tries }) : scored(puzzle, mine.score)
  return `${t('share.puzzle', { title, date: puzzle.date, stars: written(mine.stars), how })}\n${address}`
}

/** Days in a row with a puzzle solved on its day; where there is no row, how one begins. */
export function streakOf({ streak, longest }: { streak: number; longest: number }): string {
  if (streak) return t('puzzle.history.streak', { n: streak, longest })
  return longest ? t('puzzle.history.again', { longest }) : t('puzzle.history.first')
}
