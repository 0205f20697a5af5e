// What the bodies that a choice touches are worth to everybody, now and after it.
import type { UrknallView } from '../../net/protocol'

export interface Worth {
  /** by seat, with two players their second colours after them */
  now: number[]
  after: number[] | null
}

function sum(view: UrknallView, names: Set<string>): number[] {
  const counted = view.bodies.filter((body) => names.has(body.name))
  return Array.from({ length: view.bodies[0]?.worth.length ?? 0 }, (_, slot) =>
    counted.reduce((total, body) => total + (body.worth[slot] ?? 0), 0),
  )
}

/** Bodies that come to be count as coming from those that were touched. */
export function worth(view: UrknallView, ahead: UrknallView | null, touched: string[]): Worth {
  const known = new Set(view.bodies.map((body) => body.name))
  const names = new Set(touched)
  const now = sum(view, names)
  if (!ahead) return { now, after: null }
  for (const body of ahead.bodies) if (!known.has(body.name)) names.add(body.name)
  return { now, after: sum(ahead, names) }
}

/** One reason for points, as a text with its arguments. */
export interface Reason {
  body: string
  points: number
  key: string
  args: { colour: string; markers: number; elements: number; n: number }
}

/** Why somebody (a seat, or with two players a second colour) has points, on one body or on all, the most first. */
export function reasons(view: UrknallView, slot: number, on?: string): Reason[] {
  const bodies = view.bodies.filter((body) => on === undefined || body.name === on)
  const found = bodies.flatMap((body) =>
    body.scores
      .filter((score) => score.slot === slot)
      .map(({ points, reason, colour, markers, elements }) => ({
        body: body.name,
        points,
        key: `why.${reason}`,
        args: { colour, markers, elements, n: points },
      })),
  )
  return found.sort((a, b) => b.points - a.points)
}
