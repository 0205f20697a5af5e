// Where bodies float: their elements in a cluster, bodies apart from each other. Whatever nothing happened to stays exactly where it is.
export interface Point {
  x: number
  y: number
}
export interface Disc {
  name: string
  /** how many elements it has */
  size: number
}
export interface Box {
  wide: number
  high: number
}
/** Where each body is. */
export type Spots = Record<string, Point>

const TOUCH = 0.94 // elements of a body overlap a little
const TURN = Math.PI * (3 - Math.sqrt(5))
const HOMES = 24
const HEAD = 1.75 // room above the topmost bodies for an astronaut
const APART = 0.55 // the least room between two bodies, in radii of an element

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

/** How far a body reaches from its middle, in radii of an element. */
export const reach = (size: number): number => 1 + Math.max(...cluster(size).map(({ x, y }) => Math.hypot(x, y)))

/** The radius of an element such that everything has room; the count of elements never changes much, so neither does this. */
export function radius(elements: number, box: Box): number {
  return Math.min(31, Math.sqrt((0.46 * box.wide * box.high) / (7.2 * Math.max(elements, 30))))
}

// -- all bodies at once: at the start, and when the window changes

/** How far apart bodies may float so that they fill the sky evenly. */
function spacing(all: { far: number }[], box: Box): number {
  let gap = 0
  const filled = (by: number): number => all.reduce((sum, { far }) => sum + Math.PI * (far + by / 2) ** 2, 0)
  while (gap < 200 && filled(gap) < 0.74 * box.wide * box.high) gap += 2
  return gap
}

/** The home of a body: a spiral from the middle outwards, in the order of names. */
export function home(name: string, box: Box): Point {
  const order = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ'.indexOf(name)
  const far = Math.sqrt(((order % HOMES) + 0.6) / HOMES) * 0.47
  const turn = order * TURN
  return { x: box.wide * (0.5 + far * Math.cos(turn)), y: box.high * (0.5 + far * Math.sin(turn)) }
}

/** Spreads bodies over the box, each near its home or (`from`) near where it was. */
export function spread(discs: Disc[], box: Box, element: number, from: Spots = {}): Spots {
  const all = discs.map(({ name, size }) => ({
    name,
    far: reach(size) * element,
    ...(from[name] ?? home(name, box)),
    home: from[name] ?? home(name, box),
  }))
  const gap = Object.keys(from).length ? APART * element : spacing(all, box)
  for (let round = 0; round < 200; round++) {
    const pull = round < 150 ? 0.02 : 0
    for (const one of all) {
      one.x += (one.home.x - one.x) * pull
      one.y += (one.home.y - one.y) * pull
    }
    for (let i = 0; i < all.length; i++) for (let j = i + 1; j < all.length; j++) part(all[i]!, all[j]!, gap)
    for (const one of all) Object.assign(one, within(one, one.far, box, element))
  }
  return Object.fromEntries(all.map(({ name, x, y }) => [name, { x, y }]))
}

/** The nearest point at which a body is wholly in the box, with room above it for an astronaut. */
function within({ x, y }: Point, far: number, box: Box, element: number): Point {
  return {
    x: Math.min(Math.max(x, far + 4), box.wide - far - 4),
    y: Math.min(Math.max(y, far + HEAD * element), box.high - far - 0.6 * element),
  }
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

// -- from one view to the next: only what was touched moves

/**
 * The bodies of the next view. Those of the same name and size stay exactly where they are. A union comes to lie between its parts, or
 * where one of them was, a part taken off beside the rest: each goes to the free place nearest to that. `parts` names the bodies of
 * before that it is made of.
 */
export function follow(
  discs: Disc[],
  before: Disc[],
  at: Spots,
  parts: (name: string) => string[],
  box: Box,
  element: number,
): Spots {
  const had = new Map(before.map(({ name, size }) => [name, size]))
  const stays = (disc: Disc): boolean => had.get(disc.name) === disc.size && at[disc.name] !== undefined
  const spots: Spots = Object.fromEntries(discs.filter(stays).map(({ name }) => [name, at[name]!]))
  const placed = discs.filter(stays)
  // what remains of a body comes first: it need not move
  const moved = discs.filter((disc) => !stays(disc)).sort((a, b) => Number(had.has(b.name)) - Number(had.has(a.name)))
  for (const disc of moved) {
    const whence = parts(disc.name).flatMap((name) => (at[name] ? [{ spot: at[name], weight: had.get(name) ?? 1 }] : []))
    const all = whence.reduce((sum, { weight }) => sum + weight, 0)
    const wish = whence.length
      ? {
          x: whence.reduce((sum, { spot, weight }) => sum + spot.x * weight, 0) / all,
          y: whence.reduce((sum, { spot, weight }) => sum + spot.y * weight, 0) / all,
        }
      : home(disc.name, box)
    spots[disc.name] = free(disc, [wish, ...whence.map(({ spot }) => spot)], placed, spots, box, element)
    placed.push(disc)
  }
  return spots
}

const RINGS = 60
const RAYS = 28
const CROWDED = 3 // pixels farther that are worth one pixel of room
const OVER = 40
const SECOND = 0.15 // how much of the way to the first wish counts, too

/**
 * Where a body goes that wishes to be at one of these points, best at the first: as near as it can be without being crowded, and over
 * another only where all is full.
 */
export function free(disc: Disc, wishes: [Point, ...Point[]], others: Disc[], spots: Spots, box: Box, element: number): Point {
  const far = reach(disc.size) * element
  const rest = others
    .filter(({ name }) => name !== disc.name && spots[name])
    .map(({ name, size }) => ({ ...spots[name]!, far: reach(size) * element }))
  const room = ({ x, y }: Point): number =>
    Math.min(Infinity, ...rest.map((other) => Math.hypot(other.x - x, other.y - y) - other.far - far))
  /** how far a place is, in pixels, with as much on top as it is too close to others */
  const price = (point: Point): number => {
    const found = room(point)
    const away = wishes.map((wish) => Math.hypot(point.x - wish.x, point.y - wish.y))
    return Math.min(...away) + SECOND * away[0]! + CROWDED * Math.max(0, APART * element - found) + OVER * Math.max(0, -found)
  }
  const step = (Math.hypot(box.wide, box.high) / RINGS) * 0.8
  let best = within(wishes[0], far, box, element)
  let least = price(best)
  for (let ring = 0; ring < RINGS && ring * step < least; ring++)
    for (const wish of wishes)
      for (let ray = 0; ray < RAYS; ray++) {
        const angle = (ray / RAYS) * 2 * Math.PI + ring * 0.7
        const point = within(
          { x: wish.x + ring * step * Math.cos(angle), y: wish.y + ring * step * Math.sin(angle) },
          far,
          box,
          element,
        )
        const found = price(point)
        if (found < least) [best, least] = [point, found]
      }
  return best
}
