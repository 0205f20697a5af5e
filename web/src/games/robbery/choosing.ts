// From taps on spaces, cards, Heads and piles to a choice; how far one gets, now and with more cards.
import type { BoardChoice } from '../../boards'
import type { Args } from '../../messages/render'
import type { Tap } from '../../kit/tapping'
import type { RobberyCard, RobberySpace, RobberyView } from '../../net/protocol'

export type Tapped = Tap<string | null>

export const isSpace = (place: string): boolean => /^\d[abc]\d$/.test(place)
export const isCard = (place: string): boolean => place.startsWith('card-')

/** The choices whose first place is this one. */
export const from = (choices: BoardChoice[], place: string): BoardChoice[] =>
  choices.filter(({ about }) => about.places[0] === place)

/** Plain answers: roll, fight, peace, pass. */
export const answers = (choices: BoardChoice[]): BoardChoice[] =>
  choices.filter(
    ({ about }) =>
      about.places.length === 1 && !isSpace(about.places[0]!) && !isCard(about.places[0]!) && about.places[0] !== 'front',
  )

/** A space or the front: run there. */
export function tapSpace(choices: BoardChoice[], place: string): Tapped {
  const found = from(choices, place)[0]
  return found ? { choose: found.action } : { attempt: place }
}

/** A hand card: what needs no target is done, what goes into a Head or onto the discards is held first. */
export function tapCard(choices: BoardChoice[], held: string | null, place: string): Tapped {
  const found = from(choices, place)
  if (found.length === 1 && found[0]!.about.places.length === 1) return { choose: found[0]!.action }
  if (!found.length) return { attempt: place }
  return { hold: held === place ? null : place }
}

/** A Head or the discards: where the held card goes, or the only card that can go there. */
export function tapTarget(choices: BoardChoice[], held: string | null, target: string): Tapped {
  const there = choices.filter(({ about }) => about.places[1] === target)
  const found = held ? there.find(({ about }) => about.places[0] === held) : there.length === 1 ? there[0] : undefined
  if (found) return { choose: found.action }
  return { attempt: held ? `${held} ${target}` : target }
}

/** The targets of what is held. */
export const targets = (choices: BoardChoice[], held: string | null): Set<string> =>
  new Set(
    choices.flatMap(({ about }) =>
      about.places.length === 2 && (held === null || about.places[0] === held) ? [about.places[1]!] : [],
    ),
  )

/** What spaces and the front of the train have in common. */
export interface Goal {
  reach: Reach
  aimed: boolean
  hint: number | null
  text: (key: string, args?: Args) => string
  ontap: () => void
  onpoint: (on: boolean) => void
}

export type Reach = 'now' | 'more' | 'cards' | 'lost' | ''

/** How a space can be reached: now, with the card that is considered, with all cards of the hand; `lost`: no longer with that card. */
export function reach(space: RobberySpace, open: Set<string>, left: number, extra: number, most: number): Reach {
  if (space.steps === null) return ''
  if (open.has(space.place)) return space.steps > left + extra ? 'lost' : 'now'
  if (space.steps <= left) return '' // not offered: where one stands behind the train
  if (space.steps <= left + extra) return 'more'
  return space.steps <= left + most ? 'cards' : ''
}

/** The hand cards that can be played for their Run now. */
export function runners(view: RobberyView, seat: number | null, choices: BoardChoice[]): RobberyCard[] {
  const playable = new Set(choices.filter(({ about }) => about.effect === 'run').map(({ about }) => about.places[0]))
  const hand = seat === null ? [] : (view.players[seat]?.hand ?? [])
  return hand.filter((card): card is RobberyCard => card !== null && playable.has(`card-${card.number}`))
}

/** Whether a card still lies where it can be looked at: in a hand, a Head, among the spoils, on top of the discards. */
export const atHand = ({ players, spoils, discards }: RobberyView, card: RobberyCard): boolean =>
  [...players.flatMap(({ hand, head }) => [...hand, head]), ...spoils, ...discards.slice(-1)].some(
    (found) => found?.number === card.number,
  )

/** The fewest cards that bring `steps` more steps, largest first; empty if none do. */
export function enough(cards: RobberyCard[], steps: number): RobberyCard[] {
  const sorted = cards.filter((card) => card.run > 0).sort((a, b) => b.run - a.run)
  const single = [...sorted].reverse().find((card) => card.run >= steps)
  if (single) return [single]
  const taken: RobberyCard[] = []
  let sum = 0
  for (const card of sorted) {
    if (sum >= steps) break
    taken.push(card)
    sum += card.run
  }
  return sum >= steps ? taken : []
}
