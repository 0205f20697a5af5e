import { expect, test } from 'vitest'
import { lift } from '../../src/match/showing'

const at = (top: number, bottom: number) => ({ top, bottom })

test('what is seen stays where it is', () => {
  expect(lift([at(100, 140), at(300, 340)], 80, 500)).toBe(0)
  expect(lift([], 80, 500)).toBe(0)
})

test('what lies under the question is lifted above it', () => {
  expect(lift([at(100, 140), at(480, 520)], 80, 500)).toBe(20)
})

test('what lies above the board comes down', () => {
  expect(lift([at(300, 340), at(50, 90)], 80, 500)).toBe(-30)
})

test('where not both can be seen, the last one is', () => {
  expect(lift([at(100, 140), at(600, 640)], 80, 500)).toBe(140)
  expect(lift([at(600, 640), at(85, 125)], 80, 500)).toBe(5)
})
