// The Great Brain Robbery's board without a page: taps to choices, reach with cards, ways through the train, fights told again, faces.
import { describe, expect, it } from 'vitest'
import type { BoardChoice, BoardEvent } from '../../src/boards'
import { answers, enough, reach, tapCard, tapSpace, tapTarget, targets } from '../../src/games/robbery/choosing'
import { face } from '../../src/games/robbery/faces/faces'
import { ended, scene } from '../../src/games/robbery/fight/fighting'
import { beats, scenes, type Beat } from '../../src/games/robbery/staging/beats'
import { cellSize, lay, middle, stand, way } from '../../src/games/robbery/train/layout'
import type { RobberyCar, RobberyCard, RobberyPlayer, RobberySpace, RobberyView } from '../../src/net/protocol'

const card = (number: number, wish: Partial<RobberyCard> = {}): RobberyCard => ({
  number,
  key: `key${number}`,
  kind: 'brain',
  cost: 1,
  hit: 1,
  run: 1,
  iq: number,
  power: '',
  ...wish,
})
const space = (place: string, open: string, wish: Partial<RobberySpace> = {}): RobberySpace => ({
  place, row: 'abc'.indexOf(place[1]!), column: Number(place[2]) - 1, open, sign: '', counter: false, steps: null, came: null, pawns: [], ...wish,
}) // prettier-ignore

/** A car of two columns; its middle row leads through, the outer rows hang on the first column. */
function car(number: number): RobberyCar {
  const spaces = [['a1', 's'], ['b1', 'nes'], ['c1', 'n'], ['a2', ''], ['b2', 'w'], ['c2', '']].map(([at, open]) => space(`${number}${at}`, open!)) // prettier-ignore
  return { number, face: `${number}x`, key: 'mail', length: 2, rear_door: true, front_door: true, spaces }
}
const player = (place: string, wish: Partial<RobberyPlayer> = {}): RobberyPlayer => ({
  place, experience: 0, head: null, hand: [], drawn_after: [], hand_limit: 2, dice_count: 2, dice: [], played: [], fights: false, strength: null, iq: 0, ...wish,
}) // prettier-ignore
const view = (phase: string, players: RobberyPlayer[], wish: Partial<RobberyView> = {}): RobberyView => ({
  phase, seat: 0, turn: 0, asked: 0, first: 0, round: 1, last_round: 100, cars: [car(1), car(2)], behind: [], pack: [3], engine_came: false,
  players, move: null, pile: 50, shuffles: 0, discards: [], draws: 0, spoils: [], winners: [], ...wish,
}) // prettier-ignore
const choice = (name: string, places: string[], effect = name.split(' ')[0]!): BoardChoice => ({
  action: name.length * 100 + places.join('').length,
  name,
  label: name,
  about: { places, pieces: [], effect, rule: 'R6' },
})
const event = (kind: BoardEvent['kind'], name: string, seat: number | null, places: string[], effect: string, rule: string): BoardEvent => ({
  number: 1, kind, seat, action: 1, name, label: name, about: { places, pieces: [], effect, rule }, data: null,
}) // prettier-ignore

describe('taps', () => {
  const run = choice('run 12', ['card-12'])
  const go = choice('go 3b2', ['3b2'])
  it('runs to a space and plays a card for its Run', () => {
    expect(tapSpace([run, go], '3b2')).toEqual({ choose: go.action })
    expect(tapCard([run, go], null, 'card-12')).toEqual({ choose: run.action })
    expect(tapSpace([run, go], '3b3')).toEqual({ attempt: '3b3' })
  })
  it('holds a card that needs a target, then chooses', () => {
    const given = [choice('install 27', ['card-27', 'head-0']), choice('discard 27', ['card-27', 'discards'])]
    expect(tapCard(given, null, 'card-27')).toEqual({ hold: 'card-27' })
    expect(tapCard(given, 'card-27', 'card-27')).toEqual({ hold: null })
    expect([...targets(given, 'card-27')]).toEqual(['head-0', 'discards'])
    expect(tapTarget(given, 'card-27', 'discards')).toEqual({ choose: given[1]!.action })
    expect(tapTarget(given, 'card-27', 'head-2')).toEqual({ attempt: 'card-27 head-2' })
    expect(tapTarget(given, null, 'head-0')).toEqual({ choose: given[0]!.action })
  })
  it('keeps plain answers apart', () => {
    const given = [choice('pass', ['pass']), go, run, choice('ahead', ['front'])]
    expect(answers(given).map(({ name }) => name)).toEqual(['pass'])
  })
})

describe('reach', () => {
  const at = (steps: number | null): RobberySpace => space('1b1', '', { steps })
  it('tells what is within reach now, with one card, with all', () => {
    expect(reach(at(3), new Set(['1b1']), 3, 0, 6)).toBe('now')
    expect(reach(at(5), new Set(), 3, 2, 6)).toBe('more')
    expect(reach(at(9), new Set(), 3, 2, 6)).toBe('cards')
    expect(reach(at(10), new Set(), 3, 2, 6)).toBe('')
    expect(reach(at(3), new Set(['1b1']), 3, -1, 6)).toBe('lost')
  })
  it('names the fewest cards that do', () => {
    const hand = [card(1, { run: 2 }), card(2, { run: 5 }), card(3, { run: -1 }), card(4, { run: 3 })]
    const numbers = (steps: number): number[] => enough(hand, steps).map(({ number }) => number)
    expect(numbers(3)).toEqual([4])
    expect(numbers(5)).toEqual([2])
    expect(numbers(7)).toEqual([2, 4])
    expect(numbers(11)).toEqual([])
  })
})

/** Seat 0 stands on 1a1 and may run; the view tells its ways. */
function moving(wish: Partial<RobberyView> = {}): RobberyView {
  const came: Record<string, string> = { '1b1': '1a1', '1c1': '1b1', '1b2': '1b1', '2b1': '1b2', '2a1': '2b1', '2b2': '2b1' }
  const cars = [car(1), car(2)].map((one) => ({
    ...one,
    spaces: one.spaces.map((here) => ({ ...here, came: came[here.place] ?? null })),
  }))
  const move = { movement: 6, steps: 0, left: 6, leaving: 5, door: '2b2', added: 0 }
  return view('move', [player('1a1'), player('1c1'), player('2b2')], { cars, move, ...wish })
}

describe('what is staged', () => {
  const kinds = (told: { kind: string }[]): string[] => told.map(({ kind }) => kind)
  const go = (place: string, effect = 'go'): BoardEvent => event('choice', `go ${place}`, 0, [place], effect, 'R9')
  const loss = (pips: number, effect: string): BoardEvent => event('chance', `roll ${pips}`, null, [], effect, 'R11')
  const without = (shown: RobberyView): RobberyView => ({
    ...shown,
    cars: shown.cars.slice(1),
    move: null,
    players: shown.players.map((one) => (one.place.startsWith('1') ? { ...one, place: 'behind' } : one)),
  })

  it('runs the way of the rules, then arrives', () => {
    const [run, ...rest] = beats(moving(), view('install', [player('2b1')]), [go('2b1')])
    expect(run).toMatchObject({ kind: 'run', seat: 0, path: ['1a1', '1b1', '1b2', '2b1'] })
    expect(rest).toEqual([])
    expect(beats(moving(), moving(), [go('1a1', 'stay')], 0)).toEqual([])
  })
  it('tells the others of somebody who stays', () => {
    for (const effect of ['stay', 'meet'])
      expect(beats(moving(), moving(), [go('1a1', effect)], 1)).toMatchObject([{ kind: 'tell', sound: 'tap' }])
  })
  it('takes a move back on the same way', () => {
    expect(beats(view('install', [player('2b1')]), moving(), [])[0]).toMatchObject({
      kind: 'run',
      path: ['2b1', '1b2', '1b1', '1a1'],
    })
  })
  it('leaves by the front before the car comes, and makes much of the Engine', () => {
    const engine = { ...car(0), key: 'engine' }
    const after = moving({ cars: [car(1), car(2), engine], players: [player('0b1'), player('1c1'), player('2b2')] })
    const told = beats(moving(), after, [
      event('choice', 'ahead', 0, ['front'], 'ahead', 'R10'),
      event('chance', 'car E', null, [], 'car', 'R10'),
    ])
    expect(told[0]).toMatchObject({ kind: 'run', path: ['1a1', '1b1', '1b2', '2b1', '2b2', 'front'] })
    expect(told[1]).toMatchObject({ kind: 'couple', engine: true, view: after })
  })
  it('tests the couplings before a car falls, with those who were on it', () => {
    const before = view('loss', [player('2b1'), player('1c1'), player('2b2')])
    const told = beats(before, without(before), [loss(1, 'fall')])
    expect(kinds(told)).toEqual(['test', 'fall'])
    expect(told[0]).toMatchObject({ pips: 1, cars: 2, holds: false, view: before })
    expect(told[1]).toMatchObject({ car: 'mail', who: [1] })
    expect(kinds(beats(before, before, [loss(5, 'roll')]))).toEqual(['test'])
  })
  it('pulls the Brake where the run ended, then the last car goes', () => {
    const before = moving()
    const told = beats(before, without(before), [go('2b2', 'brake')])
    expect(kinds(told)).toEqual(['run', 'brake', 'fall'])
    expect(told[1]!.view.players[0]!.place).toBe('2b2')
    expect(told[1]!.view.cars).toHaveLength(2)
  })
  it('is heard, each thing by a sound of its own', () => {
    const heard = (told: { sound?: string }[]): (string | undefined)[] => told.map(({ sound }) => sound)
    const train = view('loss', [player('2b1'), player('1c1'), player('2b2')])
    const coupled = (key: string): Beat[] =>
      beats(train, view('move', train.players, { cars: [car(1), { ...car(0), key }] }), [
        event('chance', 'car', null, [], 'car', 'R10'),
      ])
    expect(heard(coupled('mail'))).toEqual(['clank'])
    expect(heard(coupled('engine'))).toEqual(['whistle'])
    expect(heard(beats(train, without(train), [loss(1, 'fall')]))).toEqual(['roll', 'crash'])
    expect(heard(beats(moving(), without(moving()), [go('2b2', 'brake')]))).toEqual(['step', 'screech', 'crash'])
    const meeting = view('meet', [player('1b1'), player('1b1'), player('2b1')])
    const over = view('spoils', [player('1b1'), player('1b1', { experience: 1 }), player('2b1')], { asked: 0 })
    expect(heard(beats(meeting, over, [event('choice', 'fight', 0, ['fight'], 'fight', 'R17')]))).toEqual([
      'punch',
      'roll',
      'win',
    ])
  })
  it('gives every event its scene, in order, with the time its beats take', () => {
    const events = [
      go('2b1', 'counter'),
      loss(1, 'fall'),
      loss(6, 'roll'),
      event('chance', 'draw 3', null, ['seat-0'], 'draw', 'R16'),
    ].map((one, number) => ({ ...one, number }))
    const told = scenes({ events, before: moving(), view: without(moving()), seat: null })
    expect(told.flatMap((one) => one.events)).toEqual(events)
    expect(kinds(told)).toEqual(['run', 'coupling', 'coupling', ''])
    for (const one of told) expect(one.shows).toBeLessThanOrEqual(one.length)
  })
  it('keeps a challenge and its dice together, as a round of the fight', () => {
    const before = view('meet', [player('1b1', { head: card(7, { hit: 2 }) }), player('1b1'), player('2b1')])
    const after = view('spoils', [player('1b1'), player('1b1', { experience: 1 }), player('2b1')], { asked: 0 })
    const dice = [0, 1].map((seat) => event('chance', 'roll 3 4', null, [`seat-${seat}`], 'roll', 'R18'))
    const events = [event('choice', 'fight', 0, ['fight'], 'fight', 'R17'), ...dice].map((one, number) => ({ ...one, number }))
    const told = scenes({ events, before, view: after, seat: 0 })
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ kind: 'fight', round: true })
    const rounds = beats(before, after, events).map((beat) => beat.kind === 'fight' && beat.round)
    expect(rounds).toEqual(['attack', 'dice', 'result'])
  })
})

describe('the train', () => {
  it('is run through on the way that the view tells', () => {
    expect(way(moving(), '2b1')).toEqual(['1a1', '1b1', '1b2', '2b1'])
    expect(way(moving(), '1a1')).toEqual(['1a1'])
  })
  it('lays cars from the last to the first without overlap', () => {
    const track = lay([car(1), car(2)], 0, 40, 300)
    expect(lay([car(2)], 0, 40, 300, car(1).length).cars[0]).toEqual(track.cars[1]) // the rest stands still while a car falls
    expect(track.cars[1]!.x).toBeGreaterThanOrEqual(track.cars[0]!.x + track.cars[0]!.wide)
    expect(middle(track, '2b1')!.x).toBeGreaterThan(middle(track, '1b2')!.x)
    expect(middle(track, '7b1')).toBeNull()
  })
  it('is never too small for a finger', () => {
    const long = [car(1), car(2), car(3), car(4), car(5)]
    expect(cellSize(long, 0, 390, 100, 46, 54)).toBe(46)
    expect(cellSize([car(1)], 0, 900, 240, 46, 54)).toBeGreaterThan(60)
  })
  it('takes the height there is where it has to scroll', () => {
    const long = [car(1), car(2), car(3), car(4), car(5)]
    expect(cellSize(long, 0, 390, 180, 46, 60)).toBe(54)
    expect(cellSize(long, 0, 390, 900, 46, 60)).toBe(60)
  })
  it('keeps pawns on one space apart', () => {
    const track = lay([car(1), car(2)], 0, 40, 300)
    const here = view('move', [player('1b1'), player('1b1'), player('behind')], { behind: [2] })
    expect(stand(track, here, 0)!.x).not.toBe(stand(track, here, 1)!.x)
    expect(stand(track, here, 2)!.x).toBeLessThan(stand(track, here, 0)!.x)
  })
})

describe('fights', () => {
  const boxer = card(5, { hit: 6 })
  it('puts the attacker first and leaves out who is elsewhere', () => {
    const shown = scene(view('meet', [player('1b1'), player('2b1'), player('1b1'), player('1b1')], { turn: 2 }))
    expect(shown?.brawlers.map(({ seat }) => seat)).toEqual([2, 3, 0])
    expect(shown?.brawlers.map(({ rolls }) => rolls)).toEqual([2, 2, 2])
    expect(scene(view('move', [player('1b1')]))).toBeNull()
  })
  it('tells a fight again that was over at once', () => {
    const before = view('meet', [player('1b1', { head: card(7, { hit: 2 }) }), player('1b1'), player('2b1')])
    const after = view('spoils', [player('1b1'), player('1b1', { experience: 1 }), player('2b1')], { asked: 0 })
    const told = ended(before, after, [
      event('choice', 'fight', 0, ['fight'], 'fight', 'R17'),
      event('chance', 'roll 3 5', null, ['seat-1'], 'roll', 'R18'),
      event('chance', 'roll 4 4', null, ['seat-0'], 'roll', 'R18'),
    ])
    expect(told?.winner).toBe(0)
    expect(told?.brawlers.map(({ dice, total }) => [dice, total])).toEqual([[[4, 4], 10], [[3, 5], 8]]) // prettier-ignore
  })
  it('counts the last card, and finds the winner who learned nothing', () => {
    const before = view(
      'brawl',
      [player('1b1', { dice: [1], strength: 1 }), player('1b1', { dice: [2, 2], strength: 4, hand: [null] })],
      { asked: 1 },
    )
    const after = view('install', [player('1b1', { experience: 1 }), player('1b1')], { discards: [boxer] })
    const told = ended(before, after, [event('choice', 'hit 5', 1, ['card-5'], 'hit', 'R19')])
    expect(told?.brawlers.find(({ seat }) => seat === 1)?.total).toBe(10)
    expect(told).toMatchObject({ winner: 1, stage: 'over' })
  })
  it('knows peace from war', () => {
    const before = view('meet', [player('1b1'), player('1b1')])
    expect(ended(before, view('install', before.players), [event('choice', 'peace', 0, ['peace'], 'peace', 'R17')])).toBeNull()
  })
})

describe('faces', () => {
  it('are all different and always the same', () => {
    const cards = Array.from({ length: 48 }, (_, i) => card(i + 1, { iq: 3 + i * 3.7, hit: (i % 8) - 2, run: ((i * 5) % 8) - 1 }))
    const drawn = cards.map((found) => JSON.stringify(face(found)))
    expect(new Set(drawn).size).toBe(48)
    expect(JSON.stringify(face(cards[20]!))).toBe(drawn[20])
  })
  it('follow the figures', () => {
    expect(face(card(1, { hit: 6 })).gloves).toBeGreaterThan(face(card(1, { hit: 3 })).gloves)
    expect(face(card(1, { run: 6 })).speed).toBe(6)
    expect(face(card(1, { run: -1 })).chained).toBe(true)
    expect(face(card(1, { hit: -1 })).hurt).toBe(true)
    expect(face(card(1, { iq: 180 })).folds.length).toBeGreaterThan(face(card(1, { iq: 3 })).folds.length)
    expect(face(card(60, { kind: 'cheese', iq: 0 })).body).not.toBe('brain')
  })
})
