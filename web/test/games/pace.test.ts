// What moves in a scene moves at the speed that the player has chosen.
import { describe, expect, it } from 'vitest'

const sources = import.meta.glob<string>('../../src/games/*/**/*.svelte', { query: '?raw', import: 'default', eager: true })
/** what no scene shows: the set-up, pictures, the end, which goes by its own steps, and what stays to be read */
const APART = /\/(Art|End|Bang|Ticker)\.svelte$|\.born /
const MOVES = /^[^\n{}]*\{[^{}]*?animation: [a-z-]+ \.?[0-9.]+m?s[^;]*;/gm

describe('movements of boards', () => {
  it('take as long as they are given', () => {
    const fixed = Object.entries(sources)
      .filter(([path]) => !APART.test(path))
      .flatMap(([path, source]) => (source.match(MOVES) ?? []).map((rule) => `${path} ${rule}`))
    expect(fixed.filter((rule) => !rule.includes('infinite') && !APART.test(rule))).toEqual([])
  })
})
