// Our SHA-256 and HMAC are those of everybody else.
import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ascii, hashed, hex, hmac, sha256, unhex } from '../../../src/play/dice/sha256'

/** so many bytes, none like its neighbour */
const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_, place) => (place * 151 + length) % 256)

describe('SHA-256', () => {
  it('is the published one', () => {
    expect(hashed('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(hashed('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
  it('agrees with another program at every length of three blocks', () => {
    for (let length = 0; length <= 192; length++)
      expect(hex(sha256(bytes(length)))).toBe(createHash('sha256').update(bytes(length)).digest('hex'))
  })
})

describe('HMAC', () => {
  it('agrees with another program for short and long keys', () => {
    for (const length of [0, 1, 32, 63, 64, 65, 200])
      expect(hex(hmac(bytes(length), ascii('bangbox/1')))).toBe(
        createHmac('sha256', bytes(length)).update('bangbox/1').digest('hex'),
      )
  })
})

it('reads hexadecimal digits as it writes them', () => expect(hex(unhex('00ff10a5'))).toBe('00ff10a5'))
