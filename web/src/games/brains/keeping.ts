// From kept dice and tapped colours to choices, and from what happened to what has to move.
import type { BoardChoice, BoardEvent } from '../../boards'
import type { BrainsColour, BrainsView } from '../../net/protocol'

const CUP = 'cup'

/** The choice that keeps exactly these dice. */
export function keeping(choices: BoardChoice[], kept: ReadonlySet<string>): BoardChoice | undefined {
  return choices.find(({ about }) => {
    if (about.effect !== 'throw' && about.effect !== 'stop') return false
    const dice = about.places.filter((place) => place !== CUP)
    return dice.length === kept.size && dice.every((die) => kept.has(die))
  })
}

/** The dice that a choice keeps. */
export const keptBy = (choice: BoardChoice): string[] =>
  choice.about.effect === 'throw' || choice.about.effect === 'stop' ? choice.about.places.filter((place) => place !== CUP) : []

/** The choice of a colour. */
export const colouring = (choices: BoardChoice[], colour: string): BoardChoice | undefined =>
  choices.find(({ about }) => about.places[0] === colour)

/** The dice that fell in these events. */
export const fallen = (events: BoardEvent[]): Set<string> =>
  new Set(events.flatMap((event) => (event.kind === 'chance' && event.about?.effect === 'fall' ? event.about.places : [])))

/** The dice that lay aside during the throw that is to be seen; none on a first throw, or when nobody saw it. */
export function aside(view: BrainsView, events: BoardEvent[]): Set<string> {
  const fell = fallen(events)
  if (view.throw < 2 || fell.size === 0) return new Set()
  return new Set(view.dice.map((die) => die.place).filter((place) => !fell.has(place)))
}

/** A view with nothing counted: what stands on the table while dice are in the air. */
export const uncounted = (view: BrainsView): BrainsView => ({
  ...view,
  colours: view.colours.map((found) => ({ ...found, sum: 0, total: 0, brains: 0, payer: null })),
  brains: 0,
  times: 1,
})

/** A colour's total. As long as dice are in the cup the rules do not count it: then it is what lies there, multiplied. */
export const totalOf = ({ total, sum }: BrainsColour, times: number): number => total || sum * times

export type Holder = number | 'middle'

/** Brains that went from one place to others, as the two views tell. */
export interface Moved {
  from: Holder
  to: Holder
  brains: number
}

/** Who gave brains to whom between two views: from the middle to a player, or from a player into the middle. */
export function moved(before: BrainsView, after: BrainsView): Moved | null {
  const brains = before.middle.number - after.middle.number
  const seat = after.players.findIndex((player, i) => player.held.number !== before.players[i]?.held.number)
  if (brains === 0 || seat < 0) return null
  return brains > 0 ? { from: 'middle', to: seat, brains } : { from: seat, to: 'middle', brains: -brains }
}

/** Somebody who pays. */
export interface Paid {
  seat: number
  brains: number
  /** by another's choice */
  struck: boolean
  /** these were the last */
  out: boolean
}

/** Who pays between two views, if anybody does. */
export function paid(before: BrainsView, after: BrainsView): Paid | null {
  const change = moved(before, after)
  if (!change || change.from === 'middle') return null
  const { from: seat, brains } = change
  return { seat, brains, struck: seat !== before.seat, out: !before.players[seat]?.out && !!after.players[seat]?.out }
}
