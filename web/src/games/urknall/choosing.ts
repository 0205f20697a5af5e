// From taps on bodies and elements to a choice: what is open with or without the comet, what a tap means.
import type { BoardChoice } from '../../boards'
import type { Tap } from '../../kit/tapping'
import type { UrknallBody } from '../../net/protocol'

const COMET = 'comet'

/** A choice without the comet's own place: the bodies and elements it touches. */
export interface Open {
  choice: BoardChoice
  places: string[]
}

/** What is half chosen: a body, and which of its elements (by their place in the cluster). */
export interface Held {
  body: string
  slots: number[]
}

/** A hint on the sky: where, how good, and in a few words what is to be done at a body. */
export interface Hinted {
  places: string[]
  rank: number
  says: (body: string) => string
}

export type Tapped = Tap<Held | null>

export const bodyOf = (place: string): string => place.split(':')[0] ?? ''
const isElement = (place: string): boolean => place.includes(':')
const isBody = (place: string): boolean => /^[a-zA-Z]$/.test(place)

/** The choices on the sky, with the comet or without. */
export const open = (choices: BoardChoice[], comet: boolean): Open[] =>
  choices
    .filter(({ about }) => about.places.includes(COMET) === comet)
    .map((choice) => ({ choice, places: choice.about.places.filter((place) => place !== COMET) }))
    .filter(({ places }) => places.every((place) => isBody(place) || isElement(place)) && places.length > 0)

/** Choices that are no place on the sky: giving up a marker, leaving things as they are. */
export const beside = (choices: BoardChoice[]): BoardChoice[] =>
  choices.filter(({ about }) => !about.places.includes(COMET) && !about.places.some((place) => isBody(place) || isElement(place)))

export const hasComet = (choices: BoardChoice[]): boolean => choices.some(({ about }) => about.places.includes(COMET))

/** What can be done with a body's elements. */
export const within = (given: Open[], body: string): Open[] =>
  given.filter(({ places }) => places.every((place) => isElement(place) && bodyOf(place) === body))

/** The bodies that a body can be combined with. */
export const partners = (given: Open[], body: string): string[] =>
  given
    .filter(({ places }) => places.length === 2 && places.every(isBody) && places.includes(body))
    .map(({ places }) => (places[0] === body ? places[1]! : places[0]!))

/** All bodies that lead somewhere. */
export const useful = (given: Open[]): Set<string> => new Set(given.flatMap(({ places }) => places.map(bodyOf)))

/** Whether this is about where to go. */
export const travels = (given: Open[]): boolean =>
  given.some(({ choice }) => choice.about.effect === 'travel' || choice.about.effect === 'stay')

const same = (a: string[], b: string[]): boolean => [...a].sort().join(' ') === [...b].sort().join(' ')
const words = (comet: boolean, ...places: string[]): string => [...(comet ? [COMET] : []), ...places].join(' ')

/** A tap on a body as a whole. */
export function tapBody(given: Open[], held: Held | null, body: string, comet: boolean): Tapped {
  const straight = given.find(({ places }) => places.length === 1 && places[0] === body)
  if (straight) return { choose: straight.choice.action }
  const from = held?.body
  if (from !== undefined && from !== body) {
    const joined = given.find(({ places }) => same(places, [from, body]))
    if (joined) return { choose: joined.choice.action }
  }
  const inside = within(given, body)
  if (from === body) return inside.length === 1 ? { choose: inside[0]!.choice.action } : { hold: null }
  if (inside.length || partners(given, body).length) return { hold: { body, slots: [] } }
  return { attempt: from === undefined ? words(comet, body) : words(comet, from, body) }
}

/** A tap on one element of a body; with two to take off, the first tap holds and the second chooses. */
export function tapElement(given: Open[], held: Held | null, body: UrknallBody, slot: number, comet: boolean): Tapped {
  const place = body.elements[slot]?.place
  const inside = within(given, body.name)
  if (place === undefined || !inside.length) return tapBody(given, held, body.name, comet)
  const single = inside.find(({ places }) => same(places, [place]))
  if (single) return { choose: single.choice.action }
  const before = held?.body === body.name ? held.slots : []
  const slots = before.includes(slot) ? before.filter((other) => other !== slot) : [...before, slot]
  const places = slots.map((other) => body.elements[other]!.place)
  const complete = inside.find((found) => same(found.places, places))
  if (complete) return { choose: complete.choice.action }
  const most = Math.max(...inside.map((found) => found.places.length))
  if (slots.length >= most || !inside.some((found) => found.places.includes(place))) return { attempt: words(comet, ...places) }
  return { hold: { body: body.name, slots } }
}
