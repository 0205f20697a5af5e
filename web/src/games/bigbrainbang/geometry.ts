// Points on the table: turning, middles, outlines as paths, the square around the table on which hands are. Metres and degrees.
export type Point = [number, number]

export const OUTSIDE = 0.05 // how far beyond the edge a hand is

const radians = (degrees: number): number => (degrees * Math.PI) / 180

export function turned([x, y]: Point, degrees: number): Point {
  const sin = Math.sin(radians(degrees))
  const cos = Math.cos(radians(degrees))
  return [x * cos - y * sin, x * sin + y * cos]
}

export const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1]]
export const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]]
export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1])

/** The direction from one point to another, 0 to 360, anticlockwise from east. */
export const bearing = (from: Point, to: Point): number =>
  ((Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI + 360) % 360

/** Degrees brought between -180 and 180. */
export const signed = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180

export const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

/** The middle of an outline. */
export function middle(outline: Point[]): Point {
  let area = 0
  let x = 0
  let y = 0
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % outline.length]!
    const cross = a[0] * b[1] - b[0] * a[1]
    area += cross
    x += (a[0] + b[0]) * cross
    y += (a[1] + b[1]) * cross
  })
  return area ? [x / (3 * area), y / (3 * area)] : (outline[0] ?? [0, 0])
}

/** An outline laid down at a place. */
export const laid = (outline: Point[], at: Point, degrees: number): Point[] =>
  outline.map((point) => add(turned(point, degrees), at))

export function rectangle(at: Point, degrees: number, length: number, width: number): Point[] {
  const x = length / 2
  const y = width / 2
  return laid([[-x, -y], [x, -y], [x, y], [-x, y]], at, degrees) // prettier-ignore
}

/** Whether a point is inside an outline (convex, either way round). */
export function inside([x, y]: Point, outline: Point[]): boolean {
  let within = false
  outline.forEach(([ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length]!
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within
  })
  return within
}

/** A drawing's numbers: millimetres, with y downwards. */
export const mm = ([x, y]: Point): Point => [Math.round(x * 1e5) / 100, -Math.round(y * 1e5) / 100]

/** An outline as the path of a drawing in millimetres, its corners rounded a little. */
export function path(outline: Point[], round = 0): string {
  const points = outline.map(mm)
  if (!round) return `M${points.map((point) => point.join(' ')).join('L')}Z`
  const parts = points.map((corner, i) => {
    const before = points[(i + points.length - 1) % points.length]!
    const after = points[(i + 1) % points.length]!
    const into = toward(corner, before, round)
    const out = toward(corner, after, round)
    return `${i ? 'L' : 'M'}${into.join(' ')}Q${corner.join(' ')} ${out.join(' ')}`
  })
  return `${parts.join('')}Z`
}

function toward(from: Point, to: Point, far: number): Point {
  const length = distance(from, to) || 1
  const part = Math.min(far / length, 0.5)
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part].map((n) => Math.round(n * 100) / 100) as Point
}

/** Where a hand is that is so many millimetres around the table, and on which side (0 south, 1 east, 2 north, 3 west). */
export function handAt(around: number, table: number): { side: number; at: Point } {
  const side = table * 1000 + 2 * OUTSIDE * 1000
  const which = Math.floor(around / side) % 4
  const along = (around % side) / 1000 - side / 2000
  return { side: which, at: turned([along, -side / 2000], 90 * which) }
}

/** How far around the table the place of a hand is that is nearest to a point. */
export function aroundAt(point: Point, table: number): number {
  const side = table * 1000 + 2 * OUTSIDE * 1000
  const reach = side / 2000
  const distances = [0, 1, 2, 3].map((which) => {
    const [x, y] = turned(point, -90 * which)
    return { which, along: clamp(x, -reach, reach), gap: Math.hypot(y + reach, x - clamp(x, -reach, reach)) }
  })
  const best = distances.reduce((a, b) => (b.gap < a.gap - 1e-9 ? b : a))
  return Math.min(Math.round(best.which * side + (best.along + reach) * 1000), 4 * side - 1) % (4 * side)
}

/** The middle of a box moved until it is wholly on the table. */
export function boxOnTable(at: Point, degrees: number, length: number, width: number, table: number): Point {
  const corners = rectangle([0, 0], degrees, length, width)
  const room = (axis: 0 | 1): number => table / 2 - Math.max(...corners.map((corner) => Math.abs(corner[axis])))
  return [clamp(at[0], -Math.max(room(0), 0), Math.max(room(0), 0)), clamp(at[1], -Math.max(room(1), 0), Math.max(room(1), 0))]
}
