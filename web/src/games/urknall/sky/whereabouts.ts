// Where every body is from view to view: what nothing happened to stays, what was seen before comes back to where it was.
import { follow, radius, spread, type Box, type Disc, type Point, type Spots } from './layout'
import { track, type Tracked } from './tracking'
import type { UrknallBody } from '../../../net/protocol'

const REMEMBERED = 400 // views

/** The sky of one board. */
export class Whereabouts {
  at: Spots = {}
  elements: Tracked[] = []
  /** radius of an element */
  e = 20
  private discs: Disc[] = []
  private box: Box | null = null
  private known = new Map<string, Spots>()

  /** The bodies of another view, or of the same in another window. */
  show(bodies: UrknallBody[], box: Box): void {
    const before = this.elements
    const was = this.discs
    this.elements = track(before, bodies)
    this.discs = bodies.map(({ name, elements }) => ({ name, size: elements.length }))
    this.e = radius(this.elements.length, box)
    const old = this.box
    this.box = box
    if (!old || !was.length) this.at = spread(this.discs, box, this.e)
    else if (old.wide !== box.wide || old.high !== box.high) this.stretch(old, box)
    else if (this.key(was) !== this.key())
      this.at = this.again(was) ?? follow(this.discs, was, this.at, this.parts(before), box, this.e)
    this.remember()
  }

  /** Somebody has put a body elsewhere. */
  put(name: string, to: Point): void {
    this.at = { ...this.at, [name]: to }
    this.remember()
  }

  /** The bodies of before that a body's elements were part of. */
  private parts(before: Tracked[]): (name: string) => string[] {
    const old = new Map(before.map(({ id, body }) => [id, body]))
    return (name) => [...new Set(this.elements.filter(({ body }) => body === name).flatMap(({ id }) => old.get(id) ?? []))]
  }

  private stretch(old: Box, box: Box): void {
    const from = Object.fromEntries(
      Object.entries(this.at).map(([name, { x, y }]) => [name, { x: (x * box.wide) / old.wide, y: (y * box.high) / old.high }]),
    )
    this.known.clear()
    this.at = spread(this.discs, box, this.e, from)
  }

  /** The sky as it was with these bodies, if nothing else would have to move for it. */
  private again(was: Disc[]): Spots | null {
    const spots = this.known.get(this.key())
    const stays = this.discs.filter(({ name, size }) => was.some((disc) => disc.name === name && disc.size === size))
    return spots && stays.every(({ name }) => spots[name] === this.at[name]) ? spots : null
  }

  private key(discs = this.discs): string {
    return discs.map(({ name, size }) => name + size).join('')
  }

  /** So that going back and forth in a replay, or taking back, shows the same sky again. */
  private remember(): void {
    const key = this.key()
    this.known.delete(key)
    this.known.set(key, this.at)
    if (this.known.size > REMEMBERED) this.known.delete(this.known.keys().next().value!)
  }
}
