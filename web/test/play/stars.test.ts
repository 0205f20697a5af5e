import { expect, test } from 'vitest'
import { written } from '../../src/play/stars'

test('stars are written in full, earned or not', () => {
  expect(written(2)).toBe('★★☆')
  expect(written(0)).toBe('☆☆☆')
})
