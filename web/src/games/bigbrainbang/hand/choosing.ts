// From taps to choices: dice in the order of throwing, tiles, and what is said of a tile.
import type { BoardChoice } from '../../../boards'
import type { Tap } from '../../../kit/tapping'

/** A tap on a die: the first waits for the second, a second tap lets go, the last one left is thrown alone. */
export function pressDie(choices: BoardChoice[], tapped: string[], die: string): Tap<string[]> {
  const given = choices.filter(({ about }) => about.effect === 'dice')
  if (tapped.includes(die)) return { hold: tapped.filter((other) => other !== die) }
  const now = [...tapped, die]
  const exact = given.find(({ about }) => about.places.join(' ') === now.join(' '))
  if (exact) return { choose: exact.action }
  const begins = given.some(({ about }) => now.every((place, i) => about.places[i] === place))
  return begins ? { hold: now } : { attempt: now.join(' ') }
}

/** The choices that are a tap on a tile. */
export const onTiles = (choices: BoardChoice[], tiles: Set<string>): Map<string, BoardChoice> =>
  new Map(
    choices.flatMap((choice): [string, BoardChoice][] =>
      choice.about.places.length === 1 && tiles.has(choice.about.places[0]!) ? [[choice.about.places[0]!, choice]] : [],
    ),
  )
