// Which sound goes with what has just happened.
import type { BoardEvent } from '../../boards'
import type { Sound } from '../../kit/sound'

const SOUNDS: [effect: string, sound: Sound][] = [
  ['fall', 'burst'],
  ['brake', 'burst'],
  ['fight', 'roll'],
  ['hit', 'land'],
  ['car', 'fuse'],
  ['counter', 'coin'],
  ['install', 'fuse'],
  ['give', 'place'],
  ['run', 'tap'],
  ['go', 'place'],
  ['meet', 'place'],
  ['roll', 'roll'],
]

/** The loudest of what happened. */
export function soundOf(events: BoardEvent[]): Sound | null {
  const effects = new Set(events.map((event) => event.about?.effect))
  return SOUNDS.find(([effect]) => effects.has(effect))?.[1] ?? null
}
