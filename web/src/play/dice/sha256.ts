// SHA-256 and HMAC-SHA-256 (FIPS 180-4, RFC 2104): browsers offer their own only on pages over https, and at home people play over http.

const BLOCK = 64
const primes: number[] = []
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n)
/** the first 32 bits behind the point */
const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)))

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** The data, a one bit, zeros up to a whole number of blocks, and in the last eight bytes how many bits the data has. */
function padded(data: Uint8Array): DataView {
  const filled = new Uint8Array(Math.ceil((data.length + 9) / BLOCK) * BLOCK)
  filled.set(data)
  filled[data.length] = 0x80
  const view = new DataView(filled.buffer)
  view.setBigUint64(filled.length - 8, BigInt(data.length) * 8n)
  return view
}

/** The sixteen words of a block, and forty-eight made of them. */
function schedule(view: DataView, from: number): number[] {
  const words = Array.from({ length: 16 }, (_, place) => view.getInt32(from + 4 * place))
  for (let place = 16; place < 64; place++) {
    const [early, late] = [words[place - 15]!, words[place - 2]!]
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words.push((words[place - 16]! + low + words[place - 7]! + high) | 0)
  }
  return words
}

/** The eight words of the state after one more block. */
function compressed(state: number[], words: number[]): number[] {
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number]
  for (let round = 0; round < 64; round++) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[round]! + words[round]!) | 0
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
  }
  return [a, b, c, d, e, f, g, h].map((word, place) => (word + state[place]!) | 0)
}

/** The 32 bytes of the hash. */
export function sha256(data: Uint8Array): Uint8Array {
  const view = padded(data)
  let state = START
  for (let from = 0; from < view.byteLength; from += BLOCK) state = compressed(state, schedule(view, from))
  const hash = new DataView(new ArrayBuffer(32))
  state.forEach((word, place) => hash.setInt32(4 * place, word))
  return new Uint8Array(hash.buffer)
}

/** The 32 bytes of the hash under a key. */
export function hmac(key: Uint8Array, data: Uint8Array): Uint8Array {
  const short = key.length > BLOCK ? sha256(key) : key
  const under = (mask: number, rest: Uint8Array): Uint8Array => {
    const all = new Uint8Array(BLOCK + rest.length).fill(mask, 0, BLOCK)
    short.forEach((byte, place) => (all[place]! ^= byte))
    all.set(rest, BLOCK)
    return sha256(all)
  }
  return under(0x5c, under(0x36, data))
}

export const ascii = (text: string): Uint8Array => new TextEncoder().encode(text)

export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export const unhex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))

/** SHA-256 of a text, in hexadecimal digits. */
export const hashed = (text: string): string => hex(sha256(ascii(text)))
