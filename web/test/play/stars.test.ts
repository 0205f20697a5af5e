import { expect, test } from 'vitest'
import { earned, written } from '../../src/play/stars'

test('a score earns the stars whose targets it reaches', () => {
  const targets = [-12, -4, 0]
  expect([-84, -12, -5, -4, 0].map((score) => earned(score, targets))).toEqual([0, 1, 1, 2, 3])
  expect(earned(7, [2, 4, 5])).toBe(3)
})

test('stars that are missing show too', () => {
  expect(written(2, 3)).toBe('★★☆')
})
