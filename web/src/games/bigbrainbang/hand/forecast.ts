// What such throws lead to, of a hundred: a tile is placed, the die ends on a tile, or it never lies on the table.
import type { BigbrainbangSpread, BigbrainbangTile } from '../../../net/protocol'
import { distance, inside, type Point } from '../geometry'

export type Fall = 'places' | 'touches' | 'astray'
export interface Forecast {
  kind: Fall
  n: number
}

/** What a die that rests there leads to: on a tile, or touching one, it counts for nothing. */
export function fallAt(at: Point, tiles: Pick<BigbrainbangTile, 'outline'>[], die: number): 'places' | 'touches' {
  return tiles.some(({ outline }) => inside(at, outline) || gap(at, outline) < die / 2) ? 'touches' : 'places'
}

function gap(at: Point, outline: Point[]): number {
  let least = Infinity
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % outline.length]!
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
    const part = Math.min(1, Math.max(0, ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / (dx * dx + dy * dy || 1)))
    least = Math.min(least, distance(at, [a[0] + part * dx, a[1] + part * dy]))
  })
  return least
}

/** So many of a hundred, whole numbers that make a hundred. */
export function forecastOf(spread: BigbrainbangSpread, tiles: Pick<BigbrainbangTile, 'outline'>[], die: number): Forecast[] {
  const hundredth = (n: number): number => Math.round((100 * n) / Math.max(spread.thrown, 1))
  const touches = hundredth(spread.rests.filter((at) => fallAt(at, tiles, die) === 'touches').length)
  const astray = hundredth(spread.astray)
  return [
    { kind: 'places', n: 100 - touches - astray },
    { kind: 'touches', n: touches },
    { kind: 'astray', n: astray },
  ]
}
