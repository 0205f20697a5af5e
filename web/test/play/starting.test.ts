// Setting a table up: what was chosen last stays, and the rest is set so that it goes with it.
import { describe, expect, it } from 'vitest'
import type { GameInfo } from '../../src/net/protocol'
import { SettingUp } from '../../src/play/starting/settingup.svelte'

/** Like Big×Bang: puzzles are for one, or for two together; anything else is for two. */
const sky = {
  levels: ['easy'],
  level: 'easy',
  players: { min: 1, max: 2, default: 2 },
  options: [
    { name: 'short', kind: 'switch', default: false, values: null, low: null, high: null },
    { name: 'puzzle', kind: 'choice', default: 'none', values: ['none', 'light'], low: null, high: null },
    { name: 'coop', kind: 'switch', default: false, values: null, low: null, high: null },
    { name: 'first', kind: 'choice', default: 0, values: [0, 1, 'random'], low: null, high: null },
  ],
} as unknown as GameInfo

async function seats(options: Record<string, unknown>): Promise<number> {
  const puzzle = options['puzzle'] !== 'none'
  if (options['coop'] && !puzzle) throw new Error('coop goes with a puzzle')
  const count = puzzle && !options['coop'] ? 1 : 2
  if ('players' in options && options['players'] !== count) throw new Error(`with these options there are ${count} seats`)
  return count
}

describe('a table being set up', () => {
  it('begins with what is usual', () => {
    const table = new SettingUp(sky, seats)
    expect(table.players).toBe(2)
    expect(table.seats.map(({ kind }) => kind)).toEqual(['me', 'bot'])
    expect(table.chosen).toEqual({ short: false, puzzle: 'none', coop: false, first: 'random' })
  })
  it('has a puzzle for one player', async () => {
    const table = new SettingUp(sky, seats)
    await table.count(1)
    expect(table.options['puzzle']).toBe('light')
    expect(table.along?.name).toBe('puzzle')
    expect(table.seats).toHaveLength(1)
    expect(table.problem).toBe('')
    await table.count(2)
    expect(table.options['puzzle']).toBe('none')
    expect(table.seats).toHaveLength(2)
  })
  it('has one player for a puzzle, though two were chosen', async () => {
    const table = new SettingUp(sky, seats)
    await table.count(2)
    await table.change('puzzle', 'light')
    expect(table.players).toBe(1)
    expect(table.chosen).not.toHaveProperty('players')
    expect(table.along).toBeNull()
    await table.change('coop', true)
    expect(table.players).toBe(2)
  })
  it('has a puzzle for playing together', async () => {
    const table = new SettingUp(sky, seats)
    await table.change('coop', true)
    expect([table.options['puzzle'], table.options['coop'], table.players]).toEqual(['light', true, 2])
  })
  it('says why if nothing goes with it, and forgets it afterwards', async () => {
    const table = new SettingUp(sky, async (options) =>
      options['short'] ? Promise.reject(new Error('never short')) : seats(options),
    )
    await table.change('short', true)
    expect(table.problem).toBe('never short')
    await table.change('short', false)
    expect(table.problem).toBe('')
  })
  it('listens to the last wish only', async () => {
    const table = new SettingUp(sky, seats)
    await Promise.all([table.count(1), table.count(2)])
    expect(table.seats).toHaveLength(2)
    expect(table.options['puzzle']).toBe('none')
  })
  it('lets only seats begin that exist', async () => {
    const table = new SettingUp(sky, seats)
    await table.change('first', 1)
    await table.count(1)
    expect(table.options['first']).toBe(0)
  })
})
