// A throw taking shape: where the hand is, a slow pull that aims, a flick that throws, keys for both.
import type { Field, Form } from '../../../net/protocol'
import { aroundAt, bearing, clamp, distance, handAt, minus, signed, type Point } from '../geometry'

export type Throw = Record<string, number>

const FLICK = 0.3 // m/s: slower ways of letting go only aim
const RECENT = 90 // ms of a drag that count for its speed
const PAUSE = 250 // ms without moving: that is no flick any more
const GAIN = 0.9
const REACH = 1.1 // a pull over this part of the table is the strongest throw

/** A value within its field, on one of its steps. */
export function stepped(field: Field, value: number): number {
  const steps = Math.round((value - field.low) / field.step)
  return clamp(field.low + steps * field.step, field.low, field.high)
}

export const defaults = (form: Form): Throw =>
  Object.fromEntries(form.fields.map((field) => [field.name, field.default ?? field.low]))

/** A throw with some values changed, each within its field; the way around the table has no end. */
export function changed(form: Form, old: Throw, wish: Throw): Throw {
  const now = { ...old }
  for (const field of form.fields) {
    const wanted = wish[field.name]
    if (wanted === undefined) continue
    const round = field.high - field.low + 1
    now[field.name] = field.name === 'around' ? ((Math.round(wanted) % round) + round) % round : stepped(field, wanted)
  }
  return now
}

/** Where a throw goes, in degrees anticlockwise from east. */
export const azimuth = (values: Throw, table: number): number =>
  90 * (handAt(values['around'] ?? 0, table).side + 1) + (values['direction'] ?? 0)

/** How far aside from straight in a direction is. */
const aside = (side: number, degrees: number): number => signed(degrees - 90 * (side + 1))

/** What a slow pull to a point aims at: that way, and the farther the stronger. */
export function pulled(form: Form, values: Throw, to: Point, table: number): Throw {
  const { side, at } = handAt(values['around'] ?? 0, table)
  const speed = form.fields.find((field) => field.name === 'speed')
  if (!speed) return values
  const strength = clamp(distance(at, to) / (REACH * table), 0, 1)
  return changed(form, values, {
    direction: aside(side, bearing(at, to)),
    speed: speed.low + strength * (speed.high - speed.low),
  })
}

/** How long the arrow of a throw is: the same scale as a pull. */
export function arrow(form: Form, values: Throw, table: number): number {
  const speed = form.fields.find((field) => field.name === 'speed')
  if (!speed) return 0
  return (((values['speed'] ?? speed.low) - speed.low) / (speed.high - speed.low)) * REACH * table
}

/** The hand carried to a point outside the table. */
export const carried = (form: Form, values: Throw, to: Point, table: number): Throw =>
  changed(form, values, { around: aroundAt(to, table) })

export interface Sample {
  at: Point
  time: number
}

/** The speed (m/s) and direction with which a drag was let go; nothing if it was held still before. */
export function letGo(samples: Sample[]): { speed: number; degrees: number } {
  const still = { speed: 0, degrees: 0 }
  const i = samples.findLastIndex((sample, n) => n > 0 && distance(sample.at, samples[n - 1]!.at) > 0)
  const end = samples[i]
  if (!end || samples.at(-1)!.time - end.time > PAUSE) return still
  // where drawing is slow, what was before may be long ago
  const start = samples.slice(0, i).find((sample) => end.time - sample.time <= RECENT) ?? samples[i - 1]!
  if (end.time <= start.time) return still
  return {
    speed: (distance(start.at, end.at) / (end.time - start.time)) * 1000,
    degrees: bearing([0, 0], minus(end.at, start.at)),
  }
}

/** The throw that a flick stands for; null if the pointer was let go too slowly or away from the table. */
export function flicked(form: Form, values: Throw, samples: Sample[], table: number): Throw | null {
  const { speed, degrees } = letGo(samples)
  const { side } = handAt(values['around'] ?? 0, table)
  const direction = aside(side, degrees)
  if (speed < FLICK || Math.abs(direction) > 90) return null
  return changed(form, values, { direction, speed: speed * GAIN * 100 })
}

/** What the arrow keys change, with Shift in finer steps: aside and strength; with Control the hand moves. */
export function keyed(form: Form, values: Throw, event: { key: string; shiftKey: boolean; ctrlKey: boolean }): Throw | null {
  const by = (name: string, much: number, fine = 1): Throw =>
    changed(form, values, { [name]: (values[name] ?? 0) + (event.shiftKey ? Math.sign(much) * fine : much) })
  switch (event.key) {
    case 'ArrowLeft':
      return event.ctrlKey ? by('around', -20, 2) : by('direction', 3)
    case 'ArrowRight':
      return event.ctrlKey ? by('around', 20, 2) : by('direction', -3)
    case 'ArrowUp':
      return by('speed', 5)
    case 'ArrowDown':
      return by('speed', -5)
    case 'PageUp':
      return by('height', 20, 5)
    case 'PageDown':
      return by('height', -20, 5)
    default:
      return null
  }
}
