// From what happened to what is shown moving: which stacks fly where, and the sky meanwhile.
import type { BoardEvent } from '../../../boards'
import type { BigxbangCircle } from '../../../net/protocol'
import type { Show } from './Effects.svelte'
import { nucleus } from './nuclei'
import { course, type Sky } from './sky'

const START = 170
const EACH = 55

/** The last choice as a movement; null if there is nothing to see (a pass) or too much (several choices at once). */
export function flightShown(events: BoardEvent[], sky: Sky, key: number): Show | null {
  const chosen = events.filter((event) => event.kind === 'choice')
  const event = chosen[0]
  if (!event?.about || chosen.length > 1 || events.some((found) => found.kind === 'back')) return null
  const { places, pieces, effect } = event.about
  const [from, to, at = to] = places
  const towards = event.seat ?? 0
  if (effect === 'decay' && from) return { key, phase: 'land', effect, movers: [], at: from, lasts: 0, towards }
  const [first, second] = pieces.map(nucleus)
  if (!from || !to || !at || !first || !second || !sky.at[from] || !sky.at[to] || !sky.at[at]) return null
  const movers = [{ piece: first, from, to: at }]
  if (at !== to) movers.push({ piece: second, from: to, to: at })
  const far = Math.max(...movers.map((mover) => course(sky.at[mover.from]!, sky.at[mover.to]!).far))
  return { key, phase: 'fly', effect: effect === 'annihilate' ? effect : 'fuse', movers, at, lasts: START + EACH * far, towards }
}

/** The sky without the stacks that are on their way. */
export function without(circles: BigxbangCircle[], show: Show): BigxbangCircle[] {
  const gone = new Set(show.movers.map((mover) => mover.from))
  return circles.map((circle) => (gone.has(circle.name) ? { ...circle, side: '', nucleus: '', protons: 0, neutrons: 0 } : circle))
}
