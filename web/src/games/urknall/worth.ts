// What the bodies that a choice touches are worth to everybody, now and after it.
import type { UrknallView } from '../../net/protocol'

export interface Worth {
  /** by seat, with two players their second colours after them */
  now: number[]
  after: number[] | null
}

function sum(view: UrknallView, names: Set<string>): number[] {
  const counted = view.bodies.filter((body) => names.has(body.name))
  return Array.from({ length: view.bodies[0]?.worth.length ?? 0 }, (_, slot) => counted.reduce((total, body) => total + (body.worth[slot] ?? 0), 0))
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
