// The fair dice: the same draws as in Python, and no cheating unnoticed.
import { describe, expect, it } from 'vitest'
import { checkDice, contribution, witness } from '../../src/play/dice'
import type { Happened, Table } from '../../src/net/protocol'
import { shared } from '../shared'

const { match, secret, commitment, contributions, draws } = shared.dice

const table = (dice: object = {}): Table =>
  ({ id: match, dice: { kind: 'fair', commitment, contributions, secret, ...dice } }) as unknown as Table

const log = (shift = 0): Happened[] => [
  { draws: draws.map(({ k, total, value }) => ({ k, total, low: value + shift, high: value + shift + 1 })) } as unknown as Happened,
]

describe('checking the dice', () => {
  it('finds the same draws as Python', async () => {
    expect(await checkDice(table(), log(), null)).toEqual({ committed: true, witnessed: null, draws: draws.length, wrong: [], untold: 0 })
  })
  it('notices outcomes that do not follow', async () => {
    expect((await checkDice(table(), log(1), null)).wrong).toEqual(draws.map(({ k }) => k))
  })
  it('notices a draw that was left out', async () => {
    const [first] = log()
    const rest = [{ draws: first!.draws.filter(({ k }) => k !== 1) } as unknown as Happened]
    expect((await checkDice(table(), rest, null)).wrong).toEqual(draws.map(({ k }) => k).slice(2))
  })
  it('notices another secret', async () => {
    const report = await checkDice(table({ secret: secret.replace(/^00/, '01') }), log(), null)
    expect(report.committed).toBe(false)
    expect(report.wrong.length).toBeGreaterThan(0)
  })
  it('notices contributions that were left out', async () => {
    const seen = { commitment, given: { 0: contributions[0]!, 1: contributions[1]! } }
    expect((await checkDice(table(), log(), seen)).witnessed).toBe(true)
    expect((await checkDice(table({ contributions: [contributions[0], 'ff'] }), log(), seen)).witnessed).toBe(false)
    expect((await checkDice(table(), log(), { ...seen, commitment: 'other' })).witnessed).toBe(false)
  })
  it('counts what was not told', async () => {
    const hidden = [{ draws: [{ k: 0, total: null, low: null, high: null }] } as unknown as Happened]
    expect((await checkDice(table(), hidden, null)).untold).toBe(1)
  })
})

describe('a contribution', () => {
  it('is remembered, and the same when asked again', () => {
    const given = contribution('m1', 'seal', 2)
    expect(given).toMatch(/^[0-9a-f]{64}$/)
    expect(contribution('m1', 'seal', 2)).toBe(given)
    expect(contribution('m1', 'another seal', 3)).not.toBe(given)
    expect(witness('m1')?.commitment).toBe('seal')
  })
})
