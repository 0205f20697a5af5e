// A browser commits first, shows its number only when all are bound, and never to anybody who has changed their mind.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashed } from '../../../src/play/dice/sha256'
import { allCommitted, commitTo, giveShares, isElsewhere, owed, witness } from '../../../src/play/dice/sharing'
import { api } from '../../../src/net/api'
import type { Table } from '../../../src/net/protocol'

let count = 0
let id = ''
beforeEach(() => {
  id = `match${count++}`
})
afterEach(() => vi.restoreAllMocks())

/** A table for two at which this browser has seat 0. */
const table = (dice: object = {}, more: object = {}): Table =>
  ({
    id,
    status: 'waiting',
    mine: [0],
    players: [{ kind: 'person' }, { kind: 'person' }],
    dice: { kind: 'fair', commitment: 'seal', commitments: [null, null], contributions: [null, null], secret: null, ...dice },
    ...more,
  }) as unknown as Table

describe('what a table waits for', () => {
  it('is first a commitment, the same when asked again', () => {
    const share = owed(table(), 0)
    const number = witness(id)!.given[0]!
    expect(number).toMatch(/^[0-9a-f]{64}$/)
    expect(share).toEqual({ commitment: hashed(number) })
    expect(owed(table(), 0)).toEqual(share)
  })
  it('is then nothing, until all have committed', () => {
    const mine = commitTo(table(), 0)
    const half = table({ commitments: [mine, null] })
    expect(allCommitted(half)).toBe(false)
    expect(owed(half, 0)).toBeNull()
    expect(owed(table({ commitments: [mine, 'other'] }, { players: [{ kind: 'person' }, { kind: 'open' }] }), 0)).toBeNull()
  })
  it('is then the number, and what bound the others is remembered', () => {
    const mine = commitTo(table(), 0)
    const all = table({ commitments: [mine, 'other'] })
    expect(owed(all, 0)).toEqual({ contribution: witness(id)!.given[0] })
    expect(witness(id)!.bound).toEqual([mine, 'other'])
    expect(owed(all, 0)).not.toBeNull() // after a lost answer
    expect(owed(table({ commitments: [mine, 'other'], contributions: [witness(id)!.given[0], null] }), 0)).toBeNull()
  })
  it('is the number too if somebody has shown one without committing', () => {
    const mine = commitTo(table(), 0)
    expect(owed(table({ commitments: [mine, null], contributions: [null, 'ab'] }), 0)).not.toBeNull()
    expect(witness(id)!.bound).toEqual([mine, hashed('ab')])
  })
  it('is nothing once anything has changed', () => {
    const mine = commitTo(table(), 0)
    expect(owed(table({ commitments: [mine, 'other'], commitment: 'another seal' }), 0)).toBeNull()
    expect(owed(table({ commitments: [mine, 'other'] }), 0)).not.toBeNull()
    expect(owed(table({ commitments: [mine, 'another'] }), 0)).toBeNull() // chosen after ours was shown
    expect(owed(table({ commitments: [mine, 'other'] }, { status: 'over' }), 0)).toBeNull()
  })
  it('is kept in another browser if that one committed', () => {
    const theirs = table({ commitments: ['from the other', null] })
    expect(isElsewhere(theirs, 0)).toBe(true)
    expect(owed(theirs, 0)).toBeNull()
    const mine = commitTo(theirs, 0, true)
    expect(isElsewhere(table({ commitments: [mine, null] }), 0)).toBe(false)
    expect(commitTo(theirs, 0, true)).not.toBe(mine)
  })
  it('is remembered by browsers that keep nothing, while the page is open', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('no room')
    })
    const mine = commitTo(table(), 0)
    expect(owed(table({ commitments: [mine, 'other'] }), 0)).toEqual({ contribution: witness(id)!.given[0] })
  })
})

describe('giving it', () => {
  it('happens once, unless it fails', async () => {
    const asked = vi.spyOn(api, 'contribute').mockRejectedValueOnce(new Error('offline')).mockResolvedValue(table())
    await expect(giveShares(table())).rejects.toThrow('offline')
    await giveShares(table())
    await giveShares(table())
    expect(asked).toHaveBeenCalledTimes(2)
    expect(asked).toHaveBeenLastCalledWith(id, { seat: 0, commitment: hashed(witness(id)!.given[0]!) })
  })
})
