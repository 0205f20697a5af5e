// Puzzles alone: the score in words, the best one kept in the browser, and a text to show around.
import type { BigxbangCircle, BigxbangView } from '../../net/protocol'

const PLACE = 'bangbox.bigxbang.best'

/** The particles that were set up; an unsolved Parallel Universes costs them all. */
export function setUp(view: BigxbangView): number {
  const there = view.circles.reduce((sum, circle) => sum + circle.protons + circle.neutrons, 0)
  return there + view.reserves.flat().reduce((sum, count) => sum + count, 0)
}

/** What a score counts, as a key of messages, and the number with it. */
export function counted(view: BigxbangView): { key: string; n: number } {
  const n = Math.abs(view.puzzle_score)
  if (view.puzzle === 'light') return { key: 'left', n }
  if (view.puzzle === 'life') return { key: 'carbon', n }
  return n === setUp(view) ? { key: 'touching', n } : { key: 'burnt', n }
}

/** Best scores are kept for each puzzle with its variants. */
export const kind = (view: BigxbangView): string =>
  [view.puzzle, ...view.variants.filter((name) => name !== view.puzzle)].sort().join('+')

function kept(store: Storage | undefined): Record<string, number> {
  try {
    return JSON.parse(store?.getItem(PLACE) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

/** The best score so far, if there is one. */
export const best = (view: BigxbangView, store: Storage | undefined): number | undefined => kept(store)[kind(view)]

/** Keeps a score if it beats the best (or is the first); says whether it did. Nothing solved is no record. */
export function keepBest(view: BigxbangView, store: Storage | undefined): boolean {
  const { key, n } = counted(view)
  if (key === 'touching' || (key === 'carbon' && n === 0)) return false
  const before = best(view, store)
  if (before !== undefined && view.puzzle_score <= before) return false
  try {
    store?.setItem(PLACE, JSON.stringify({ ...kept(store), [kind(view)]: view.puzzle_score }))
  } catch {
    return false // no storage in this browser
  }
  return true
}

const SIGNS: Record<string, string> = { matter: '🟠', antimatter: '🔷', dark: '⬛', '': '▫️' }
const HELIUM: Record<string, string> = { matter: '☀️', antimatter: '❄️' }

/** The sky as a few lines of signs; helium stands out. */
export function picture(circles: BigxbangCircle[]): string {
  const lines: string[] = []
  for (const { x, y, side, nucleus } of circles) {
    lines[y] ??= ' '.repeat(Math.round(x * 2))
    lines[y] += (nucleus === 'He4' ? HELIUM[side] : SIGNS[side]) ?? SIGNS['']
  }
  return lines.join('\n')
}
