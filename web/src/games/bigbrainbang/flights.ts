// A recorded flight: how long it is shown, where the die is at a moment, and one made up for dice without physics.
import type { BoardEvent } from '../../boards'
import type { Throw } from './hand/aiming'
import { azimuth } from './hand/aiming'
import { handAt, type Point } from './geometry'

/** x y z and the turn as a quaternion w x y z. */
export type Pose = [number, number, number, number, number, number, number]

export interface Flight {
  poses: Pose[]
  rate: number
}

const SLOWER = 1.7 // than it was: one can follow it

/** The flight that came with what happened, if it is one of physics. */
export function flightOf(events: BoardEvent[]): Flight | null {
  const data = events.findLast((event) => event.kind === 'chance' && event.data?.['poses'])?.data
  return data ? { poses: data['poses'] as Pose[], rate: Number(data['rate']) || 120 } : null
}

/** How a throw ended, as its notation says: `flat 1200 -340 125`, `off`, `miss` … */
export interface Rest {
  outcome: string
  x: number
  y: number
  angle: number
}
export function restOf(events: BoardEvent[]): Rest | null {
  const event = events.findLast((found) => found.kind === 'chance')
  if (!event) return null
  const [outcome = '', x = '0', y = '0', angle = '0'] = event.name.split(' ')
  return { outcome, x: Number(x) / 1e5, y: Number(y) / 1e5, angle: Number(angle) / 10 }
}

export const length = (flight: Flight): number => ((flight.poses.length - 1) / flight.rate) * 1000 * SLOWER

/** Where the die is so many milliseconds after its release. */
export function at(flight: Flight, ms: number): Pose {
  const place = Math.max(0, (ms / 1000 / SLOWER) * flight.rate)
  const i = Math.min(Math.floor(place), flight.poses.length - 1)
  const a = flight.poses[i]!
  const b = flight.poses[Math.min(i + 1, flight.poses.length - 1)]!
  return between(a, b, Math.min(place - i, 1))
}

/** Between two poses: places straight, turns by the shorter way. */
export function between(a: Pose, b: Pose, part: number): Pose {
  const same = a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6] < 0 ? -1 : 1
  const mixed = a.map((value, i) => value + ((i > 2 ? same : 1) * b[i]! - value) * part)
  const size = Math.hypot(mixed[3]!, mixed[4]!, mixed[5]!, mixed[6]!) || 1
  return mixed.map((value, i) => (i > 2 ? value / size : value)) as Pose
}

/** How a throw is drawn that physics did not make: three hops from the hand to where the die rests, turning over on the way. */
export function made(values: Throw, rest: Rest, table: number, die: number): Flight | null {
  if (rest.outcome !== 'flat') return null
  const { at: from } = handAt(values['around'] ?? 0, table)
  const way = ((azimuth(values, table) - 90) * Math.PI) / 180
  const frames = 90
  const height = (values['height'] ?? 60) / 1000
  const poses = Array.from({ length: frames + 1 }, (_, i): Pose => {
    const part = 1 - (1 - i / frames) ** 2
    const hop = Math.abs(Math.cos(part * Math.PI * 2.5)) * height * (1 - part) ** 1.2
    const spin = (1 - part) * -4 * Math.PI
    const turn = ((rest.angle * Math.PI) / 180) * part + way * (1 - part)
    const tumble = product([Math.cos(turn / 2), 0, 0, Math.sin(turn / 2)], [Math.cos(spin / 2), -Math.sin(spin / 2), 0, 0])
    return [from[0] + (rest.x - from[0]) * part, from[1] + (rest.y - from[1]) * part, die / 2 + hop, ...tumble]
  })
  return { poses, rate: 120 }
}

/** The die that is dropped on the middle of the table for the first player, and rolls to where it stops. */
export function dropped(rest: Rest, die: number): Flight | null {
  if (rest.outcome !== 'flat') return null
  const frames = 90
  const poses = Array.from({ length: frames + 1 }, (_, i): Pose => {
    const part = i / frames
    const roll = Math.max(0, (part - 0.3) / 0.7)
    const way = 1 - (1 - roll) ** 2
    const high = part < 0.3 ? 0.28 * (1 - (part / 0.3) ** 2) : Math.abs(Math.sin(roll * Math.PI * 3)) * 0.07 * (1 - roll) ** 2
    const turn = ((rest.angle * Math.PI) / 180) * way
    const spin = (1 - way) * -5 * Math.PI
    const tumble = product([Math.cos(turn / 2), 0, 0, Math.sin(turn / 2)], [Math.cos(spin / 2), -Math.sin(spin / 2), 0, 0])
    return [rest.x * way, rest.y * way, die / 2 + high, ...tumble]
  })
  return { poses, rate: 120 }
}

type Turn = [number, number, number, number]
function product([w, x, y, z]: Turn, [p, q, r, t]: Turn): Turn {
  return [
    w * p - x * q - y * r - z * t,
    w * q + x * p + y * t - z * r,
    w * r - x * t + y * p + z * q,
    w * t + x * r - y * q + z * p,
  ]
}

/** The corners of a die seen from above: the outline of its turned cube, and the face that looks up. */
export function seenFromAbove(pose: Pose, die: number): { faces: { points: Point[]; light: number }[] } {
  const [x, y, z, ...q] = pose
  const half = die / 2
  const axes = ([[1, 0, 0], [0, 1, 0], [0, 0, 1]] as [number, number, number][]).map((axis) => rotate(q as Turn, axis)) // prettier-ignore
  const faces: { points: Point[]; light: number }[] = []
  const grow = 1 + z * 1.2 // nearer to the eye
  for (const n of [0, 1, 2])
    for (const sign of [1, -1]) {
      const out = axes[n]!.map((value) => value * sign)
      if (out[2]! <= 0.02) continue
      const [u, v] = [axes[(n + 1) % 3]!, axes[(n + 2) % 3]!]
      const points = ([[-1, -1], [1, -1], [1, 1], [-1, 1]] as Point[]).map(
        ([a, b]): Point => [x + half * grow * (out[0]! + a * u[0]! + b * v[0]!), y + half * grow * (out[1]! + a * u[1]! + b * v[1]!)],
      ) // prettier-ignore
      faces.push({ points, light: out[2]! })
    }
  return { faces: faces.sort((a, b) => a.light - b.light) }
}

function rotate([w, x, y, z]: Turn, [a, b, c]: [number, number, number]): number[] {
  const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)]
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx]
}
