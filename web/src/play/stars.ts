// Stars for puzzles, as signs.

const FULL = '★'
const EMPTY = '☆'
export const MOST = 3

/** So many stars of all, as signs. */
export const written = (stars: number, of = MOST): string => FULL.repeat(stars) + EMPTY.repeat(of - stars)
