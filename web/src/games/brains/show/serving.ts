// Brains on their way between the dish and the plates: where each starts, where it goes, and when.
import type { BrainsBrains, BrainsView } from '../../../net/protocol'
import type { Holder, Moved } from '../keeping'

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
const APART = 110 // ms from one brain to the next
const FLIGHT = 650
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
export function sprites(table: HTMLElement, { from, to, brains }: Moved, pace = 1): Sprite[] {
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
    late: i * APART * pace,
  }))
}

/** How long (ms) a payment takes, from the first brain that leaves to the last that arrives. */
export const servingTakes = (brains: number): number => FLIGHT + APART * pieces(brains).length

/** When (ms) a brain lies on its plate. */
export const landed = ({ late }: Sprite, pace = 1): number => late + FLIGHT * pace

const heap = (number: number): BrainsBrains => ({ number, fives: Math.floor(number / 5), ones: number % 5 })

/** The table while these brains have arrived; the last ones bring what the view has. */
export function servedBy(old: BrainsView, { from, to }: Moved, arrived: Pick<Sprite, 'five'>[]): BrainsView {
  const n = arrived.reduce((sum, { five }) => sum + (five ? 5 : 1), 0)
  const by = (holder: Holder): number => (holder === from ? -n : holder === to ? n : 0)
  return {
    ...old,
    middle: heap(old.middle.number + by('middle')),
    players: old.players.map((player, seat) => ({ ...player, held: heap(player.held.number + by(seat)) })),
  }
}
