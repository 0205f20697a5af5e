// What is to be watched at this table: throws and how they end, the Burner, fights, tiles put down; and for how long.
import type { BoardEvent, Happening, Playing, Scene } from '../../boards'
import type { BigbrainbangView } from '../../net/protocol'
import { dropped, flightOf, length, made, restOf, type Flight, type Rest } from './flights'
import type { Throw } from './hand/aiming'
import { laid, type Point } from './geometry'

/** How a throw ended: `tile` is flat, but on a tile, which counts for nothing. */
export type Ending = 'flat' | 'tile' | 'off' | 'box' | 'lean' | 'miss' | 'drop' | 'again'

/** ms for a failure to be seen and read at 1×: what happened, and what it costs; and at any speed */
export const READ = 2800
const READ_FAST = 2000
const LAND = 550
const UNSEEN = 700 // ms instead of a flight that nobody recorded
const FIRE = { burns: 1700, after: 1500 }
const FIGHT = { clash: 1100, after: 2000 }
const QUIET = new Set(['leave', 'end', 'box'])

export function endingOf(rest: Rest, before: BigbrainbangView, view: BigbrainbangView): Ending {
  if (before.phase === 'drop') return view.phase === 'drop' ? 'again' : 'drop'
  return rest.outcome === 'flat' ? (view.die ? 'flat' : 'tile') : (rest.outcome as Ending)
}

/** The colour of the die that is thrown, or about to be. */
export const thrownColour = ({ turn }: BigbrainbangView): string =>
  turn.burner === 'burning' ? 'black' : (turn.dice[turn.thrown] ?? 'red')

/** `throw 350 60 0 0 130 0`: what a die was thrown with. */
export function thrownWith(name: string): Throw | null {
  if (!name.startsWith('throw ')) return null
  const [around = 0, height = 0, direction = 0, elevation = 0, speed = 0, spin = 0] = name.split(' ').slice(1).map(Number)
  return { around, height, direction, elevation, speed, spin }
}

/** The flight of a throw: as it was recorded, or one made up that ends where it ended. */
export function flown(events: BoardEvent[], before: BigbrainbangView, thrown: Throw | null): Flight | null {
  const rest = restOf(events)
  const recorded = flightOf(events)
  if (recorded || !rest) return recorded
  if (before.phase === 'drop') return dropped(rest, before.die_size)
  return thrown ? made(thrown, rest, before.table, before.die_size) : null
}

export function scenes({ events, before, view, seat }: Happening<BigbrainbangView>): Scene[] {
  const rest = restOf(events)
  const choice = events.findLast((event) => event.kind === 'choice')
  if (rest && !choice) {
    const ending = endingOf(rest, before, view)
    const flight = flightOf(events)
    const shows = flight ? length(flight) : rest.outcome === 'flat' || before.phase === 'drop' ? (90 / 120) * 1700 : UNSEEN
    return [
      {
        kind: 'throw',
        events,
        shows,
        ...(ending === 'flat' ? { length: shows + LAND } : { length: shows + READ, reads: READ_FAST }),
      },
    ]
  }
  const effect = choice?.about?.effect ?? ''
  const mine = choice?.seat === seat
  if (effect === 'burn') return [{ kind: 'burner', events, shows: FIRE.burns, length: FIRE.burns + FIRE.after }]
  if (effect === 'attack' || effect === 'fight' || removed(before, view).length)
    return [{ kind: 'fight', events, shows: FIGHT.clash, length: FIGHT.clash + FIGHT.after }]
  if (!choice || mine) return [{ kind: '', events, length: 0 }]
  return [{ kind: effect, events, length: QUIET.has(effect) ? 600 : 1000, shows: 200 }]
}

/** The tiles that are gone from the table. */
export const removed = (before: BigbrainbangView, view: BigbrainbangView): BigbrainbangView['tiles'] =>
  before.tiles.filter((tile) => !view.tiles.some(({ name }) => name === tile.name))

/** What is destroyed: where the eye looks, the Burner if it is one that burns, and the tiles that go to pieces. */
export interface Fire {
  die: Point
  burner: Point[]
  tiles: Point[][]
  /** ms until the tiles shatter, and all of it */
  burns: number
  lasts: number
}

export function fireOf({ before, events, shows, length: lasts }: Playing<BigbrainbangView>): Fire | null {
  const burnt = events.findLast((event) => event.about?.effect === 'burn')
  if (!burnt || !before.die) return null
  const die: Point = [before.die.x, before.die.y]
  const names = new Set(burnt.about?.pieces ?? [])
  return {
    die,
    burner: laid(before.burner, die, burnt.action ?? 0),
    tiles: before.tiles.filter((tile) => names.has(tile.name)).map((tile) => tile.outline),
    burns: shows,
    lasts,
  }
}

/** The tiles that lose a fight, around where the new tile was put. */
export function fightOf({ before, shows, length: lasts }: Playing<BigbrainbangView>, view: BigbrainbangView): Fire | null {
  const tiles = removed(before, view).map((tile) => tile.outline)
  const place = tiles[0]?.[0]
  return place ? { die: before.die ? [before.die.x, before.die.y] : place, burner: [], tiles, burns: shows, lasts } : null
}
