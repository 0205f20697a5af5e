// Mmm… Brains! without a page: kept dice to choices, what fell, who paid whom, how dice turn.
import { describe, expect, it } from 'vitest'
import type { BoardChoice, BoardEvent } from '../../src/boards'
import { aside, colouring, fallen, keeping, keptBy, moved, paid, totalOf, uncounted } from '../../src/games/brains/keeping'
import { scenes } from '../../src/games/brains/show/scenes'
import { pieces, servedBy, servingTakes } from '../../src/games/brains/show/serving'
import { orientation, SIDES, toss } from '../../src/games/brains/dice/tumbling'
import type { BrainsView } from '../../src/net/protocol'

const DICE = ['die-r', 'die-y', 'die-g', 'die-b', 'die-k']

/** All 32 ways to keep dice, as the game lists them. */
const KEEPS: BoardChoice[] = Array.from({ length: 32 }, (_, action) => {
  const kept = DICE.filter((_, i) => (action >> i) & 1)
  const thrown = DICE.filter((_, i) => !((action >> i) & 1))
  const about = {
    places: [...kept, ...(thrown.length ? ['cup'] : [])],
    pieces: thrown,
    effect: thrown.length ? 'throw' : 'stop',
    rule: 'M4',
  }
  return { action, name: `keep ${action}`, label: '', about }
})
const COLOURS: BoardChoice[] = ['r', 'g'].map((colour, i) => ({
  action: 100 + i, name: colour, label: '', about: { places: [colour], pieces: ['die-r'], effect: 'take', rule: 'M6' },
})) // prettier-ignore

function view(held: number[], middle: number, more: Partial<BrainsView> = {}): BrainsView {
  const brains = (number: number) => ({ number, fives: Math.floor(number / 5), ones: number % 5 })
  return {
    phase: 1, middle: brains(middle), players: held.map((number) => ({ colour: 'r', held: brains(number), out: false })), seat: 0, throw: 1, throws: 3,
    dice: DICE.map((place) => ({ place, brain: 'r', numbers: [], top: '1', colour: 'r' })), colours: [], brains: 0, times: 1, stage: 'keep', ...more,
  } // prettier-ignore
}
const fall = (die: string): BoardEvent => ({
  number: 1, kind: 'chance', seat: null, action: 0, name: '1', label: '', data: null, about: { places: [die], pieces: [die], effect: 'fall', rule: 'M4' },
}) // prettier-ignore

it('multiplies what lies there also while dice are in the cup', () => {
  const red = { colour: 'r', sum: 5, brains: 0, owner: 0, payer: null }
  expect(totalOf({ ...red, total: 0 }, 2)).toBe(10)
  expect(totalOf({ ...red, total: 10 }, 2)).toBe(10)
})

describe('keeping', () => {
  it('finds the one choice that keeps exactly these dice', () => {
    for (const choice of KEEPS) expect(keeping(KEEPS, new Set(keptBy(choice)))).toBe(choice)
  })
  it('stops when all five are kept', () => {
    expect(keeping(KEEPS, new Set(DICE))?.about.effect).toBe('stop')
  })
  it('finds nothing where nothing can be kept', () => {
    expect(keeping(COLOURS, new Set())).toBeUndefined()
    expect(keeping(COLOURS, new Set(['r']))).toBeUndefined()
    expect(keptBy(COLOURS[0]!)).toEqual([])
  })
  it('finds a colour', () => {
    expect(colouring(COLOURS, 'g')?.action).toBe(101)
    expect(colouring(COLOURS, 'k')).toBeUndefined()
    expect(colouring(KEEPS, 'r')).toBeUndefined()
  })
})

describe('what was seen', () => {
  it('knows which dice fell and which lay aside', () => {
    const events = [fall('die-r'), fall('die-k')]
    expect([...fallen(events)]).toEqual(['die-r', 'die-k'])
    expect([...aside(view([0], 5, { throw: 2 }), events)]).toEqual(['die-y', 'die-g', 'die-b'])
    expect(aside(view([0], 5, { throw: 1 }), events).size).toBe(0)
    expect(aside(view([0], 5, { throw: 2 }), []).size).toBe(0)
  })
  it('sees who gave brains to whom', () => {
    expect(moved(view([3, 4], 50), view([3, 16], 38))).toEqual({ from: 'middle', to: 1, brains: 12 })
    expect(moved(view([3, 16], 38), view([0, 16], 41))).toEqual({ from: 0, to: 'middle', brains: 3 })
    expect(moved(view([3, 16], 38), view([3, 16], 38))).toBeNull()
  })
  it('counts nothing while dice are in the air', () => {
    const colours = [
      { colour: 'r', sum: 3, total: 6, brains: 6, owner: 0, payer: 0 },
      { colour: 'k', sum: 0, total: 0, brains: 0, owner: null, payer: null },
    ]
    const hidden = uncounted(view([3, 4], 50, { colours, brains: 2, times: 2 }))
    expect([hidden.brains, hidden.times]).toEqual([0, 1])
    for (const { sum, total, brains, payer } of hidden.colours) expect([sum, total, brains, payer]).toEqual([0, 0, 0, null])
    expect(hidden.colours.map(({ colour, owner }) => [colour, owner])).toEqual([
      ['r', 0],
      ['k', null],
    ])
  })
  it('serves fives and ones, not too many', () => {
    expect(pieces(12)).toEqual([true, true, false, false])
    expect(pieces(200)).toHaveLength(14)
  })
})

describe('dice', () => {
  /** The direction a side of the cube points in after turning, as the browser multiplies the matrices. */
  function facing(side: (typeof SIDES)[number], turned: { x: number; y: number }): number {
    const normal: Record<string, [number, number, number]> = {
      '1': [0, 0, 1], '2': [1, 0, 0], '3': [0, -1, 0], '4': [0, 1, 0], '5': [-1, 0, 0], '*': [0, 0, -1],
    } // prettier-ignore
    const [x, y, z] = normal[side]!
    const [a, b] = [(turned.x * Math.PI) / 180, (turned.y * Math.PI) / 180]
    const z1 = -x * Math.sin(b) + z * Math.cos(b)
    return y * Math.sin(a) + z1 * Math.cos(a)
  }
  it.each(SIDES)('turns %s towards the player, and only that', (top) => {
    for (const turns of [0, 1, 5])
      for (const side of SIDES)
        expect(facing(side, orientation(top, turns))).toBeCloseTo(side === top ? 1 : side === opposite(top) ? -1 : 0)
  })
  it('comes to rest where it belongs', () => {
    const frames = toss({ x: 200, y: -50 }, 3)
    expect(frames.at(-1)?.['transform']).toBe('translate(0.0px, 0.0px) scale(1) rotate(0deg)')
    expect(frames.every((frame, i) => i === 0 || Number(frame.offset) > Number(frames[i - 1]!.offset))).toBe(true)
  })
})

const opposite = (side: string): string => ({ '1': '*', '*': '1', '2': '5', '5': '2', '3': '4', '4': '3' })[side] ?? ''

describe('serving', () => {
  const heap = (number: number) => ({ number, fives: Math.floor(number / 5), ones: number % 5 })
  const before = {
    middle: heap(20),
    players: [
      { colour: 'r', held: heap(3), out: false },
      { colour: 'y', held: heap(9), out: false },
    ],
  } as never
  it('brains arrive one by one, and both heaps are counted with them', () => {
    const halfway = servedBy(before, { from: 'middle', to: 0, brains: 7 }, [{ five: true }, { five: false }])
    expect([halfway.middle.number, halfway.players[0]!.held.number, halfway.players[1]!.held.number]).toEqual([14, 9, 9])
    const paid = servedBy(before, { from: 1, to: 'middle', brains: 6 }, [{ five: true }])
    expect([paid.middle.number, paid.players[1]!.held.number]).toEqual([25, 4])
  })
  it('takes longer the more pieces travel, up to a bound', () => {
    expect(servingTakes(2)).toBeGreaterThan(servingTakes(1))
    expect(servingTakes(75)).toBe(servingTakes(150))
  })
})

describe('paying', () => {
  const chosen: BoardEvent[] = [{ number: 5, kind: 'choice', seat: 0, name: 'colour y', label: '', about: null } as never]
  const shown = (before: BrainsView, after: BrainsView) => scenes({ events: chosen, before, view: after, seat: 0 })[0]!
  const before = view([9, 4, 7], 12, { phase: 2 })
  it('strikes whoever pays for what another has chosen', () => {
    expect(paid(before, view([9, 1, 7], 15, { phase: 2 }))).toEqual({ seat: 1, brains: 3, struck: true, out: false })
    expect(paid(before, view([6, 4, 7], 15, { phase: 2 }))).toMatchObject({ seat: 0, struck: false })
    expect(paid(view([9, 4, 7], 12), view([12, 4, 7], 9))).toBeNull()
  })
  it('leaves time to see who is out', () => {
    const emptied = view([9, 0, 7], 16, { phase: 2 })
    emptied.players[1]!.out = true
    expect(paid(before, emptied)).toMatchObject({ seat: 1, brains: 4, out: true })
    const hit = shown(before, view([9, 4, 3], 16, { phase: 2 }))
    expect(shown(before, emptied).length).toBeGreaterThan(hit.length)
  })
})
