// Which element is which from one view to the next, so that bodies merge and split before one's eyes.
import type { UrknallBody, UrknallElement } from '../../../net/protocol'

export interface Tracked {
  id: number
  body: string
  place: string
  colour: string
  owner: number | null
  second: boolean
  /** it was free in the view before */
  fresh: boolean
  /** its place in the body's cluster */
  slot: number
}

type Alike = (was: Tracked, now: UrknallElement, body: string) => boolean

const sameKind: Alike = (was, now) => was.colour === now.colour && was.owner === now.owner && was.second === now.second
/** In this order: stayed as it was; was marked; came from another body; came and was marked. */
const WAYS: Alike[] = [
  (was, now, body) => was.body === body && sameKind(was, now, body),
  (was, now, body) => was.body === body && was.colour === now.colour && was.owner === null,
  sameKind,
  (was, now) => was.colour === now.colour,
]

/** The elements of a view, with the numbers they had before. */
export function track(before: Tracked[], bodies: UrknallBody[]): Tracked[] {
  const left = new Set(before)
  const now = bodies.flatMap((body) => body.elements.map((element, slot) => ({ body: body.name, element, slot })))
  const known = new Map<(typeof now)[number], Tracked>()
  for (const alike of WAYS)
    for (const found of now) {
      if (known.has(found)) continue
      const was = [...left].find((other) => alike(other, found.element, found.body))
      if (!was) continue
      left.delete(was)
      known.set(found, was)
    }
  let fresh = Math.max(-1, ...before.map((element) => element.id)) + 1
  return now.map((found) => {
    const { place, colour, owner, second } = found.element
    const was = known.get(found)
    const marked = was?.owner === null && owner !== null
    return { id: was?.id ?? fresh++, body: found.body, place, colour, owner, second, fresh: marked, slot: found.slot }
  })
}
