// Where the circles of the sky are drawn, lying or standing: positions, neighbours, straight lines.
import type { BigxbangCircle } from '../../../net/protocol'

const ROW = Math.sqrt(3) / 2 // rows of touching circles lie closer than circles in a row

export interface Spot {
  name: string
  x: number
  y: number
}

export interface Sky {
  spots: Spot[]
  at: Record<string, Spot>
  /** left, top, width, height of everything, with the edge of the oval */
  box: [number, number, number, number]
  oval: string
}

/** The circles as drawn, one unit from centre to centre; `standing` turns the sky a quarter to the left (a1 is then at the bottom left). */
export function sky(circles: BigxbangCircle[], standing: boolean): Sky {
  const lying = circles.map(({ name, x, y }) => ({ name, x, y: y * ROW }))
  const right = Math.max(...lying.map((spot) => spot.x))
  const spots = standing ? lying.map(({ name, x, y }) => ({ name, x: y, y: right - x })) : lying
  const at = Object.fromEntries(spots.map((spot) => [spot.name, spot]))
  const xs = spots.map((spot) => spot.x)
  const ys = spots.map((spot) => spot.y)
  const middle = { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 }
  const [across, down] = [Math.max(...xs) - middle.x + 0.84, Math.max(...ys) - middle.y + 0.84]
  const box: Sky['box'] = [middle.x - across, middle.y - down, 2 * across, 2 * down]
  return { spots, at, box, oval: oval(middle, across - 0.04, down - 0.04) }
}

/** A fat oval: between an ellipse and a rounded rectangle. */
function oval(middle: { x: number; y: number }, across: number, down: number): string {
  const fat = 2 / 3.5
  const points = Array.from({ length: 96 }, (_, i) => {
    const turn = (i / 96) * 2 * Math.PI
    const bend = (value: number): number => Math.sign(value) * Math.abs(value) ** fat
    return `${(middle.x + across * bend(Math.cos(turn))).toFixed(3)} ${(middle.y + down * bend(Math.sin(turn))).toFixed(3)}`
  })
  return `M${points.join('L')}Z`
}

/** The circles row by row: a row's circles share their letter. */
export function rows(sky: Sky): [string, Spot[]][] {
  const found = new Map<string, Spot[]>()
  for (const spot of sky.spots) found.set(spot.name[0]!, [...(found.get(spot.name[0]!) ?? []), spot])
  return [...found]
}

/** Whether two circles touch. */
export const touching = (a: Spot, b: Spot): boolean => Math.abs(Math.hypot(a.x - b.x, a.y - b.y) - 1) < 0.05

/** The lines between touching circles of a group: drawn, they show the group. */
export function links(sky: Sky, group: string[]): [Spot, Spot][] {
  const spots = group.flatMap((name) => sky.at[name] ?? [])
  return spots.flatMap((a, i) => spots.slice(i + 1).flatMap((b): [Spot, Spot][] => (touching(a, b) ? [[a, b]] : [])))
}

/** All circles on the straight line from one to another, ends included. */
export function line(sky: Sky, from: string, to: string): string[] {
  const [a, b] = [sky.at[from], sky.at[to]]
  if (!a || !b) return []
  const steps = Math.round(Math.hypot(a.x - b.x, a.y - b.y))
  return Array.from({ length: steps + 1 }, (_, i) => {
    const [x, y] = [a.x + ((b.x - a.x) * i) / steps, a.y + ((b.y - a.y) * i) / steps]
    return sky.spots.find((spot) => Math.hypot(spot.x - x, spot.y - y) < 0.05)?.name ?? from
  })
}

/** Where two points lie and how far and at what angle (degrees) the second is. */
export function course(a: Spot, b: Spot): { far: number; angle: number; dx: number; dy: number } {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const far = Math.hypot(dx, dy)
  return { far, angle: (Math.atan2(dy, dx) * 180) / Math.PI, dx: far ? dx / far : 0, dy: far ? dy / far : 0 }
}
