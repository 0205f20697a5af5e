// Checks the fair dice of a finished match in the browser: all that was committed to, and every draw against its interval.
import type { Happened, Table } from '../../net/protocol'
import { ascii, hashed, hex, hmac, sha256, unhex } from './sha256'
import { bound, type Witness } from './sharing'

export interface DiceReport {
  /** SHA-256 of the secret is what was published before the first draw */
  committed: boolean
  /** the seats that committed to their numbers before any such number was shown */
  sealed: number[]
  /** the seats whose number is missing, or not the one they committed to */
  broken: number[]
  /** this browser saw all commitments, and its own numbers are among the contributions (null: it was not there) */
  witnessed: boolean | null
  draws: number
  /** the numbers of the draws whose outcome does not follow from the secret, or that do not follow one another */
  wrong: number[]
  /** draws whose interval was not told */
  untold: number
}

const SIZE = 1n << 64n

/** The k-th draw out of `total`: HMAC-SHA-256 over match, contributions, k and j; the first 8 bytes, without the uneven rest. */
export function draw(secret: Uint8Array, match: string, contributions: string, k: number, total: number): number {
  const size = BigInt(total)
  for (let j = 0; ; j++) {
    const x = new DataView(hmac(secret, ascii(`bangbox/1:${match}:${contributions}:${k}:${j}`)).buffer).getBigUint64(0)
    if (x < SIZE - (SIZE % size)) return Number(x % size)
  }
}

/** Whether everything is as this browser remembers it. */
function agrees(table: Table, seen: Witness): boolean {
  const { commitment, contributions } = table.dice
  const own = Object.entries(seen.given).every(([seat, given]) => (contributions[Number(seat)] ?? given) === given)
  return own && seen.commitment === commitment && (!seen.bound || seen.bound.join() === bound(table).join())
}

/** Whether a seat's number is the one it committed to; at a table that was closed before the first draw it may be missing. */
const fits = (given: string | null, promised: string | null, needed: boolean): boolean =>
  given === null ? !needed : promised === null || hashed(given) === promised

/** Recomputes every draw of a match. */
export function checkDice(table: Table, log: Happened[], seen: Witness | null): DiceReport {
  const { commitment, commitments, contributions, secret } = table.dice
  if (!secret) throw new Error('the secret is published when the match is over')
  const bytes = unhex(secret)
  const joined = hashed(contributions.map((given) => given ?? '').join(','))
  const draws = log.flatMap((event) => event.draws)
  const sealed = commitments.flatMap((promised, seat) => (promised ? [seat] : []))
  const report: DiceReport = {
    committed: hex(sha256(bytes)) === commitment,
    sealed,
    broken: contributions.flatMap((given, seat) => (fits(given, commitments[seat] ?? null, draws.length > 0) ? [] : [seat])),
    witnessed: seen && agrees(table, seen),
    draws: 0,
    wrong: [],
    untold: 0,
  }
  for (const { k, total, low, high } of draws) {
    if (k !== report.draws++)
      report.wrong.push(k) // whoever may leave out draws can roll until it pleases
    else if (total === null || low === null || high === null) report.untold++
    else {
      const value = draw(bytes, table.id, joined, k, total)
      if (value < low || value >= high) report.wrong.push(k)
    }
  }
  return report
}
