// Stars for puzzles: how many a score has earned, and how they are written.

const FULL = '★'
const EMPTY = '☆'

/** How many of the targets (for one, two and three stars) a score reaches. */
export const earned = (score: number, targets: number[]): number => targets.filter((target) => score >= target).length

/** So many stars of all, as signs. */
export const written = (stars: number, of: number): string => FULL.repeat(stars) + EMPTY.repeat(of - stars)
