// A tour being taken: real positions on the game's real board, where the server answers every choice as it would at a table.
import { calm, settings } from '../../app/settings.svelte'
import { toasts } from '../../app/toasts.svelte'
import type { Action, Ahead, BoardChoice, Mark, Playing } from '../../boards'
import { speech } from '../../messages/language.svelte'
import { t } from '../../messages/words'
import { api, Refusal } from '../../net/api'
import type { Situation, Step, Studied } from '../../net/protocol'
import { aheadFrom, choiceFrom, sent } from '../../net/wire'
import { Considering } from '../considering.svelte'
import type { Presented } from '../presenting.svelte'
import { Queue } from '../queue.svelte'
import { Studying } from './studying.svelte'
import { tourOf, type Tour, type TourStep } from './tours'

const LOOK = 1500 // ms to see where a throw has ended, before the tour goes on

export class Touring extends Studying implements Presented {
  /** the first step is there */
  ready = $state(false)
  at = $state(0)
  /** counts new positions: boards begin afresh with each */
  fresh = $state(0)
  busy = $state(true)
  /** the last choice was another one than the tour asks for */
  astray = $state(false)
  /** why something could not be done: the rule's number */
  whyNot = $state.raw<string | null>(null)

  private tour = $state.raw<Tour>({ seat: 0, steps: [], pictures: [] })
  private readonly considering = new Considering(
    () => this.shown,
    (action) => this.preview(action),
  )
  private readonly queue = new Queue()
  private kept: Studied[] = [] // what each step began with, for going back

  readonly step: TourStep | undefined = $derived(this.tour.steps[this.at])
  /** boards help learners as much as they can */
  readonly learning = true
  readonly count = $derived(this.tour.steps.length)
  readonly seat = $derived(this.tour.seat)
  /** what is explained at this step */
  readonly words = $derived(this.step?.text[speech.language] ?? '')
  /** whether this step waits for a choice */
  readonly asks = $derived(this.step?.choose !== undefined)
  readonly choices: BoardChoice[] = $derived(
    this.asks && !this.busy ? (this.now?.choices.map((found) => choiceFrom(found, this.text)) ?? []) : [],
  )
  /** the choices this step asks for; empty if any will do */
  readonly wanted: BoardChoice[] = $derived.by(() => {
    const names = this.step?.choose
    return Array.isArray(names) ? this.choices.filter((choice) => names.includes(choice.name)) : []
  })
  readonly hints = $derived(this.wanted.slice(0, 1).map(({ action, name }) => ({ action, name, weight: 1 })))
  readonly marked: Mark | null = $derived(
    this.step?.look ? { action: null, about: { places: this.step.look, pieces: [], effect: '', rule: '' } } : null,
  )
  readonly prompt = $derived(this.asks ? this.text(this.now?.prompt) : '')
  readonly considered = $derived(this.considering.with(this.considering.hovered))
  readonly drawn = $derived.by(() => this.queue.picture)
  protected override known(): Situation | null {
    return this.queue.now
  }
  readonly scene: Playing<unknown> | null = $derived.by(() => this.playing(this.queue.playing))

  constructor(readonly id: string) {
    super()
    this.queue.director = {
      scenes: (step, before) => this.scenes(step, before),
      between: () => Promise.reject(new Error('a tour has no moments in between')),
      speed: () => settings.speed,
      calm,
      away: () => document.hidden,
      mine: () => false,
    }
  }

  async open(): Promise<void> {
    try {
      const [tour] = await Promise.all([tourOf(this.id), this.load(this.id)])
      if (!tour || !this.game) throw new Refusal('unknown', t('tour.none'), null, 404)
      this.tour = tour
      await this.enter(0)
      this.ready = true
    } catch (problem) {
      this.fail(problem)
    }
  }

  // -- from step to step

  next = (): void => {
    if (this.at + 1 < this.count && !this.busy) this.enter(this.at + 1).catch(toasts.sorry)
  }

  back = (): void => {
    if (!this.at || this.busy) return
    this.at--
    this.fresh++
    this.settle({ ...this.kept[this.at]!, events: [] })
  }

  /** Shows a step; if the server does not answer, the one before stays. */
  private async enter(at: number): Promise<void> {
    const step = this.tour.steps[at]!
    this.busy = true
    try {
      const position = step.position ?? this.shown!.position
      const steps = (step.then ?? []).map((name): Step => ({ name }))
      const fresh = step.position !== undefined || steps.length > 0
      const shown = fresh ? await this.study(position, steps) : this.shown!
      if (step.position !== undefined) this.fresh++
      this.settle(shown)
      this.at = at
      this.kept[at] = this.shown!
    } finally {
      this.busy = false
    }
  }

  private settle(shown: Studied, played = false): void {
    this.shown = shown
    const step = { events: shown.events, now: shown.now, seat: this.tour.seat, arrived: 0 }
    if (played) this.queue.push(step)
    else this.queue.reset(step)
    this.considering.forget()
    this.astray = false
    this.whyNot = null
  }

  private study(position: string, steps: Step[], settle = false): Promise<Studied> {
    return api.study(this.id, { position, seat: this.tour.seat, steps, settle })
  }

  // -- what the player does

  choose = (action: Action): void => {
    if (!this.asks || this.busy || !this.shown) return
    this.whyNot = null
    if (!this.fits(action)) this.astray = true
    else this.commit(action).catch(toasts.sorry)
  }

  /** Does what the step asks for, for those who would rather watch. */
  show = (): void => {
    const [first] = this.wanted.length ? this.wanted : this.choices
    const form = this.now?.forms[0]
    if (first) this.choose(first.action)
    else if (form)
      this.choose({
        form: form.name,
        values: Object.fromEntries(form.fields.map((field) => [field.name, field.default ?? field.low])),
      })
  }

  private fits(action: Action): boolean {
    const asked = this.step?.choose
    if (asked === 'any') return true
    if (Array.isArray(asked)) return this.wanted.some((choice) => choice.action === action)
    return typeof action === 'object' && action.form === asked?.form
  }

  private async commit(action: Action): Promise<void> {
    this.busy = true
    try {
      const found = await this.study(this.shown!.position, [sent(action)], true)
      this.settle(found, true)
      await new Promise<void>((then) => this.queue.whenSeen(then))
      await new Promise((then) => setTimeout(then, this.last.some((event) => event.data) ? LOOK : calm() ? 0 : 500))
    } finally {
      this.busy = false
    }
    if (this.at + 1 < this.count) await this.enter(this.at + 1)
  }

  attempt = (text: string): void => {
    if (this.asks) this.forbids(text).then((rule) => (this.whyNot = rule), toasts.sorry)
  }

  forbids = async (text: string): Promise<string | null> =>
    this.shown ? (await api.whyNotAt(this.id, { position: this.shown.position, seat: this.seat, attempt: text })).rule : null

  hover = (action: Action | null): void => this.considering.hover(action)

  private preview = async (action: Action): Promise<Ahead<never> | null> => {
    if (!this.shown || this.busy) return null
    try {
      const { now, stopped } = await this.study(this.shown.position, [sent(action)])
      return aheadFrom(action, now, stopped)
    } catch {
      return null // a preview that fails is not shown, and nothing depends on it
    }
  }
}
