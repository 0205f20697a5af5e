// A tour being taken: real positions on the game's real board, where the server answers every choice as it would at a table.
import { board, boardTexts, type Ahead, type Board, type BoardChoice, type BoardEvent, type BoardPlayer, type Mark, type Action } from '../boards'
import type { Choice, GameInfo, Happened, Step, Studied } from '../net/protocol'
import { api, Refusal } from '../net/api'
import { speech } from '../messages/language.svelte'
import { render, type Args, type Texts } from '../messages/render'
import { calm } from '../app/settings.svelte'
import { gameInfo, gameTexts } from '../app/shelf'
import type { Presented } from './sitting.svelte'
import { toasts } from '../app/toasts.svelte'
import { tourOf, type Tour, type TourStep } from './tours'
import { t } from '../messages/words'

const HOVER_DELAY = 120

const asStep = (action: Action): Step => (typeof action === 'number' ? { choice: action } : action)

export class Touring implements Presented {
  game = $state.raw<GameInfo | undefined>()
  board = $state.raw<Board | null>(null)
  failed = $state.raw<Refusal | null>(null)
  at = $state(0)
  /** counts new positions: boards begin afresh with each */
  scene = $state(0)
  busy = $state(true)
  /** the last choice was another one than the tour asks for */
  astray = $state(false)
  /** why something could not be done: the rule's number */
  whyNot = $state.raw<string | null>(null)

  private tour = $state.raw<Tour>({ seat: 0, steps: [] })
  private texts = $state.raw<Texts>({})
  private shown = $state.raw<Studied | null>(null)
  private hovered = $state.raw<Action | null>(null)
  private ahead = $state.raw<Ahead<unknown> | null>(null)
  private hoverTimer: ReturnType<typeof setTimeout> | undefined
  private kept: Studied[] = [] // what each step began with, for going back

  readonly step: TourStep | undefined = $derived(this.tour.steps[this.at])
  /** boards help learners as much as they can */
  readonly learning = true
  readonly count = $derived(this.tour.steps.length)
  readonly last: BoardEvent[] = $derived(this.shown?.events.map((event) => this.event(event)) ?? [])
  readonly now = $derived(this.shown?.now ?? null)
  readonly options = $derived(this.shown?.options ?? {})
  readonly seat = $derived(this.tour.seat)
  readonly text = $derived(this.step?.text[speech.language] ?? '')
  private readonly names: string[] = $derived.by(() => {
    const others = t('names.bots').split(',').map((name) => name.trim())
    return Array.from({ length: this.now?.scores.length ?? 0 }, (_, seat) => (seat === this.seat ? t('tour.name') : others[seat]!))
  })
  readonly players: BoardPlayer[] = $derived(
    this.names.map((name, seat) => ({ seat, name, mine: seat === this.seat, bot: seat !== this.seat, score: this.now?.scores[seat] ?? 0 })),
  )
  /** whether this step waits for a choice */
  readonly asks = $derived(this.step?.choose !== undefined)
  readonly choices: BoardChoice[] = $derived(this.asks && !this.busy ? (this.now?.choices.map((found) => this.choice(found)) ?? []) : [])
  /** the choices this step asks for; empty if any will do */
  readonly wanted: BoardChoice[] = $derived.by(() => {
    const names = this.step?.choose
    return Array.isArray(names) ? this.choices.filter((choice) => names.includes(choice.name)) : []
  })
  readonly hints = $derived(this.wanted.slice(0, 1).map(({ action, name }) => ({ action, name, weight: 1 })))
  readonly marked: Mark | null = $derived(
    this.step?.look ? { action: null, about: { places: this.step.look, pieces: [], effect: '', rule: '' } } : null,
  )
  readonly prompt = $derived(this.now?.prompt && this.asks ? render(this.texts, this.now.prompt, this.names) : '')
  readonly considered = $derived(
    this.hovered === null ? null : { action: this.hovered, ahead: this.ahead?.action === this.hovered ? this.ahead : null },
  )

  constructor(readonly id: string) {}

  async open(): Promise<void> {
    try {
      const [tour, game, texts, loaded] = await Promise.all([tourOf(this.id), gameInfo(this.id), gameTexts(this.id), board(this.id)])
      if (!tour || !game) throw new Refusal('unknown', t('tour.none'), null, 404)
      this.tour = tour
      this.texts = { ...texts, ...loaded.texts }
      this.board = loaded
      await this.enter(0)
      this.game = game
    } catch (problem) {
      this.failed = problem instanceof Refusal ? problem : new Refusal('unknown', String(problem), null, 0)
    }
  }

  /** Goes on in another language. */
  async speak(): Promise<void> {
    const [texts, own] = await Promise.all([gameTexts(this.id), boardTexts(this.id)])
    this.texts = { ...texts, ...own }
  }

  // -- from step to step

  next = (): void => {
    if (this.at + 1 < this.count && !this.busy) this.enter(this.at + 1).catch(toasts.sorry)
  }

  back = (): void => {
    if (!this.at || this.busy) return
    this.at--
    this.scene++
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
      if (step.position !== undefined) this.scene++
      this.settle(shown)
      this.at = at
      this.kept[at] = this.shown!
    } finally {
      this.busy = false
    }
  }

  private settle(shown: Studied): void {
    this.shown = shown
    this.hovered = null
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
    else if (form) this.choose({ form: form.name, values: Object.fromEntries(form.fields.map((field) => [field.name, field.default ?? field.low])) })
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
      const found = await this.study(this.shown!.position, [asStep(action)], true)
      this.settle(found)
      const events = this.last
      await new Promise((then) => setTimeout(then, this.pause(events)))
    } finally {
      this.busy = false
    }
    if (this.at + 1 < this.count) await this.enter(this.at + 1)
  }

  /** How long (ms) what happened is shown before the tour goes on; a throw even without movement, to see where it ended. */
  private pause(events: BoardEvent[]): number {
    const look = events.some((event) => event.data) ? 1500 : 0
    return calm() ? look : Math.max(500, look + (this.board?.module.pace?.(events, this.seat) ?? 0))
  }

  attempt = (text: string): void => {
    if (!this.asks || !this.shown) return
    const { position } = this.shown
    api.whyNotAt(this.id, { position, seat: this.seat, attempt: text }).then(({ rule }) => (this.whyNot = rule), toasts.sorry)
  }

  hover = (action: Action | null): void => {
    clearTimeout(this.hoverTimer)
    this.hovered = action
    if (action !== null) this.hoverTimer = setTimeout(() => void this.preview(action).then((ahead) => (this.ahead = ahead)), HOVER_DELAY)
  }

  preview = async (action: Action): Promise<Ahead<never> | null> => {
    if (!this.shown || this.busy) return null
    try {
      const { now, stopped } = await this.study(this.shown.position, [asStep(action)])
      return { action, view: now.view as never, tally: now.tally, scores: now.scores, stopped }
    } catch {
      return null // it was only a look
    }
  }

  // -- texts

  say = (key: string, args: Args = {}): string => render(this.texts, { key, args }, this.names)

  private choice({ number, name, label, about }: Choice): BoardChoice {
    return { action: number, name, label: render(this.texts, label, this.names), about }
  }

  private event(found: Happened): BoardEvent {
    const { number, kind, seat, action, name, about, data } = found
    return { number, kind, seat, action, name, about, data, label: found.label ? render(this.texts, found.label, this.names) : name }
  }
}
