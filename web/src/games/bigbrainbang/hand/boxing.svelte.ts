// The box in hand before a throw: lying or standing, moved and turned, always on the table; whether it fits there.
import type { BoardProps } from '../../../boards'
import type { BigbrainbangView, Form } from '../../../net/protocol'
import { bearing, boxOnTable, distance, inside, minus, rectangle, turned, type Point } from '../geometry'

export type Kind = 'lying' | 'standing'
export interface InHand {
  kind: Kind
  x: number // millimetres, as the form has it
  y: number
  angle: number
}

export const LENGTH = 0.3
export const HEIGHT = 0.07
export const RING = 0.205 // radius of the ring by which the box is turned
const GRIP = 0.04

export const width = (kind: string): number => (kind === 'standing' ? HEIGHT : LENGTH)
export const high = (kind: string): number => (kind === 'standing' ? LENGTH : HEIGHT)

const said = ({ kind, x, y, angle }: InHand): string => `${kind} ${x} ${y} ${angle}`

export class BoxInHand {
  at = $state.raw<InHand | null>(null)
  /** what the rules say to this place; null while they are being asked */
  fits = $state<boolean | null>(null)
  private grip: { turn: number } | { move: Point } | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private asked = 0

  constructor(private readonly board: () => BoardProps<BigbrainbangView>) {}

  private form(kind: Kind): Form | undefined {
    return this.board().forms.find((form) => form.name === kind)
  }
  get open(): boolean {
    return this.at !== null && this.form('lying') !== undefined
  }
  get outline(): Point[] {
    return this.at ? rectangle([this.at.x / 1000, this.at.y / 1000], this.at.angle, LENGTH, width(this.at.kind)) : []
  }
  /** Where the ring is held. */
  get knob(): Point {
    const { x, y, angle } = this.at ?? { x: 0, y: 0, angle: 0 }
    const [dx, dy] = turned([RING, 0], angle)
    return [x / 1000 + dx, y / 1000 + dy]
  }

  begin(): void {
    this.at = null
    this.grip = null
    this.fits = null
  }

  /** Takes the box in hand, where it is or in the middle, or sets it down the other way. */
  take(kind: Kind): void {
    const there = this.board().view.box
    const from = this.at ?? (there ? { x: there.x * 1000, y: there.y * 1000, angle: there.angle } : { x: 0, y: 0, angle: 0 })
    this.set({ kind, x: from.x, y: from.y, angle: from.angle })
  }

  set(wish: Partial<InHand>): void {
    const now = { ...(this.at ?? { kind: 'lying' as const, x: 0, y: 0, angle: 0 }), ...wish }
    const round = now.kind === 'standing' ? 180 : 90 // half or a quarter turn on it looks the same
    now.angle = ((Math.round(now.angle) % round) + round) % round
    const { table } = this.board().view
    const [x, y] = boxOnTable([now.x / 1000, now.y / 1000], now.angle, LENGTH, width(now.kind), table)
    const inward = (metres: number): number => Math.trunc(metres * 1000) + 0
    this.at = { ...now, x: inward(x), y: inward(y) }
    this.fits = null
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.ask(), 90)
  }

  private async ask(): Promise<void> {
    const { at } = this
    if (!at) return
    const mine = ++this.asked
    const rule = await this.board()
      .forbids(said(at))
      .catch(() => undefined) // no answer: nothing is known
    if (rule !== undefined && mine === this.asked && this.at === at) this.fits = rule === null
  }

  async put(): Promise<void> {
    const { at } = this
    if (!at) return
    clearTimeout(this.timer)
    if (this.fits === null) await this.ask() // a place where it does not fit is answered by the rule, not refused as a move
    if (this.at !== at) return
    const { choose, attempt } = this.board()
    if (this.fits === false) attempt(said(at))
    else choose({ form: at.kind, values: { x: at.x, y: at.y, angle: at.angle } }, { quick: true })
  }

  down(at: Point): void {
    if (!this.at) return
    const middle: Point = [this.at.x / 1000, this.at.y / 1000]
    if (inside(at, this.outline)) this.grip = { move: minus(middle, at) }
    else if (Math.abs(distance(at, middle) - RING) < GRIP || distance(at, this.knob) < GRIP)
      this.grip = { turn: this.at.angle - bearing(middle, at) }
    else this.grip = null
  }
  move(at: Point): void {
    if (!this.at || !this.grip) return
    if ('move' in this.grip) this.set({ x: (at[0] + this.grip.move[0]) * 1000, y: (at[1] + this.grip.move[1]) * 1000 })
    else this.turnTo(this.grip.turn + bearing([this.at.x / 1000, this.at.y / 1000], at))
  }
  /** Turned under a finger, the box keeps its middle. */
  private turnTo(angle: number): void {
    this.set({ angle })
  }
  up(): void {
    this.grip = null
  }
  /** Drawn from beside the table: the box is taken by its middle. */
  hold(kind: Kind, at: Point): void {
    this.set({ kind, x: at[0] * 1000, y: at[1] * 1000, angle: this.at?.angle ?? 0 })
    this.grip = { move: [0, 0] }
  }

  key(event: KeyboardEvent): boolean {
    const { at } = this
    if (!at) return false
    const step = event.shiftKey ? 1 : 10
    const moves: Record<string, Partial<InHand>> = {
      ArrowLeft: { x: at.x - step }, ArrowRight: { x: at.x + step }, ArrowUp: { y: at.y + step }, ArrowDown: { y: at.y - step },
      ',': { angle: at.angle + (event.shiftKey ? 1 : 5) }, '.': { angle: at.angle - (event.shiftKey ? 1 : 5) },
    } // prettier-ignore
    const wish = moves[event.key]
    if (wish) this.set(wish)
    else if (event.key === 'Enter' || event.key === ' ') void this.put()
    else return false
    return true
  }
}
