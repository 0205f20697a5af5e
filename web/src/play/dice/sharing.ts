// This browser's share in the fair dice: random numbers that it commits to first, and shows when every seat has committed.
import { api } from '../../net/api'
import type { Table } from '../../net/protocol'
import { hashed, hex } from './sha256'

/** What a browser remembers of a table it sits at. Only this proves later that everything was fixed in time. */
export interface Witness {
  /** the server's commitment, seen before the first number was drawn here */
  commitment: string
  /** the numbers of this browser's seats */
  given: Record<number, string>
  /** what the numbers of all seats were bound by when the first of this browser was shown */
  bound?: (string | null)[]
}

/** What a table may wait for from a seat. */
export type Share = { commitment: string } | { contribution: string }

const place = (match: string): string => `bangbox.dice.${match}`
/** for browsers that keep nothing: until the page is left */
const kept = new Map<string, Witness>()
const sent = new Set<string>()

/** What this browser remembers of a match's dice. */
export function witness(match: string): Witness | null {
  try {
    return (JSON.parse(localStorage.getItem(place(match)) ?? 'null') as Witness | null) ?? kept.get(match) ?? null
  } catch {
    return kept.get(match) ?? null
  }
}

function remember(match: string, seen: Witness): void {
  kept.set(match, seen)
  try {
    localStorage.setItem(place(match), JSON.stringify(seen))
  } catch {
    // it is remembered only as long as this page is open
  }
}

/** By what the number of every seat is fixed: its commitment, or the hash of a number that was shown without one. */
export const bound = ({ dice }: Table): (string | null)[] =>
  dice.commitments.map((promised, seat) => promised ?? (dice.contributions[seat] ? hashed(dice.contributions[seat]) : null))

/** Whether all seats are taken and have committed: only now numbers are shown, and nobody comes or goes any more. */
export const allCommitted = (table: Table): boolean =>
  table.players.every((player) => player.kind !== 'open') && bound(table).every((fixed) => fixed !== null)

/** The commitment to a seat's number; the number is drawn and remembered if this browser has none, or is to have a new one. */
export function commitTo(table: Table, seat: number, anew = false): string {
  const before = witness(table.id)
  const number = (anew ? undefined : before?.given[seat]) ?? hex(crypto.getRandomValues(new Uint8Array(32)))
  remember(table.id, {
    ...before,
    commitment: before?.commitment ?? table.dice.commitment,
    given: { ...before?.given, [seat]: number },
  })
  return hashed(number)
}

/** Whether the number to which a seat has committed is kept in another browser. */
export function isElsewhere(table: Table, seat: number): boolean {
  const promised = table.dice.commitments[seat]
  const number = witness(table.id)?.given[seat]
  return !!promised && !table.dice.contributions[seat] && (!number || hashed(number) !== promised)
}

/** What a table waits for from one of this browser's seats. */
export function owed(table: Table, seat: number): Share | null {
  const seen = witness(table.id)
  if (table.status !== 'waiting' || table.dice.contributions[seat]) return null
  if (seen && seen.commitment !== table.dice.commitment) return null // the server has changed its mind
  if (!table.dice.commitments[seat]) return { commitment: commitTo(table, seat) }
  if (!seen || !allCommitted(table) || isElsewhere(table, seat)) return null
  const now = bound(table)
  if (seen.bound && seen.bound.join() !== now.join()) return null // somebody chose another number after one of ours was shown
  remember(table.id, { ...seen, bound: now })
  return { contribution: seen.given[seat]! }
}

/** Sends what a table waits for from this browser, each thing once unless it fails. */
export async function giveShares(table: Table): Promise<void> {
  for (const seat of table.mine) {
    const share = owed(table, seat)
    const said = share && `${table.id} ${seat} ${Object.values(share).join()}`
    if (!share || !said || sent.has(said)) continue
    sent.add(said)
    try {
      await api.contribute(table.id, { seat, ...share })
    } catch (problem) {
      sent.delete(said)
      throw problem
    }
  }
}
