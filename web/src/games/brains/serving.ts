// Brains on their way between the dish and the plates: where each starts, where it goes, and when.
import type { Holder, Moved } from './keeping'

export interface Sprite {
  id: number
  five: boolean
  x: number
  y: number
  dx: number
  dy: number
  late: number
}

const MOST = 14
const LATEST = 280
let count = 0

/** The pieces that fly for a number of brains; a great number is shown by fewer. */
export function pieces(brains: number): boolean[] {
  const all = [...Array<boolean>(Math.floor(brains / 5)).fill(true), ...Array<boolean>(brains % 5).fill(false)]
  return all.slice(0, MOST)
}

/** Where a holder's brains lie, in the table's own coordinates. */
function middle(table: HTMLElement, holder: Holder): { x: number; y: number } | null {
  const found = table.querySelector(`[data-holder="${holder}"] .pile, [data-holder="${holder}"] svg`)?.getBoundingClientRect()
  const here = table.getBoundingClientRect()
  return found ? { x: found.x + found.width / 2 - here.x, y: found.y + found.height / 2 - here.y } : null
}

/** The flying brains of one payment. */
export function sprites(table: HTMLElement, { from, to, brains }: Moved): Sprite[] {
  const [a, b] = [middle(table, from), middle(table, to)]
  if (!a || !b) return []
  const flying = pieces(brains)
  return flying.map((five, i) => ({
    id: count++,
    five,
    x: a.x + ((i * 29) % 40) - 20,
    y: a.y + ((i * 17) % 24) - 12,
    dx: b.x - a.x,
    dy: b.y - a.y,
    late: (i * LATEST) / flying.length,
  }))
}
