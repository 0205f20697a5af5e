// What is to be watched of a step: every event a scene of its own.
import type { BoardEvent, Happening, Scene } from '../../boards'
import type { UrknallView } from '../../net/protocol'

const KINDS: Record<string, [kind: string, length: number]> = {
  place: ['travel', 1000],
  travel: ['travel', 1200],
  stay: ['mark', 900],
  mark: ['mark', 900],
  discard: ['mark', 700],
  combine: ['merge', 1600],
  separate: ['split', 1600],
  hole: ['hole', 2600],
  roll: ['roll', 900],
  leave: ['', 400],
}
const COMET = 800

function scene(event: BoardEvent): Scene {
  const [kind, length] = KINDS[event.about?.effect ?? ''] ?? ['', 0]
  const comet = event.about?.places.includes('comet') ? COMET : 0
  return { kind, events: [event], length: length + comet, shows: 0.7 * length + comet }
}

export const scenes = ({ events }: Happening<UrknallView>): Scene[] => events.map(scene)
