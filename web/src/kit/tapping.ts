// Tapping places one after another until they are a choice: the same on every plain board.
import type { BoardChoice } from '../boards'

/** The choices whose places begin with those tapped. */
export const left = (choices: BoardChoice[], tapped: string[]): BoardChoice[] =>
  choices.filter(({ about }) => tapped.every((place, i) => about.places[i] === place))

/** The places that can be tapped next. */
export const next = (choices: BoardChoice[], tapped: string[]): Set<string> =>
  new Set(left(choices, tapped).flatMap(({ about }) => about.places.slice(tapped.length, tapped.length + 1)))

export type Tap = { tapped: string[] } | { choose: BoardChoice } | { attempt: string }

/** What another tap leads to: more taps, a choice, or something that cannot be done. */
export function tap(choices: BoardChoice[], tapped: string[], place: string): Tap {
  const now = [...tapped, place]
  const found = left(choices, now)
  const done = found.filter(({ about }) => about.places.length === now.length)
  if (found.length === 1 && done.length === 1) return { choose: done[0]! }
  if (found.length) return { tapped: now }
  if (tapped.at(-1) === place) return { tapped: [] } // tapped again: let go
  if (tapped.length && next(choices, []).has(place)) return { tapped: [place] } // another beginning
  return { attempt: now.join(' ') }
}
