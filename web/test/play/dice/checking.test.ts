// The fair dice: the same draws as in Python, and no cheating unnoticed.
import { describe, expect, it } from 'vitest'
import { checkDice } from '../../../src/play/dice/checking'
import { hashed } from '../../../src/play/dice/sha256'
import type { Happened, Table } from '../../../src/net/protocol'
import { shared } from '../../shared'

const { match, secret, commitment, commitments, contributions, draws } = shared.dice

const table = (dice: object = {}): Table =>
  ({ id: match, dice: { kind: 'fair', commitment, commitments, contributions, secret, ...dice } }) as unknown as Table

const log = (shift = 0): Happened[] => [
  {
    draws: draws.map(({ k, total, value }) => ({ k, total, low: value + shift, high: value + shift + 1 })),
  } as unknown as Happened,
]

describe('checking the dice', () => {
  it('finds the same draws and commitments as Python', () => {
    expect(checkDice(table(), log(), null)).toEqual({
      committed: true,
      sealed: [0, 1],
      broken: [],
      witnessed: null,
      draws: draws.length,
      wrong: [],
      untold: 0,
    })
  })
  it('notices outcomes that do not follow', () => {
    expect(checkDice(table(), log(1), null).wrong).toEqual(draws.map(({ k }) => k))
  })
  it('notices a draw that was left out', () => {
    const [first] = log()
    const rest = [{ draws: first!.draws.filter(({ k }) => k !== 1) } as unknown as Happened]
    expect(checkDice(table(), rest, null).wrong).toEqual(draws.map(({ k }) => k).slice(2))
  })
  it('notices another secret', () => {
    const report = checkDice(table({ secret: secret.replace(/^00/, '01') }), log(), null)
    expect(report.committed).toBe(false)
    expect(report.wrong.length).toBeGreaterThan(0)
  })
  it('notices numbers that nobody committed to, and missing ones', () => {
    expect(checkDice(table({ contributions: [contributions[0], 'ff'.repeat(16)] }), log(), null).broken).toEqual([1])
    expect(checkDice(table({ contributions: [null, contributions[1]] }), log(), null).broken).toEqual([0])
    expect(checkDice(table({ contributions: [null, contributions[1]] }), [], null).broken).toEqual([]) // closed before the start
  })
  it('tells who had committed', () => {
    expect(checkDice(table({ commitments: [null, commitments[1]] }), log(), null).sealed).toEqual([1])
    expect(checkDice(table({ commitments: [null, null] }), log(), null).sealed).toEqual([])
  })
  it('notices whatever differs from what this browser saw', () => {
    const seen = { commitment, given: { 0: contributions[0]! }, bound: commitments }
    const other = 'ff'.repeat(16)
    const forged = table({ commitments: [commitments[0], hashed(other)], contributions: [contributions[0], other] })
    expect(checkDice(table(), log(), seen).witnessed).toBe(true)
    expect(checkDice(forged, log(), seen).broken).toEqual([]) // it fits together
    expect(checkDice(forged, log(), seen).witnessed).toBe(false)
    expect(
      checkDice(table({ commitments: [commitments[0], null], contributions: [contributions[0], other] }), log(), seen).witnessed,
    ).toBe(false)
    expect(checkDice(table({ contributions: [other, contributions[1]] }), log(), seen).witnessed).toBe(false)
    expect(checkDice(table(), log(), { ...seen, commitment: 'other' }).witnessed).toBe(false)
    expect(checkDice(table(), log(), { commitment, given: seen.given }).witnessed).toBe(true) // an older page remembered less
  })
  it('counts what was not told', () => {
    const hidden = [{ draws: [{ k: 0, total: null, low: null, high: null }] } as unknown as Happened]
    expect(checkDice(table(), hidden, null).untold).toBe(1)
  })
})
