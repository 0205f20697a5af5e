// The empty sky of Big×Bang, as the server describes it.
import type { BigxbangCircle } from '../../src/net/protocol'

const ROWS: [string, number, number][] = [['a', 9, 2], ['b', 10, 1.5], ['c', 11, 1], ['d', 12, 0.5], ['e', 12, 0], ['f', 11, 0.5], ['g', 10, 1], ['h', 9, 1.5]] // prettier-ignore
export const CIRCLES: BigxbangCircle[] = ROWS.flatMap(([letter, count, begin], y) =>
  Array.from({ length: count }, (_, i) => ({
    name: `${letter}${i + 1}`,
    x: begin + i,
    y,
    side: '',
    nucleus: '',
    protons: 0,
    neutrons: 0,
  })),
)
