// From taps on circles to a choice: what can be taken hold of, where it can fly, and what a tap on the way means.
import type { BoardChoice } from '../../boards'
import type { Tap } from '../../kit/tapping'

/** A choice as the held stack sees it: `to` is the other stack, `at` the meeting place (only where stacks meet). */
export interface Flight {
  choice: BoardChoice
  from: string
  to: string
  at: string | null
}

export type Tapped = Tap<string[]>

const isFlight = ({ about }: BoardChoice): boolean => about.places.length >= 2

/**
 * What a held stack can do with others. A choice also belongs to the stack that waits at its end (an annihilation is named only
 * once in a puzzle, a meeting always), unless that stack has the same flight of its own.
 */
export function flights(choices: BoardChoice[], held: string): Flight[] {
  const own: Flight[] = []
  const turned: Flight[] = []
  for (const choice of choices.filter(isFlight)) {
    const [first, second, at = null] = choice.about.places as [string, string, string?]
    if (first === held) own.push({ choice, from: first, to: second, at })
    else if (second === held) turned.push({ choice, from: second, to: first, at })
  }
  const reached = new Set(own.map((flight) => flight.to))
  return [...own, ...turned.filter((flight) => flight.at !== null || !reached.has(flight.to))]
}

/** The choice of letting a stack decay. */
export const decay = (choices: BoardChoice[], place: string): BoardChoice | undefined =>
  choices.find(({ about }) => about.effect === 'decay' && about.places[0] === place)

/** Whether tapping a circle first leads anywhere. */
export const canHold = (choices: BoardChoice[], place: string): boolean =>
  flights(choices, place).length > 0 || decay(choices, place) !== undefined

/** The circles a held stack (or a held pair) can go on to. */
export function goals(choices: BoardChoice[], held: string[]): Map<string, Flight> {
  const found = new Map<string, Flight>()
  if (!held[0]) return found
  const pair = held[1]
  for (const flight of flights(choices, held[0])) {
    if (pair !== undefined && flight.to !== pair) continue
    if (pair === undefined && flight.at === held[0]) continue
    found.set(flight.at ?? flight.to, flight)
  }
  return found
}

/** What a tap on a circle means while `held` is held; `mine` says whether a circle carries something the player may move. */
export function tap(choices: BoardChoice[], held: string[], place: string, mine: (place: string) => boolean): Tapped {
  const [first, second] = held
  if (first === undefined) return canHold(choices, place) ? { hold: [place] } : { attempt: place }
  const all = flights(choices, first)
  if (second !== undefined) {
    const meeting = all.find((flight) => flight.to === second && flight.at === place)
    return meeting ? { choose: meeting.choice.action } : tap(choices, [first], place, mine)
  }
  if (place === first) return { hold: [] }
  const there = all.filter((flight) => flight.to === place)
  if (there.length > 1) return { hold: [first, place] }
  if (there[0]) return { choose: there[0].choice.action }
  const between = all.find((flight) => flight.at === place)
  if (between) return { choose: between.choice.action }
  return mine(place) && canHold(choices, place) ? { hold: [place] } : { attempt: `${first} ${place}` }
}
