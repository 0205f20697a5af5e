// Checks the fair dice of a finished match in the browser: the secret against its commitment, every draw against its interval.
import type { Happened, Table } from '../net/protocol'

export interface DiceReport {
  /** SHA-256 of the secret is what was published before the first draw */
  committed: boolean
  /** this browser saw that commitment, and its own numbers are among the contributions (null: it was not there) */
  witnessed: boolean | null
  draws: number
  /** the numbers of the draws whose outcome does not follow from the secret, or that do not follow one another */
  wrong: number[]
  /** draws whose interval was not told */
  untold: number
}

/** What a browser remembers of a table it sits at: the commitment it saw and the numbers it gave. */
export interface Witness {
  commitment: string
  given: Record<number, string>
}

const SIZE = 1n << 64n

export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const ascii = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

function unhex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}

async function sha256(data: Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', data)))
}

/** The k-th draw out of `total`: HMAC-SHA-256 over match, contributions, k and j; the first 8 bytes, without the uneven rest. */
export async function draw(key: CryptoKey, match: string, contributions: string, k: number, total: number): Promise<number> {
  const size = BigInt(total)
  for (let j = 0; ; j++) {
    const text = ascii(`bangbox/1:${match}:${contributions}:${k}:${j}`)
    const x = new DataView(await crypto.subtle.sign('HMAC', key, text)).getBigUint64(0)
    if (x < SIZE - (SIZE % size)) return Number(x % size)
  }
}

/** Whether this browser can compute (only pages over https or from the same machine may). */
export const canCheck = (): boolean => typeof crypto !== 'undefined' && crypto.subtle !== undefined

/** Recomputes every draw of a match. */
export async function checkDice(table: Table, log: Happened[], seen: Witness | null): Promise<DiceReport> {
  const { commitment, contributions, secret } = table.dice
  if (!secret) throw new Error('the secret is published when the match is over')
  const bytes = unhex(secret)
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const joined = await sha256(ascii(contributions.map((given) => given ?? '').join(',')))
  const report: DiceReport = {
    committed: (await sha256(bytes)) === commitment,
    witnessed: seen && seen.commitment === commitment && Object.entries(seen.given).every(([seat, given]) => contributions[Number(seat)] === given),
    draws: 0,
    wrong: [],
    untold: 0,
  }
  for (const { k, total, low, high } of log.flatMap((event) => event.draws)) {
    if (k !== report.draws++) report.wrong.push(k) // a server that could leave out draws could roll until it likes the result
    else if (total === null || low === null || high === null) report.untold++
    else {
      const value = await draw(key, table.id, joined, k, total)
      if (value < low || value >= high) report.wrong.push(k)
    }
  }
  return report
}

const place = (match: string): string => `bangbox.dice.${match}`

/** What this browser remembers of a match's dice. */
export function witness(match: string): Witness | null {
  try {
    return JSON.parse(localStorage.getItem(place(match)) ?? 'null') as Witness | null
  } catch {
    return null
  }
}

/** A seat's random number for the dice, remembered together with the commitment seen before it was given. */
export function contribution(match: string, commitment: string, seat: number): string {
  const before = witness(match)
  const given = before?.given[seat] ?? hex(crypto.getRandomValues(new Uint8Array(32)))
  const now: Witness = { commitment: before?.commitment ?? commitment, given: { ...before?.given, [seat]: given } }
  try {
    localStorage.setItem(place(match), JSON.stringify(now))
  } catch {
    // no storage in this browser: the check says that it was no witness
  }
  return given
}
