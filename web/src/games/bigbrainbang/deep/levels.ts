// Tiles that overlap lie on top of each other: which level each is on.
import type { Point } from '../geometry'

/** Whether a side of one outline has all of the other beyond it. */
function apart(a: Point[], b: Point[]): boolean {
  return a.some(([x, y], i) => {
    const [nx, ny] = a[(i + 1) % a.length]!
    const out = [ny - y, x - nx]
    return b.every(([px, py]) => (px - x) * out[0]! + (py - y) * out[1]! >= -1e-9)
  })
}

/** Whether two outlines (convex, anticlockwise) overlap. */
export const overlap = (a: Point[], b: Point[]): boolean => !apart(a, b) && !apart(b, a)

/** The level of each tile: above all earlier ones that it overlaps. */
export function levels(tiles: { name: string; outline: Point[] }[]): Map<string, number> {
  const found = new Map<string, number>()
  tiles.forEach((tile, i) => {
    const below = tiles.slice(0, i).filter((other) => overlap(tile.outline, other.outline))
    found.set(tile.name, below.length ? 1 + Math.max(...below.map((other) => found.get(other.name) ?? 0)) : 0)
  })
  return found
}

/** The level of something laid on top of everything it overlaps. */
export const levelOver = (outline: Point[], tiles: { name: string; outline: Point[] }[], known: Map<string, number>): number =>
  tiles.reduce((most, tile) => (overlap(outline, tile.outline) ? Math.max(most, (known.get(tile.name) ?? 0) + 1) : most), 0)
