// Tapping: what a tap means on any board, and on plain boards how places tapped one after another become a choice.
import type { BoardChoice, BoardProps } from '../boards'

/** What a tap leads to: something is held (and more taps are awaited), an action is chosen, or what was tried cannot be done. */
export type Tap<Held> = { hold: Held } | { choose: number } | { attempt: string }

type Board = Pick<BoardProps<unknown>, 'seat' | 'busy' | 'choose' | 'attempt' | 'rethink'>

/** Does what a tap means. Why something cannot be done is asked only by players, and not while a move is on its way. */
export function act<Held>(meant: Tap<Held>, board: Board, hold: (held: Held) => void): void {
  if ('choose' in meant) return board.choose(meant.choose)
  board.rethink()
  if ('hold' in meant) hold(meant.hold)
  else if (board.seat !== null && !board.busy) board.attempt(meant.attempt)
}

/** The choices whose places begin with those tapped. */
export const left = (choices: BoardChoice[], tapped: string[]): BoardChoice[] =>
  choices.filter(({ about }) => tapped.every((place, i) => about.places[i] === place))

/** The places that can be tapped next. */
export const next = (choices: BoardChoice[], tapped: string[]): Set<string> =>
  new Set(left(choices, tapped).flatMap(({ about }) => about.places.slice(tapped.length, tapped.length + 1)))

/** What a tap on another place means, after those tapped before. */
export function tap(choices: BoardChoice[], tapped: string[], place: string): Tap<string[]> {
  const now = [...tapped, place]
  const found = left(choices, now)
  const done = found.filter(({ about }) => about.places.length === now.length)
  if (found.length === 1 && done.length === 1) return { choose: done[0]!.action }
  if (found.length) return { hold: now }
  if (tapped.at(-1) === place) return { hold: [] } // tapped again: let go
  if (tapped.length && next(choices, []).has(place)) return { hold: [place] } // another beginning
  return { attempt: now.join(' ') }
}
