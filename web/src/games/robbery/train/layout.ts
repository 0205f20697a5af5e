// Where things of the train are, in pixels: cars one behind the other, spaces in them, and the way of a pawn through its doors.
import type { RobberyCar, RobberyView } from '../../../net/protocol'

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

/** The size of a space: as large as the room allows, and never too small for a finger; `most` where the train has to scroll. */
export function cellSize(cars: RobberyCar[], behind: number, wide: number, high: number, least: number, most: number): number {
  const columns = cars.reduce((sum, car) => sum + car.length, 0) + ends(cars, behind)
  const fits = (wide - cars.length * (GAP + 2 * SHELL)) / columns
  const tall = (high - 2 * SHELL) / 3
  return fits < least ? Math.max(least, Math.min(tall, most)) : Math.max(least, Math.min(fits, tall, 78))
}

const before = (behind: number): number => (behind ? BEHIND * (1 + 0.4 * Math.min(behind - 1, 4)) : 0.5)
const after = (cars: RobberyCar[]): number => (cars.at(-1)?.key === 'engine' ? NOSE : AHEAD)
const ends = (cars: RobberyCar[], behind: number): number => before(behind) + after(cars)

/** Lays the train out, from the last car on the left to the first on the right; a car that is just falling behind keeps its room. */
export function lay(cars: RobberyCar[], behind: number, cell: number, room: number, falling = 0): Track {
  const rear = before(behind) * cell + (falling ? falling * cell + 2 * SHELL + GAP : 0)
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

/** Where the feet of a pawn are that passes through a place; `front` is out of the front door. */
export function feet(track: Track, place: string): Spot | null {
  const { cell } = track
  const at = place === 'front' ? { x: track.front + 0.6 * cell, y: SHELL + 1.5 * cell } : middle(track, place)
  return at && { x: at.x - 0.1 * cell, y: at.y + 0.36 * cell }
}

/** Where a pawn stands among those on its space (or behind the train). */
export function stand(track: Track, view: RobberyView, seat: number): Spot | null {
  const place = view.players[seat]?.place ?? ''
  const together =
    place === 'behind' ? view.behind : view.players.flatMap((player, other) => (player.place === place ? [other] : []))
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

/** The way of the pawn that moves now to a place, space by space, as the rules count it. */
export function way(view: RobberyView, to: string): string[] {
  const came = new Map(view.cars.flatMap((car) => car.spaces.map((space) => [space.place, space.came] as const)))
  const path = [to]
  for (let before = came.get(to); before; before = came.get(before)) path.unshift(before)
  return path
}
