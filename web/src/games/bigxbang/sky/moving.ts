// From what happened to what is shown moving: which stacks fly where, and the sky meanwhile.
import type { BoardEvent, Happening, Scene } from '../../../boards'
import type { BigxbangCircle, BigxbangGoal, BigxbangView } from '../../../net/protocol'
import type { Show } from './Effects.svelte'
import { nucleus } from './nuclei'
import { course, sky, type Sky } from './sky'

const START = 240
const EACH = 70
const READ = 800 // for what happens at the end of a flight
const SENSATION = 2600

const KINDS: Record<string, string> = { fuse: 'fusion', meet: 'fusion', annihilate: 'annihilation', decay: 'decay' }

/** A move is one scene: the flight, and what comes of it. Carbon takes its time; a pass is read, by others than who passed. */
export function scenes({ events, before, view, seat }: Happening<BigxbangView>): Scene[] {
  const chosen = events.find((event) => event.kind === 'choice')
  const kind = KINDS[chosen?.about?.effect ?? ''] ?? ''
  if (!kind) return [{ kind: '', events, length: chosen && chosen.seat !== seat ? 850 : 0 }]
  const shows = flightShown(events, sky(before.circles, false), 0)?.lasts ?? START
  if (view.puzzle === 'none' && view.carbon.length && !before.carbon.length)
    return [{ kind: 'carbon', events, length: shows + SENSATION, shows }]
  return [{ kind, events, length: shows + READ, shows }]
}

/** The goal that a move has changed, if one can be shown on the sky: the stars before helium. */
export function changed(before: BigxbangGoal[], after: BigxbangGoal[]): string | null {
  const counts = (goals: BigxbangGoal[], name: string): string => String(goals.find((goal) => goal.name === name)?.counts)
  return ['star', 'helium'].find((name) => counts(before, name) !== counts(after, name)) ?? null
}

/** The last choice as a movement; null if there is nothing to see (a pass) or too much (several choices at once). */
export function flightShown(events: BoardEvent[], sky: Sky, key: number, pace = 1): Show | null {
  const chosen = events.filter((event) => event.kind === 'choice')
  const event = chosen[0]
  if (!event?.about || chosen.length > 1 || events.some((found) => found.kind === 'back')) return null
  const { places, pieces, effect } = event.about
  const [from, to, at = to] = places
  const towards = event.seat ?? 0
  if (effect === 'decay' && from) return { key, phase: 'land', effect, movers: [], at: from, lasts: 0, pace, towards }
  const [first, second] = pieces.map(nucleus)
  if (!from || !to || !at || !first || !second || !sky.at[from] || !sky.at[to] || !sky.at[at]) return null
  const movers = [{ piece: first, from, to: at }]
  if (at !== to) movers.push({ piece: second, from: to, to: at })
  const far = Math.max(...movers.map((mover) => course(sky.at[mover.from]!, sky.at[mover.to]!).far))
  const lasts = START + EACH * far
  return { key, phase: 'fly', effect: effect === 'annihilate' ? effect : 'fuse', movers, at, lasts, pace, towards }
}

/** The sky without the stacks that are on their way. */
export function without(circles: BigxbangCircle[], show: Show): BigxbangCircle[] {
  const gone = new Set(show.movers.map((mover) => mover.from))
  return circles.map((circle) => (gone.has(circle.name) ? { ...circle, side: '', nucleus: '', protons: 0, neutrons: 0 } : circle))
}
