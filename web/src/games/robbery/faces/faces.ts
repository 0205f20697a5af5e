// What a card's drawing looks like: every feature follows from its figures and its name, so that no two look alike.
import type { RobberyCard } from '../../../net/protocol'

export type Hat = 'none' | 'bowler' | 'cap' | 'top' | 'beret' | 'party' | 'helmet' | 'mortarboard' | 'bandage' | 'crown'
export type Eyes = 'round' | 'sleepy' | 'dizzy' | 'cross' | 'glasses' | 'monocle' | 'pince'
export type Mouth = 'snarl' | 'pant' | 'grin' | 'smirk' | 'line' | 'o'
export type Body = 'brain' | 'wedge' | 'wheel' | 'block' | 'ball'

export interface Face {
  body: Body
  /** the outline, around (0, 0), about 60 across */
  outline: string
  /** folds of a brain or holes of a cheese */
  folds: string[]
  holes: { x: number; y: number; r: number }[]
  skin: string
  shade: string
  eyes: Eyes
  apart: number
  mouth: Mouth
  hat: Hat
  hatColour: string
  /** size of the boxing gloves; 0: none */
  gloves: number
  /** speed lines behind running shoes; 0: standing still */
  speed: number
  shoe: string
  hurt: boolean
  chained: boolean
}

/** A number from a name, the same everywhere. */
export function seed(name: string): number {
  let hash = 2166136261
  for (const sign of name) hash = Math.imul(hash ^ sign.charCodeAt(0), 16777619)
  return hash >>> 0
}

/** Numbers from 0 to 1 that follow from a seed. */
export function lots(from: number): () => number {
  let state = from || 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state >>> 8) / 16777216
  }
}

const one = <T>(of: readonly T[], lot: number): T => of[Math.min(of.length - 1, Math.floor(lot * of.length))]!
const HATS = ['#b4475a', '#2f6d62', '#3f5fa8', '#8a5a00', '#6f4f8f', '#3b3346'] as const
const SHOES = ['#e4503e', '#2f76d6', '#2d9c57', '#f2b233'] as const

/** A cloud of lobes: the cleverer, the more of them. */
function cloud(lobes: number, wide: number, high: number, lot: () => number): string {
  const points = Array.from({ length: lobes }, (_, i) => {
    const angle = ((i + 0.5 + (lot() - 0.5) * 0.45) / lobes) * 2 * Math.PI - Math.PI / 2
    return [wide * Math.cos(angle), high * Math.sin(angle) * (Math.sin(angle) > 0 ? 0.86 : 1)] as const
  })
  const arcs = points.map(([x, y], i) => {
    const [fromX, fromY] = points[(i + lobes - 1) % lobes]!
    const radius = Math.hypot(x - fromX, y - fromY) * (0.52 + 0.12 * lot())
    return `A${radius.toFixed(1)} ${radius.toFixed(1)} 0 0 1 ${x.toFixed(1)} ${y.toFixed(1)}`
  })
  const last = points[lobes - 1]!
  return `M${last[0].toFixed(1)} ${last[1].toFixed(1)}${arcs.join('')}Z`
}

/** Wrinkles on the forehead. */
function wrinkles(count: number, wide: number, high: number, lot: () => number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const side = i % 2 ? 1 : -1
    const x = side * (5 + lot() * (wide - 14))
    const y = -high * (0.25 + 0.55 * lot())
    const long = 4 + lot() * 5
    const bend = (lot() - 0.5) * 9
    return `M${x.toFixed(1)} ${y.toFixed(1)}q${(side * long * 0.5).toFixed(1)} ${bend.toFixed(1)} ${(side * long).toFixed(1)} 0t${(side * long * 0.6).toFixed(1)} ${(3 * lot()).toFixed(1)}`
  })
}

function brain(card: RobberyCard, lot: () => number): Face {
  const clever = Math.min(1, card.iq / 180)
  const wide = 24 + 8 * clever
  const high = 20 + 7 * clever
  const outline = cloud(8 + Math.round(clever * 7), wide, high, lot)
  const folds = [
    `M0 ${(-high).toFixed(1)}q${(3 - 6 * lot()).toFixed(1)} 7 0 14`,
    ...wrinkles(2 + Math.round(clever * 8), wide, high, lot),
  ]
  const hue = 350 - 70 * clever + (lot() - 0.5) * 24
  const eyes: Eyes =
    card.iq > 128
      ? one(['glasses', 'monocle', 'pince'], lot())
      : card.iq > 96
        ? one(['glasses', 'round', 'sleepy', 'monocle'], lot())
        : card.iq > 50
          ? one(['round', 'sleepy'], lot())
          : one(['round', 'dizzy', 'cross'], lot())
  const mouth: Mouth =
    card.hit >= 4
      ? one(['snarl', 'grin'], lot())
      : card.run >= 4
        ? 'pant'
        : card.hit < 0
          ? 'o'
          : one(['smirk', 'line', 'grin', 'o'], lot())
  const hat: Hat = card.power
    ? 'top'
    : card.hit < -1
      ? 'crown'
      : card.iq > 135
        ? 'mortarboard'
        : card.hit >= 5
          ? 'bandage'
          : card.run >= 5
            ? 'helmet'
            : one(['bowler', 'cap', 'beret', 'party', 'none', 'none'], lot())
  return {
    body: 'brain', outline, folds, holes: [], eyes, mouth, hat,
    skin: `hsl(${hue.toFixed(0)} ${(78 - 22 * clever).toFixed(0)}% ${(74 + 6 * clever).toFixed(0)}%)`,
    shade: `hsl(${hue.toFixed(0)} 45% ${(44 - 4 * clever).toFixed(0)}%)`,
    apart: 7 + 4 * lot(), hatColour: one(HATS, lot()), gloves: card.hit > 1 ? 3.4 + card.hit : 0, speed: card.run > 2 ? card.run : 0,
    shoe: one(SHOES, lot()), hurt: card.hit < 0, chained: card.run < 0,
  } // prettier-ignore
}

const RINDS: Record<string, string> = {
  wedge: 'M-31 14L22-19Q31-20 31-9V19Q31 23 26 23H-27Q-33 22-31 14Z',
  wheel: 'M-30-6Q-30-21 0-21T30-6V10Q30 24 0 24T-30 10Z',
  block: 'M-28-16Q-28-19-24-19H22Q27-19 27-14V18Q27 22 22 22H-24Q-28 22-28 18Z',
  ball: 'M0-25A26 25 0 1 1 0 25A26 25 0 1 1 0-25Z',
}

function cheese(card: RobberyCard, lot: () => number): Face {
  const body = one(['wedge', 'wheel', 'block', 'ball'] as const, lot())
  const holes = Array.from({ length: 4 + Math.floor(lot() * 5) }, (_, i) => ({
    x: -22 + ((i * 17 + lot() * 9) % 44),
    y: i % 2 ? -11 + lot() * 5 : 13 + lot() * 7,
    r: 1.4 + lot() * 2.6,
  }))
  const hue = 38 + lot() * 18
  const pale = lot() * 14
  return {
    body, outline: RINDS[body]!, folds: [], holes,
    skin: `hsl(${hue.toFixed(0)} 88% ${(64 + pale).toFixed(0)}%)`, shade: `hsl(${(hue - 10).toFixed(0)} 62% 36%)`,
    eyes: one(['round', 'sleepy', 'cross'] as const, lot()), apart: 6 + 5 * lot(),
    mouth: card.hit > 1 ? 'snarl' : card.run > 1 ? 'pant' : one(['smirk', 'line', 'o', 'grin'] as const, lot()),
    hat: one(['none', 'none', 'bowler', 'party', 'cap'] as const, lot()), hatColour: one(HATS, lot()),
    gloves: card.hit > 1 ? 5 : 0, speed: card.run > 1 ? 3 : 0, shoe: one(SHOES, lot()), hurt: false, chained: false,
  } // prettier-ignore
}

/** The drawing of a card. */
export function face(card: RobberyCard): Face {
  const lot = lots(seed(card.key))
  return card.kind === 'brain' ? brain(card, lot) : cheese(card, lot)
}
