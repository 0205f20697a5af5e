// Big Brain Bang without a page: places on the table, aiming, flicking, ways to place a tile, flights, taps on dice.
import { describe, expect, it, vi } from 'vitest'
import { Vector3 } from 'three'
import type { BoardChoice, BoardEvent, BoardProps, Happening } from '../../src/boards'
import {
  arrow,
  azimuth,
  carried,
  changed,
  defaults,
  flicked,
  keyed,
  letGo,
  pulled,
} from '../../src/games/bigbrainbang/hand/aiming'
import { onTiles, pressDie } from '../../src/games/bigbrainbang/hand/choosing'
import {
  at,
  between,
  flightOf,
  length,
  made,
  restOf,
  seenFromAbove,
  type Flight,
  type Pose,
} from '../../src/games/bigbrainbang/flights'
import { Eye } from '../../src/games/bigbrainbang/deep/eye'
import {
  aroundAt,
  bearing,
  boxOnTable,
  handAt,
  inside,
  laid,
  middle,
  path,
  rectangle,
  signed,
  turned,
  type Point,
} from '../../src/games/bigbrainbang/geometry'
import { levelOver, levels, overlap } from '../../src/games/bigbrainbang/deep/levels'
import {
  burnerTowards,
  changedWay,
  fates,
  hasHoles,
  isLost,
  nameOf,
  nearest,
  way,
} from '../../src/games/bigbrainbang/hand/placing'
import { Airborne, SOUNDS } from '../../src/games/bigbrainbang/airborne.svelte'
import { endingOf, fightOf, fireOf, flown, READ, removed, scenes } from '../../src/games/bigbrainbang/scenes'
import type { BigbrainbangPreview, BigbrainbangView, Form } from '../../src/net/protocol'

const TABLE = 0.6
const near = (found: Point, wanted: Point): void => {
  expect(found[0]).toBeCloseTo(wanted[0], 6)
  expect(found[1]).toBeCloseTo(wanted[1], 6)
}
const field = (name: string, low: number, high: number, step: number, unit: string, start: number) => ({
  name,
  low,
  high,
  step,
  unit,
  default: start,
})
const FORM: Form = {
  name: 'throw',
  fields: [
    field('around', 0, 2799, 1, 'mm', 350), field('height', 20, 300, 5, 'mm', 60), field('direction', -80, 80, 1, '°', 0),
    field('elevation', -30, 60, 1, '°', 0), field('speed', 40, 300, 1, 'cm/s', 130), field('spin', -30, 30, 1, 'rad/s', 0),
  ],
} // prettier-ignore

describe('places on the table', () => {
  it('turns and measures', () => {
    near(turned([1, 0], 90), [0, 1])
    expect(bearing([0, 0], [0, -1])).toBeCloseTo(270)
    expect(signed(350)).toBe(-10)
    near(middle(rectangle([0.1, 0.2], 30, 0.3, 0.07)), [0.1, 0.2])
    expect(inside([0.1, 0.2], rectangle([0.1, 0.2], 30, 0.3, 0.07))).toBe(true)
    expect(inside([0.1, 0.3], rectangle([0.1, 0.2], 30, 0.3, 0.07))).toBe(false)
    near(laid([[0.1, 0]], [0.2, 0.2], 180)[0]!, [0.1, 0.2])
  })
  it('writes paths in millimetres, upside down as drawings have it', () => {
    expect(path([[0, 0], [0.01, 0], [0.01, 0.02]])).toBe('M0 0L10 0L10 -20Z') // prettier-ignore
    expect(path([[0, 0], [0.01, 0], [0.01, 0.02]], 2)).toContain('Q10 0 10 -2') // prettier-ignore
  })
  it('finds the hand from the way around the table and back', () => {
    expect(handAt(350, TABLE)).toEqual({ side: 0, at: [0, -0.35] })
    near(handAt(700 + 350, TABLE).at, [0.35, 0])
    near(handAt(2 * 700 + 100, TABLE).at, [0.25, 0.35])
    for (const around of [0, 10, 350, 699, 701, 1050, 1500, 2100, 2799])
      expect(aroundAt(handAt(around, TABLE).at, TABLE)).toBe(around)
    expect(aroundAt([0, -0.5], TABLE)).toBe(350)
    expect(aroundAt([0.5, 0.1], TABLE)).toBe(700 + 450)
  })
  it('keeps the box on the table', () => {
    near(boxOnTable([0.5, 0], 0, 0.3, 0.3, TABLE), [0.15, 0])
    near(boxOnTable([0.5, 0.5], 90, 0.3, 0.07, TABLE), [0.265, 0.15])
    near(boxOnTable([0.1, 0], 45, 0.3, 0.3, TABLE), [0.3 - 0.15 * Math.SQRT2, 0])
  })
})

describe('levels', () => {
  const square = (x: number, y = 0): Point[] => rectangle([x, y], 0, 0.02, 0.02)
  it('lays overlapping tiles on top of each other, touching ones side by side', () => {
    expect(overlap(square(0), square(0.019))).toBe(true)
    expect(overlap(square(0), square(0.02))).toBe(false)
    expect(overlap(square(0), rectangle([0.023, 0], 45, 0.02, 0.02))).toBe(true)
    const tiles = [{ name: 'S1', outline: square(0) }, { name: 'M1', outline: square(0.015) }, { name: 'M2', outline: square(0.03) }, { name: 'L1', outline: square(0.2) }] // prettier-ignore
    const known = levels(tiles)
    expect(Object.fromEntries(known)).toEqual({ S1: 0, M1: 1, M2: 2, L1: 0 })
    expect(levelOver(square(0.045), tiles, known)).toBe(3)
    expect(levelOver(square(0.5), tiles, known)).toBe(0)
  })
})

describe('aiming', () => {
  const start = defaults(FORM)
  it('keeps values within their fields and steps', () => {
    expect(start).toEqual({ around: 350, height: 60, direction: 0, elevation: 0, speed: 130, spin: 0 })
    expect(changed(FORM, start, { speed: 999, height: 63, direction: -200 })).toMatchObject({
      speed: 300,
      height: 65,
      direction: -80,
    })
    expect(changed(FORM, start, { around: -10 }).around).toBe(2790)
    expect(changed(FORM, start, { around: 2805 }).around).toBe(5)
  })
  it('points from the hand to where one pulls, the farther the stronger', () => {
    const near = pulled(FORM, start, [0, -0.2], TABLE)
    const far = pulled(FORM, start, [0, 0.2], TABLE)
    expect(near.direction).toBe(0)
    expect(far.speed).toBeGreaterThan(near.speed!)
    expect(arrow(FORM, far, TABLE)).toBeCloseTo(0.55, 2)
    expect(pulled(FORM, start, [-0.35, 0], TABLE).direction).toBe(45) // positive is to the left
    expect(azimuth(pulled(FORM, start, [-0.35, 0], TABLE), TABLE)).toBe(135)
    expect(carried(FORM, start, [0.4, 0], TABLE).around).toBe(1050)
  })
  it('throws as fast and in the direction in which a drag was let go', () => {
    const drag = (points: [number, number, number][]) => points.map(([x, y, time]) => ({ at: [x, y] as Point, time }))
    const flick = drag([[0, -0.34, 0], [0, -0.34, 400], [0, -0.3, 440], [0, -0.22, 490]]) // prettier-ignore
    expect(letGo(flick).speed).toBeCloseTo(0.12 / 0.09, 2)
    expect(letGo([...flick, { at: [0, -0.22], time: 500 }]).speed).toBeCloseTo(0.12 / 0.09, 2)
    expect(letGo([...flick, { at: [0, -0.22], time: 800 }]).speed).toBe(0) // held still before letting go
    expect(letGo(drag([[0, -0.3, 0], [0, 0, 300]])).speed).toBeCloseTo(1) // prettier-ignore
    expect(flicked(FORM, start, flick, TABLE)).toMatchObject({ direction: 0, speed: 120 })
    const left = drag([[0, -0.3, 0], [-0.05, -0.25, 40]]) // prettier-ignore
    expect(flicked(FORM, start, left, TABLE)).toMatchObject({ direction: 45 })
    expect(flicked(FORM, start, drag([[0, -0.3, 0], [0, -0.29, 80]]), TABLE)).toBeNull() // prettier-ignore
    expect(flicked(FORM, start, drag([[0, -0.2, 0], [0, -0.3, 40]]), TABLE)).toBeNull() // prettier-ignore
    expect(flicked(FORM, start, [], TABLE)).toBeNull()
  })
  it('is done by keys, too', () => {
    const key = (name: string, more: Partial<{ shiftKey: boolean; ctrlKey: boolean }> = {}) =>
      keyed(FORM, start, { key: name, shiftKey: false, ctrlKey: false, ...more })
    expect(key('ArrowLeft')?.direction).toBe(3)
    expect(key('ArrowRight', { shiftKey: true })?.direction).toBe(-1)
    expect(key('ArrowUp')?.speed).toBe(135)
    expect(key('ArrowLeft', { ctrlKey: true })?.around).toBe(330)
    expect(key('PageUp')?.height).toBe(80)
    expect(key('x')).toBeNull()
  })
})

describe('placing', () => {
  const previews = ['1a0', '1a90', '1a180', '1a270', '1b0', '1b90', '1b180', '1b270', '2a0', '2b0'].map(
    (name, action): BigbrainbangPreview => ({
      action, name, touches: [], effect: 'alone', rule: 'B12', foes: [], holes: [],
      outline: rectangle(turned([0.03, 0], 36 * action), 0, 0.02, 0.01),
    }),
  ) // prettier-ignore
  it('turns, flips and shifts to the other hole', () => {
    expect(way('2b270')).toEqual({ hole: 2, face: 'b', turn: 3 })
    expect(nameOf({ hole: 1, face: 'a', turn: -1 })).toBe('1a270')
    expect(changedWay(previews, '1a270', 'left')).toBe('1a0')
    expect(changedWay(previews, '1a0', 'right')).toBe('1a270')
    expect(changedWay(previews, '1a90', 'flip')).toBe('1b90')
    expect(changedWay(previews, '1a0', 'hole')).toBe('2a0')
    expect(changedWay(previews.slice(0, 8), '1a0', 'hole')).toBe('1a0')
    expect(hasHoles(previews)).toBe(true)
    expect(hasHoles(previews.slice(0, 8))).toBe(false)
  })
  it('brings the tile under the finger', () => {
    expect(nearest(previews, [0.1, 0.01])).toBe('1a0')
    expect(nearest(previews, turned([0.05, 0], 72))).toBe('1a180')
    expect(burnerTowards([0, 0], [0, 0.1])).toBe(90)
    expect(burnerTowards([0, 0], [0.1, -0.0001])).toBe(0)
  })
  it('says what would become of what is touched', () => {
    const fight: BigbrainbangPreview = {
      ...previews[0]!, effect: 'fight', touches: ['S1', 'M1', 'M2', 'L1'],
      foes: [{ owner: 1, touched: ['S1'], beaten: false }, { owner: 1, touched: ['M2'], beaten: true }],
    } // prettier-ignore
    expect(Object.fromEntries(fates(fight))).toEqual({ S1: 'beats', M1: 'joins', M2: 'beaten', L1: 'joins' })
    expect(isLost(fight)).toBe(true)
    expect(isLost({ ...fight, foes: fight.foes.slice(1) })).toBe(false)
    expect(fates({ ...fight, effect: 'choose' }).get('S1')).toBe('maybe')
    expect([...fates({ ...fight, effect: 'burn', foes: [] }).values()]).toEqual(['burns', 'burns', 'burns', 'burns'])
    expect(fates(null).size).toBe(0)
  })
})

describe('flights', () => {
  const flat: Pose = [0, 0, 0.008, 1, 0, 0, 0]
  const flight: Flight = { poses: [flat, [0.1, 0, 0.008, 1, 0, 0, 0], [0.2, 0, 0.008, -1, 0, 0, 0]], rate: 120 }
  const event = (name: string, data: Record<string, unknown> | null): BoardEvent =>
    ({ number: 1, kind: 'chance', seat: null, action: 1, name, label: '', about: null, data }) // prettier-ignore
  it('comes with what happened', () => {
    expect(flightOf([event('off', { throws: 'real', rate: 120, poses: flight.poses })])).toEqual(flight)
    expect(flightOf([event('off', { throws: 'cheap' })])).toBeNull()
    expect(restOf([event('flat 1200 -340 125', null)])).toEqual({ outcome: 'flat', x: 0.012, y: -0.0034, angle: 12.5 })
    expect(restOf([event('miss', null)])?.outcome).toBe('miss')
    expect(restOf([])).toBeNull()
  })
  it('is somewhere at every moment, and stays where it ends', () => {
    expect(at(flight, 0)).toEqual(flat)
    expect(at(flight, length(flight) / 4)[0]).toBeCloseTo(0.05)
    expect(at(flight, 1e6)[0]).toBeCloseTo(0.2)
    expect(between(flat, flight.poses[2]!, 0.5).slice(3)).toEqual([1, 0, 0, 0]) // w and -w are the same turn
  })
  it('is made up where physics recorded none', () => {
    const values = defaults(FORM)
    const hops = made(values, { outcome: 'flat', x: 0.1, y: 0.05, angle: 30 }, TABLE, 0.016)
    expect(hops?.poses[0]?.slice(0, 2)).toEqual([0, -0.35])
    const end = hops?.poses.at(-1) ?? flat
    expect(end.slice(0, 3).map((n) => Math.round(n * 1e4) / 1e4)).toEqual([0.1, 0.05, 0.008])
    expect(2 * Math.atan2(end[6], end[3]) * (180 / Math.PI)).toBeCloseTo(30)
    expect(made(values, { outcome: 'off', x: 0, y: 0, angle: 0 }, TABLE, 0.016)).toBeNull()
  })
  it('shows the faces that look up', () => {
    expect(seenFromAbove(flat, 0.016).faces).toHaveLength(1)
    const tilted = seenFromAbove([0, 0, 0.02, Math.cos(0.3), Math.sin(0.3), 0, 0], 0.016).faces
    expect(tilted).toHaveLength(2)
    expect(tilted[1]!.light).toBeGreaterThan(tilted[0]!.light)
  })
})

describe('taps', () => {
  const choices = (...all: string[]): BoardChoice[] =>
    all.map((places, action) => ({
      action,
      name: places,
      label: places,
      about: { places: places.split(' '), pieces: [], effect: 'dice', rule: 'B5' },
    }))
  it('takes two dice in order', () => {
    const given = choices('red black', 'red white', 'black red', 'white red')
    expect(pressDie(given, [], 'red')).toEqual({ hold: ['red'] })
    expect(pressDie(given, ['red'], 'white')).toEqual({ choose: 1 })
    expect(pressDie(given, ['red'], 'red')).toEqual({ hold: [] })
    expect(pressDie(given, ['black'], 'white')).toEqual({ attempt: 'black white' })
    expect(pressDie(choices('red'), [], 'red')).toEqual({ choose: 0 })
    expect(pressDie(choices('red'), [], 'white')).toEqual({ attempt: 'white' })
  })
  it('finds the choices that are a tap on a tile', () => {
    expect([...onTiles(choices('S1', 'seat 1', 'M3', 'red black'), new Set(['S1', 'M3'])).keys()]).toEqual(['S1', 'M3'])
  })
})

describe('what is to be watched', () => {
  const look = (phase: string, die: object | null = null): BigbrainbangView =>
    ({ phase, die, die_size: 0.016, table: 0.6, turn: { burner: '' }, burner: [[0, 0], [0.1, 0], [0.1, 0.02]], tiles: [{ name: 'L2', outline: [[0, 0], [1, 0], [1, 1]] }, { name: 'S1', outline: [] }] }) as unknown as BigbrainbangView // prettier-ignore
  const happened = (
    kind: string,
    name: string,
    effect: string,
    pieces: string[] = [],
    seat: number | null = 1,
    action = 90,
  ): BoardEvent =>
    ({
      number: 7,
      kind,
      name,
      seat,
      action,
      about: { effect, pieces, places: [], rule: '' },
      data: null,
      label: '',
    }) as unknown as BoardEvent
  const asked = (event: BoardEvent, before: BigbrainbangView, view: BigbrainbangView, seat = 0): Happening<BigbrainbangView> => ({
    events: [event],
    before,
    view,
    seat,
  })
  const rest = (name: string): BoardEvent => happened('chance', name, 'rest', [], null)

  it('says how a throw ended, also flat on a tile', () => {
    const flat = { outcome: 'flat', x: 0, y: 0, angle: 0 }
    expect(endingOf(flat, look('flight'), look('place', {}))).toBe('flat')
    expect(endingOf(flat, look('flight'), look('start'))).toBe('tile')
    expect(endingOf({ ...flat, outcome: 'off' }, look('flight'), look('start'))).toBe('off')
    expect(endingOf(flat, look('drop'), look('start'))).toBe('drop')
    expect(endingOf(flat, look('drop'), look('drop'))).toBe('again')
  })
  it('a failure is read longer than a success, and told when the die lies', () => {
    const [good] = scenes(asked(rest('flat 100 100 0'), look('flight'), look('place', {})))
    const [bad] = scenes(asked(rest('off'), look('flight'), look('start')))
    expect(good).toMatchObject({ kind: 'throw' })
    expect(bad!.length - bad!.shows!).toBeGreaterThan(good!.length - good!.shows!)
  })
  it('the Burner burns, whoever lays it', () => {
    for (const seat of [0, 1])
      expect(
        scenes(asked(happened('choice', 'burn 90', 'burn', ['L2'], 0), look('burn', {}), look('start'), seat)),
      ).toMatchObject([{ kind: 'burner' }])
    const fire = fireOf({
      kind: 'burner',
      events: [happened('choice', 'burn 90', 'burn', ['L2'])],
      before: look('burn', { x: 0.1, y: 0.1 }),
      length: 3000,
      shows: 1500,
      pace: 1,
      round: 0,
      first: 7,
    })
    expect(fire?.tiles).toEqual([
      [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
    ])
    near(fire!.burner[1]!, [0.1, 0.2])
  })
  it('a fight is seen by everybody: what loses goes to pieces', () => {
    const [won, lost] = [look('place', { x: 0.1, y: 0.1 }), { ...look('start'), tiles: [] }]
    const put = happened('choice', '1a0', 'alone', [], 0)
    expect(scenes(asked(put, won, lost, 0))).toMatchObject([{ kind: 'fight' }])
    expect(removed(won, lost).map(({ name }) => name)).toEqual(['L2', 'S1'])
    const playing = { kind: 'fight', events: [put], before: won, length: 3000, shows: 1000, pace: 1, round: 0, first: 7 }
    expect(fightOf(playing, lost)).toMatchObject({ die: [0.1, 0.1], burner: [], burns: 1000, lasts: 3000 })
    expect(fightOf(playing, won)).toBeNull()
  })
  it('one does not wait for own clicks, but sees those of others', () => {
    const dice = happened('choice', 'rk', 'dice', [], 1)
    expect(scenes(asked(dice, look('start'), look('box'), 1))[0]!.length).toBe(0)
    expect(scenes(asked(dice, look('start'), look('box'), 0))[0]!.length).toBeGreaterThan(0)
  })
  it('the die for the first player falls on the middle and rolls to where it stops', () => {
    const flight = flown([rest('flat 10000 5000 0')], look('drop'), null)!
    expect(flight.poses[0]!.slice(0, 2)).toEqual([0, 0])
    near([flight.poses.at(-1)![0], flight.poses.at(-1)![1]], [0.1, 0.05])
  })

  // what is heard and seen of a step, without movement
  const shown = (event: BoardEvent, before: BigbrainbangView, view: BigbrainbangView): { air: Airborne; heard: string[] } => {
    const heard: string[] = []
    const choice = { kind: 'choice', name: 'throw 350 60 0 0 130 0' } as BoardEvent
    const board = { view, last: [choice, event], actor: 0, calm: true, sound: (name: string) => heard.push(name) }
    const air = new Airborne(() => board as unknown as BoardProps<BigbrainbangView>)
    const [scene] = scenes(asked(event, before, view))
    air.play({ kind: scene!.kind, events: [event], before, length: 3000, shows: 1000, pace: 1, round: 0, first: 7 })
    return { air, heard }
  }
  const thrown = (phase = 'flight'): BigbrainbangView =>
    ({ ...look(phase), turn: { burner: '', dice: ['black', 'red'], thrown: 0 } }) as unknown as BigbrainbangView

  it('every failure has a banner and a sound of its own', () => {
    const failures = ['off', 'lean', 'box', 'miss'] as const
    for (const outcome of failures) {
      const { air, heard } = shown(rest(outcome), thrown(), look('start'))
      expect(air.banner?.kind).toBe(outcome)
      expect(heard).toEqual([SOUNDS[outcome]])
    }
    const tile = shown(rest('flat 100 100 0'), thrown(), look('start'))
    expect(tile.air.banner?.kind).toBe('tile')
    expect(tile.heard).toEqual([SOUNDS.tile])
    expect(new Set([...failures, 'tile' as const, 'flat' as const].map((ending) => SOUNDS[ending])).size).toBe(6)
  })
  it('a third misfire in a row uses the throw up', () => {
    const missed = (misfires: number): BigbrainbangView => ({ ...thrown(), turn: { ...thrown().turn, misfires } })
    expect(shown(rest('miss'), thrown(), missed(1)).air.banner).toMatchObject({ kind: 'miss', used: false })
    expect(shown(rest('miss'), thrown(), missed(0)).air.banner).toMatchObject({ kind: 'miss', used: true, colour: 'black' })
  })
  it('a failed throw for the Burner costs the token too', () => {
    const burning = { ...thrown(), turn: { ...thrown().turn, burner: 'burning' } } as BigbrainbangView
    expect(shown(rest('off'), burning, look('start')).air.banner).toMatchObject({ used: true, token: true })
    expect(shown(rest('off'), thrown(), look('start')).air.banner).toMatchObject({ used: true, token: false })
  })
  it('where no scene is played a failure is told for a while, and nothing of what was there before', () => {
    vi.useFakeTimers()
    const event = (number: number, found: BoardEvent): BoardEvent => ({ ...found, number })
    const board = { view: thrown(), last: [event(4, rest('off'))], scene: null, actor: 0, sound: () => {} }
    const air = new Airborne(() => board as unknown as BoardProps<BigbrainbangView>)
    air.follow()
    expect(air.banner).toBeNull()
    Object.assign(board, { view: look('start'), last: [event(5, rest('lean'))] })
    air.follow()
    expect(air.banner?.kind).toBe('lean')
    vi.advanceTimersByTime(READ)
    expect(air.banner).toBeNull()
    Object.assign(board, { last: [event(9, rest('off'))] })
    air.follow()
    expect(air.banner).toBeNull()
    vi.useRealTimers()
  })
  it('a failure is read as long at 4× as it must be', () => {
    const [bad] = scenes(asked(rest('off'), thrown(), look('start')))
    const [good] = scenes(asked(rest('flat 1 1 0'), thrown(), { ...look('place'), die: { x: 0, y: 0 } } as BigbrainbangView))
    expect(bad!.reads).toBeGreaterThan(bad!.length / 4)
    expect(good!.reads).toBeUndefined()
  })
  it('a die that counts for nothing lies where it stopped while that is told', () => {
    const { air } = shown(rest('flat 10000 5000 0'), thrown(), look('start'))
    near([air.pose![0], air.pose![1]], [0.1, 0.05])
    expect(air.colour).toBe('black') // although the red one is next
    expect(shown(rest('off'), thrown(), look('start')).air.pose).toBeNull()
  })
  it('a fight says what is gone from the table, or that the new tile is', () => {
    const told = (before: BigbrainbangView, view: BigbrainbangView): unknown =>
      shown(happened('choice', 'M2', 'attack', ['M2']), before, view).air.banner
    expect(told(look('attack'), { ...look('start'), tiles: [] })).toMatchObject({ kind: 'fight', tiles: ['L2', 'S1'] })
    expect(told(look('attack'), look('start'))).toMatchObject({ kind: 'beaten' })
    expect(told(look('place'), look('attack'))).toBeNull() // it goes on
  })
  it('the Burner, fights and what is put down are heard', () => {
    expect(shown(happened('choice', 'burn 90', 'burn', ['L2']), look('burn', {}), look('start')).heard).toEqual(['burst'])
    expect(shown(happened('choice', 'burn 90', 'burn', []), look('burn', {}), look('start')).heard).toEqual(['no'])
    expect(shown(happened('choice', 'M2', 'attack', ['M2']), look('attack'), look('attack')).heard).toEqual(['burst'])
    expect(shown(happened('choice', 'own', 'join', ['L2']), look('pawn'), look('start')).heard).toEqual(['fuse'])
    expect(shown(happened('choice', '1a0', 'alone', ['L2']), look('place'), look('pawn')).heard).toEqual(['place'])
  })
})

describe('the eye', () => {
  const TABLE = 0.7
  /** How much of the screen's width and height the table takes. */
  function taken(wide: number, high: number): [number, number] {
    const eye = new Eye(TABLE)
    eye.resize(wide, high)
    eye.home(0)
    eye.step(0, true)
    const corners = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(([x, y]) =>
      // prettier-ignore
      new Vector3((x! * TABLE) / 2, (y! * TABLE) / 2, 0).project(eye.camera),
    )
    const extent = (axis: 'x' | 'y'): number =>
      (Math.max(...corners.map((p) => p[axis])) - Math.min(...corners.map((p) => p[axis]))) / 2
    return [extent('x'), extent('y')]
  }
  it.each([
    ['a window of 1440 × 900', 752, 617],
    ['a phone', 382, 365],
    ['a wide window', 1100, 560],
  ])('fills the stage with the table: %s', (_, wide, high) => {
    const [across, up] = taken(wide, high)
    expect(Math.max(across, up)).toBeLessThan(1)
    expect(up).toBeGreaterThan(0.75)
  })
})
