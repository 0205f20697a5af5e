// What a player has in hand: the aim, the box, the tile or the Burner under the finger. Flat and deep table share it.
import type { BoardProps, Action } from '../../../boards'
import type { BigbrainbangPreview, BigbrainbangView, Form } from '../../../net/protocol'
import { carried, changed, defaults, flicked, keyed, pulled, type Sample, type Throw } from './aiming'
import { BoxInHand, type Kind } from './boxing.svelte'
import { distance, handAt, inside, type Point } from '../geometry'
import { burnerTowards, changedWay, nearest } from './placing'

const STILL = 0.006 // metres: less is a tap
export const GRIP = 0.075 // metres around the die in which a finger takes it

export class Handling {
  aim = $state.raw<Throw>({})
  way = $state('')
  angle = $state(0)
  dice = $state.raw<string[]>([])
  /** a finger or the mouse is on the table */
  busy = $state(false)
  readonly box: BoxInHand
  /** turns a place on the screen into one on the table; whoever draws the table sets it */
  toTable: ((x: number, y: number) => Point | null) | null = null

  private samples: Sample[] = []
  private kept = new Map<number, Throw>()
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly board: () => BoardProps<BigbrainbangView>) {
    this.box = new BoxInHand(board)
  }

  private get view(): BigbrainbangView {
    return this.board().view
  }
  readonly throwForm: Form | null = $derived.by(() => this.board().forms.find((form) => form.name === 'throw') ?? null)
  readonly preview: BigbrainbangPreview | null = $derived.by(() => {
    const { phase, previews } = this.board().view
    if (phase === 'place') return previews.find((preview) => preview.name === this.way) ?? null
    return phase === 'burn' ? (previews.find((preview) => preview.name === `burn ${this.angle}`) ?? null) : null
  })

  /** A new decision: the aim of last time, nothing else in hand. */
  begin(): void {
    const { view, seat, forms } = this.board()
    this.dice = []
    this.samples = []
    this.busy = false
    this.way = view.previews[0]?.name ?? ''
    this.angle = 90
    const form = forms.find((found) => found.name === 'throw')
    if (form) this.aim = changed(form, defaults(form), this.kept.get(seat ?? -1) ?? {})
    this.box.begin()
    if (this.preview || form) this.lookSoon() // the app forgets what was considered when a position is new
  }

  /** Shows what it would lead to: the spread of a throw, the points after a placement. */
  look(): void {
    const { view, hover } = this.board()
    clearTimeout(this.timer)
    if (this.throwForm) hover({ form: 'throw', values: { ...this.aim } })
    else if (this.preview && (view.phase === 'place' || view.phase === 'burn')) hover(this.preview.action)
  }
  private lookSoon(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.look(), 60)
  }

  setAim(wish: Throw): void {
    if (!this.throwForm) return
    this.aim = changed(this.throwForm, this.aim, wish)
    this.lookSoon()
  }
  setWay(name: string): void {
    if (name === this.way) return
    this.way = name
    this.board().sound('tap')
    this.lookSoon()
  }
  change(how: 'left' | 'right' | 'flip' | 'hole'): void {
    this.setWay(changedWay(this.view.previews, this.way, how))
  }
  setAngle(angle: number): void {
    this.angle = ((Math.round(angle) % 360) + 360) % 360
    this.lookSoon()
  }

  /** Takes in hand what a hint names: `throw 350 60 0 5 120 0`, `standing 0 150 30`, `1a0`, `burn 90`. */
  follow(name: string): void {
    const [word = '', ...numbers] = name.split(' ')
    const form = this.board().forms.find((found) => found.name === word)
    const values = Object.fromEntries(form?.fields.map((field, i) => [field.name, Number(numbers[i])]) ?? [])
    if (form && form === this.throwForm) this.setAim(values)
    else if (form) this.box.set({ kind: word as Kind, ...values })
    else if (this.view.phase === 'burn') this.setAngle(Number(numbers[0]))
    else if (this.view.phase === 'place') this.setWay(name)
  }

  throwIt(values: Throw = this.aim): void {
    const { seat, choose } = this.board()
    if (!this.throwForm) return
    this.aim = values
    this.kept.set(seat ?? -1, values)
    clearTimeout(this.timer)
    choose({ form: 'throw', values: { ...values } } satisfies Action, { quick: true })
  }
  put(): void {
    if (this.preview) this.board().choose(this.preview.action, { quick: true })
  }

  // -- a finger on the table

  private onTable([x, y]: Point): boolean {
    return Math.max(Math.abs(x), Math.abs(y)) <= this.view.table / 2
  }

  /** Whether a finger on the table does something else than tapping tiles. */
  get draggable(): boolean {
    return this.throwForm !== null || this.box.open || (this.view.previews.length > 0 && this.board().choices.length > 0)
  }

  /** Whether a finger there holds the die that is to be thrown; elsewhere it may scroll the page, so it throws nothing. */
  holds(at: Point): boolean {
    return !this.throwForm || distance(handAt(this.aim['around'] ?? 0, this.view.table).at, at) < GRIP
  }

  down(at: Point, time: number, finger = false): void {
    if (finger && !this.holds(at)) return
    this.busy = true
    this.samples = [{ at, time }]
    if (this.box.open) this.box.down(at)
    else if (this.throwForm && !this.onTable(at)) this.aim = carried(this.throwForm, this.aim, at, this.view.table)
    else if (this.view.phase === 'burn') this.turnTo(at)
  }

  move(at: Point, time: number): void {
    if (!this.busy) return
    this.samples.push({ at, time })
    if (this.box.open) this.box.move(at)
    else if (this.throwForm) {
      const change = this.onTable(at) ? pulled : carried
      this.aim = change(this.throwForm, this.aim, at, this.view.table)
    } else if (this.view.phase === 'burn') this.turnTo(at)
    else if (this.view.phase === 'place' && this.moved(at)) this.setWay(nearest(this.view.previews, at))
  }

  up(at: Point, time: number): void {
    if (!this.busy) return
    this.busy = false
    this.samples.push({ at, time })
    if (this.box.open) this.box.up()
    else if (this.throwForm) this.letFly(at)
    else if (this.view.phase === 'place' && !this.moved(at)) this.tapTile(at)
    else this.look()
  }

  cancel(): void {
    this.busy = false
    this.box.up()
  }

  private letFly(at: Point): void {
    const form = this.throwForm!
    const flight = this.onTable(at) && this.moved(at) ? flicked(form, this.aim, this.samples, this.view.table) : null
    if (flight) return this.throwIt(flight)
    if (this.onTable(at)) this.aim = pulled(form, this.aim, at, this.view.table)
    this.look()
  }
  private moved(at: Point): boolean {
    return this.samples.some((sample) => distance(sample.at, at) > STILL)
  }
  private turnTo(at: Point): void {
    const die = this.view.die
    if (die && distance([die.x, die.y], at) > STILL) this.setAngle(burnerTowards([die.x, die.y], at))
  }
  /** A tap on the tile turns it, a tap beside it brings it there. */
  private tapTile(at: Point): void {
    if (this.preview && inside(at, this.preview.outline)) this.change('left')
    else this.setWay(nearest(this.view.previews, at))
  }

  // -- keys on the table

  key(event: KeyboardEvent): boolean {
    if (this.throwForm) {
      if (event.key === 'Enter' || event.key === ' ') {
        this.throwIt()
        return true
      }
      const next = keyed(this.throwForm, this.aim, event)
      if (next) this.setAim(next)
      return next !== null
    }
    if (this.box.open) return this.box.key(event)
    if (!this.board().choices.length) return false
    if (this.view.phase === 'place') return this.placeKey(event)
    if (this.view.phase !== 'burn') return false
    const by = event.key === 'ArrowLeft' ? 5 : event.key === 'ArrowRight' ? -5 : 0
    if (by) this.setAngle(this.angle + (event.shiftKey ? Math.sign(by) : by))
    if (event.key === 'Enter' || event.key === ' ') this.put()
    return by !== 0 || event.key === 'Enter' || event.key === ' '
  }
  private placeKey(event: KeyboardEvent): boolean {
    const keys = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'flip', ArrowDown: 'hole' } as const
    if (event.key in keys) this.change(keys[event.key as keyof typeof keys])
    else if (event.key === 'Enter' || event.key === ' ') this.put()
    else return false
    return true
  }
}
