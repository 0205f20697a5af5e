// What the page of a review counts: hundredths with their signs, and moments on the curve.
import { describe, expect, it } from 'vitest'
import { hundredths, placeOf, signed } from '../../src/play/reviewing.svelte'

describe('a review', () => {
  it('counts matches won of a hundred', () => {
    expect(hundredths(0.5349)).toBe(53)
    expect([0.12, -0.07, 0.001].map(signed)).toEqual(['+12', '−7', '0'])
  })

  it('finds the last point of the curve that is not after a moment', () => {
    expect(placeOf([1, 4, 9], 4)).toBe(1)
    expect(placeOf([1, 4, 9], 8)).toBe(1)
    expect(placeOf([1, 4, 9], 99)).toBe(2)
    expect(placeOf([3, 4], 1)).toBe(0)
  })
})
