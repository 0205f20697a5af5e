// Where things of the train are, in pixels: cars one behind the other, spaces in them, and the way of a pawn through its doors.
import type { RobberyCar, RobberySpace, RobberyView } from '../../../net/protocol'

export interface Spot {
  x: number
  y: number
}
export interface Laid {
  car: RobberyCar
  /** left edge of the car's shell */
  x: number
  wide: number
}
export interface Track {
  cell: number
  cars: Laid[]
  /** the width of everything */
  wide: number
  /** where those behind run, and where a new car would come */
  behind: number
  front: number
}

export const SHELL = 9 // around the spaces of a car
export const GAP = 20 // between two cars
export const NOSE = 2.1 // cells that the Engine's nose needs
const AHEAD = 1.7 // cells for what is in front of the train
const BEHIND = 1.6 // cells for those who run behind it

/** The size of a space: as large as the room allows, and never too small for a finger. */
export function cellSize(cars: RobberyCar[], behind: number, wide: number, high: number, least: number): number {
  const columns = cars.reduce((sum, car) => sum + car.length, 0) + ends(cars, behind)
  const fits = (wide - cars.length * (GAP + 2 * SHELL)) / columns
  const tall = (high - 2 * SHELL) / 3
  // what must scroll anyway may be a little larger
  return fits < least ? Math.max(least, Math.min(tall, least * 1.15)) : Math.max(least, Math.min(fits, tall, 78))
}

const before = (behind: number): number => (behind ? BEHIND * (1 + 0.4 * Math.min(behind - 1, 4)) : 0.5)
const after = (cars: RobberyCar[]): number => (cars.at(-1)?.key === 'engine' ? NOSE : AHEAD)
const ends = (cars: RobberyCar[], behind: number): number => before(behind) + after(cars)

/** Lays the train out, from the last car on the left to the first on the right. */
export function lay(cars: RobberyCar[], behind: number, cell: number, room: number): Track {
  const rear = before(behind) * cell
  const long = cars.reduce((sum, car) => sum + car.length * cell + 2 * SHELL + GAP, 0)
  const wide = rear + long + after(cars) * cell
  let x = rear + Math.max(0, (room - wide) / 2)
  const laid = cars.map((car) => {
    const here = { car, x, wide: car.length * cell + 2 * SHELL }
    x += here.wide + GAP
    return here
  })
  return { cell, cars: laid, wide: Math.max(wide, room), behind: Math.max(0, (laid[0]?.x ?? 0) - rear), front: x }
}

/** The middle of a space, from the top left of the train's shell. */
export function middle(track: Track, place: string): Spot | null {
  const laid = track.cars.find(({ car }) => String(car.number) === place[0])
  if (!laid) return null
  const row = 'abc'.indexOf(place[1] ?? '')
  const column = Number(place.slice(2)) - 1
  return { x: laid.x + SHELL + (column + 0.5) * track.cell, y: SHELL + (row + 0.5) * track.cell }
}

/** Where a pawn stands among those on its space (or behind the train). */
export function stand(track: Track, view: RobberyView, seat: number): Spot | null {
  const place = view.players[seat]?.place ?? ''
  const together = place === 'behind' ? view.behind : view.players.flatMap((player, other) => (player.place === place ? [other] : []))
  const nth = together.indexOf(seat)
  const { cell } = track
  if (place === 'behind') return { x: track.behind + cell * (0.6 + 0.62 * nth), y: SHELL + cell * (2.35 - 0.42 * (nth % 2)) }
  const at = middle(track, place)
  if (!at) return null
  const spread = together.length > 1 ? Math.min(0.3, 0.7 / together.length) : 0
  const aside = (nth - (together.length - 1) / 2) * spread * cell
  // a little to the left: the steps are written on the right
  return { x: at.x + aside - 0.1 * cell, y: at.y + cell * (0.36 - (together.length > 2 && nth % 2 ? 0.16 : 0)) }
}

const STEPS: Record<string, [rows: number, columns: number]> = { n: [-1, 0], e: [0, 1], s: [1, 0], w: [0, -1] }

/** The spaces one step away, through doors between cars too. */
function beside(cars: RobberyCar[], spot: number, space: RobberySpace): [number, RobberySpace][] {
  const car = cars[spot]!
  const find = (at: number, row: number, column: number): [number, RobberySpace][] => {
    const found = cars[at]?.spaces.find((other) => other.row === row && other.column === column)
    return found ? [[at, found]] : []
  }
  const near = [...space.open].flatMap((side) => find(spot, space.row + STEPS[side]![0], space.column + STEPS[side]![1]))
  if (space.row === 1 && space.column === 0) near.push(...find(spot - 1, 1, (cars[spot - 1]?.length ?? 0) - 1))
  if (space.row === 1 && space.column === car.length - 1) near.push(...find(spot + 1, 1, 0))
  return near
}

/** The way of a pawn, space by space; just both ends if there is none. */
export function way(cars: RobberyCar[], from: string, to: string): string[] {
  const start = cars.flatMap((car, spot) => car.spaces.flatMap((space) => (space.place === from ? [[spot, space] as [number, RobberySpace]] : [])))
  const cameFrom = new Map<string, string>(start.map(([, space]) => [space.place, '']))
  let edge = start
  while (edge.length && !cameFrom.has(to)) {
    const further: [number, RobberySpace][] = []
    for (const [spot, space] of edge)
      for (const [at, next] of beside(cars, spot, space)) {
        if (cameFrom.has(next.place)) continue
        cameFrom.set(next.place, space.place)
        further.push([at, next])
      }
    edge = further
  }
  if (!cameFrom.has(to)) return [from, to]
  const path = [to]
  while (cameFrom.get(path[0]!)) path.unshift(cameFrom.get(path[0]!)!)
  return path
}
