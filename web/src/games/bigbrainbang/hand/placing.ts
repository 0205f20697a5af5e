// The tile (or the Burner) over the die: which ways there are, what a gesture makes of one, what each would touch and cause.
import type { BigbrainbangPreview, BigbrainbangView } from '../../../net/protocol'
import { bearing, distance, laid, middle, type Point } from '../geometry'

/** A way to place a tile: which hole is over the die, which face is up, quarter turns. */
export interface Way {
  hole: number
  face: 'a' | 'b'
  turn: number
}

/** `2b270` as a way. */
export function way(name: string): Way | null {
  const found = /^([12])([ab])(\d+)$/.exec(name)
  return found ? { hole: Number(found[1]), face: found[2] as 'a' | 'b', turn: Number(found[3]) / 90 } : null
}

export const nameOf = ({ hole, face, turn }: Way): string => `${hole}${face}${(((turn % 4) + 4) % 4) * 90}`

const known = (previews: BigbrainbangPreview[], name: string, otherwise: string): string =>
  previews.some((preview) => preview.name === name) ? name : otherwise

/** The same tile a quarter turn on (anticlockwise), turned over, or shifted to its other hole. */
export function changedWay(previews: BigbrainbangPreview[], name: string, how: 'left' | 'right' | 'flip' | 'hole'): string {
  const now = way(name)
  if (!now) return name
  const next = {
    left: { ...now, turn: now.turn + 1 },
    right: { ...now, turn: now.turn + 3 },
    flip: { ...now, face: now.face === 'a' ? ('b' as const) : ('a' as const) },
    hole: { ...now, hole: now.hole === 1 ? 2 : 1 },
  }[how]
  return known(previews, nameOf(next), name)
}

/** Whether there is another hole. */
export const hasHoles = (previews: BigbrainbangPreview[]): boolean => previews.some((preview) => preview.name.startsWith('2'))

/** The way whose tile lies nearest to a point, as a finger drags it around the die. */
export function nearest(previews: BigbrainbangPreview[], to: Point): string {
  let best = previews[0]
  let least = Infinity
  for (const preview of previews) {
    const far = distance(middle(preview.outline), to)
    if (far < least - 1e-6) {
      best = preview
      least = far
    }
  }
  return best?.name ?? ''
}

/** The Burner turned towards a point. */
export const burnerTowards = (die: Point, to: Point): number => Math.round(bearing(die, to)) % 360

export const burnerOutline = (view: BigbrainbangView, angle: number): Point[] =>
  view.die ? laid(view.burner, [view.die.x, view.die.y], angle) : []

/** What would become of a tile that is touched. */
export type Fate = 'joins' | 'beaten' | 'beats' | 'burns' | 'maybe'

/** Every touched tile with its fate: `beats` are tiles that the new one cannot beat, `maybe` depends on whom it supports. */
export function fates(preview: BigbrainbangPreview | null): Map<string, Fate> {
  const found = new Map<string, Fate>()
  if (!preview) return found
  for (const tile of preview.touches) found.set(tile, preview.effect === 'burn' ? 'burns' : 'joins')
  for (const foe of preview.foes)
    for (const tile of foe.touched) found.set(tile, preview.effect === 'choose' ? 'maybe' : foe.beaten ? 'beaten' : 'beats')
  return found
}

/** Whether the new tile itself would be lost. */
export const isLost = (preview: BigbrainbangPreview | null): boolean =>
  preview?.effect === 'fight' && preview.foes.some((foe) => !foe.beaten)
