// Where bodies float: their elements in a cluster, bodies apart from each other, each near a home of its own.
export interface Point {
  x: number
  y: number
}
export interface Disc {
  name: string
  /** how many elements it has */
  size: number
  /** somebody stands on it: it needs room above */
  trodden?: boolean
}
export interface Box {
  wide: number
  high: number
}

const TOUCH = 0.94 // elements of a body overlap a little
const TURN = Math.PI * (3 - Math.sqrt(5))
const HOMES = 24
const HEAD = 1.75 // room above a body for an astronaut

/** The middles of a body's elements around its own middle, in radii of an element; every body is tilted a little differently. */
export function cluster(size: number, name = ''): Point[] {
  if (size <= 1) return [{ x: 0, y: 0 }]
  const tilt = name ? ((((name.charCodeAt(0) * 53) % 61) - 30) * Math.PI) / 180 : 0
  const around = (count: number, far: number, turn: number): Point[] =>
    Array.from({ length: count }, (_, i) => {
      const angle = turn + tilt + (i / count) * 2 * Math.PI
      return { x: far * Math.cos(angle), y: far * Math.sin(angle) }
    })
  if (size === 2) return around(2, TOUCH, Math.PI)
  if (size <= 5) return around(size, TOUCH / Math.sin(Math.PI / size), -Math.PI / 2)
  return [{ x: 0, y: 0 }, ...around(size - 1, 2 * TOUCH, -Math.PI / 2)]
}

/** The elements of a black hole circle it, seen from the side, in front of it. */
export function fallen(size: number): Point[] {
  const far = 1.06 * reach(size)
  const tilt = (-14 * Math.PI) / 180
  return Array.from({ length: size }, (_, i) => {
    const angle = ((i + 0.5) / size) * Math.PI // on the near side
    const [x, y] = [far * Math.cos(angle), 0.3 * far * Math.sin(angle)]
    return { x: x * Math.cos(tilt) - y * Math.sin(tilt), y: x * Math.sin(tilt) + y * Math.cos(tilt) }
  })
}

/** A line around the elements of a body: drawn broad and round, it holds them together. */
export function band(points: Point[]): string {
  const rim = points.length > 5 ? points.slice(1) : points
  const [first, ...rest] = rim.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`)
  return `M${first}${rest.map((point) => `L${point}`).join('')}${rim.length === 1 ? 'h0.01' : 'Z'}`
}

/** How far apart bodies may float so that they fill the sky evenly. */
function spacing(all: { far: number }[], box: Box): number {
  let gap = 0
  const filled = (by: number): number => all.reduce((sum, { far }) => sum + Math.PI * (far + by / 2) ** 2, 0)
  while (gap < 200 && filled(gap) < 0.74 * box.wide * box.high) gap += 2
  return gap
}

/** How far a body reaches from its middle, in radii of an element. */
export const reach = (size: number): number => 1 + Math.max(...cluster(size).map(({ x, y }) => Math.hypot(x, y)))

/** The radius of an element such that everything has room; the count of elements never changes much, so neither does this. */
export function radius(elements: number, box: Box): number {
  return Math.min(31, Math.sqrt((0.46 * box.wide * box.high) / (7.2 * Math.max(elements, 30))))
}

/** The home of a body: a spiral from the middle outwards, in the order of names. */
export function home(name: string, box: Box): Point {
  const order = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ'.indexOf(name)
  const far = Math.sqrt(((order % HOMES) + 0.6) / HOMES) * 0.47
  const turn = order * TURN
  return { x: box.wide * (0.5 + far * Math.cos(turn)), y: box.high * (0.5 + far * Math.sin(turn)) }
}

/** A point moved a little aside, differently with every `sway`: bodies drift from move to move. */
const drift = ({ x, y }: Point, sway: number, by: number): Point => ({ x: x + by * Math.sin(sway * 2.4), y: y + by * Math.cos(sway * 1.7) })

/** Moves bodies apart and into the box, from where they are, gently towards their homes. */
export function settle(discs: Disc[], from: Record<string, Point>, box: Box, element: number, sway = 0): Record<string, Point> {
  const all = discs.map(({ name, size, trodden }) => ({
    name,
    far: reach(size) * element,
    above: (trodden ? HEAD : 0.35) * element,
    ...(from[name] ?? home(name, box)),
    home: drift(home(name, box), name.charCodeAt(0) + sway, 0.6 * element),
  }))
  const gap = spacing(all, box)
  for (let round = 0; round < 200; round++) {
    const pull = round < 150 ? 0.02 : 0
    for (const one of all) {
      one.x += (one.home.x - one.x) * pull
      one.y += (one.home.y - one.y) * pull
    }
    for (let i = 0; i < all.length; i++) for (let j = i + 1; j < all.length; j++) part(all[i]!, all[j]!, gap)
    for (const one of all) {
      one.x = Math.min(Math.max(one.x, one.far + 4), box.wide - one.far - 4)
      one.y = Math.min(Math.max(one.y, one.far + one.above), box.high - one.far - 0.6 * element)
    }
  }
  return Object.fromEntries(all.map(({ name, x, y }) => [name, { x, y }]))
}

/** Pushes two bodies apart where they are too close. */
function part(one: Point & { far: number }, other: Point & { far: number }, gap: number): void {
  const [dx, dy] = [other.x - one.x || 0.01, other.y - one.y]
  const apart = Math.hypot(dx, dy)
  const missing = one.far + other.far + gap - apart
  if (missing <= 0) return
  const push = missing / 2 / apart
  one.x -= dx * push
  one.y -= dy * push
  other.x += dx * push
  other.y += dy * push
}
