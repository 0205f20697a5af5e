// A puzzle of a day being solved on the game's real board: the server judges every try, and tells the solution when it may.
import { asksFirst, calm, settings } from '../../app/settings.svelte'
import { myself } from '../../app/me.svelte'
import { toasts } from '../../app/toasts.svelte'
import type { Action, Ahead, BoardChoice, Playing } from '../../boards'
import { api } from '../../net/api'
import type { DailyPuzzle, Happened, PuzzleTried, Situation, SolutionStep, Studied } from '../../net/protocol'
import { aheadFrom, choiceFrom, sent } from '../../net/wire'
import { Considering, same } from '../considering.svelte'
import type { Presented } from '../presenting.svelte'
import { Queue } from '../queue.svelte'
import { MOST } from '../stars'
import { Studying } from './studying.svelte'

const LOOK = 900 // ms for which a wrong choice stays on the board

/** One choice of the solution, in words. */
export interface ToldStep {
  seat: number | null
  label: string
  why: string
}

export class Puzzling extends Studying implements Presented {
  puzzle = $state.raw<DailyPuzzle | null>(null)
  /** the other puzzles of that day, and how many days in a row were solved */
  others = $state.raw<DailyPuzzle[]>([])
  streak = $state(0)
  busy = $state(true)
  /** counts new beginnings: boards begin afresh with each */
  fresh = $state(0)
  /** what the last try came to; null while one is going on */
  tried = $state.raw<PuzzleTried | null>(null)
  solution = $state.raw<SolutionStep[]>([])
  /** as much of the solution as was shown, in words */
  steps = $state.raw<ToldStep[]>([])
  /** the choice that waits for a yes */
  asked = $state.raw<Action | null>(null)
  /** why something could not be done: the rule's number */
  whyNot = $state.raw<string | null>(null)

  /** the player's own choices so far, by name, and the position before each */
  private own = $state.raw<string[]>([])
  private before: Studied[] = []
  /** how much was played, the others' answers included */
  private played = 0
  private readonly considering = new Considering(
    () => this.shown,
    (action) => this.preview(action),
  )

  private readonly queue = new Queue()

  readonly seat = $derived(this.puzzle?.seat ?? 0)
  readonly finding = $derived(this.puzzle?.kind === 'find')
  /** nothing more can be earned */
  readonly closed = $derived.by(() => {
    const mine = this.puzzle?.mine
    return mine ? mine.shown || mine.stars === MOST || (this.finding && mine.stars > 0) : false
  })
  /** the player can do something on the board */
  readonly asks = $derived(
    !this.busy && !this.solution.length && (this.finding ? !this.tried?.done : this.shown?.stopped === 'decision'),
  )
  readonly moves = $derived(this.own.length)
  readonly choices: BoardChoice[] = $derived(
    this.asks ? (this.now?.choices.map((found) => choiceFrom(found, this.text)) ?? []) : [],
  )
  readonly hints = []
  readonly marked = null
  readonly prompt = $derived(this.asks ? this.text(this.now?.prompt) : '')
  readonly considered = $derived(this.considering.with(this.asked ?? this.considering.hovered))

  readonly drawn = $derived.by(() => this.queue.picture)
  protected override known(): Situation | null {
    return this.queue.now
  }
  readonly scene: Playing<unknown> | null = $derived.by(() => this.playing(this.queue.playing))

  constructor(
    readonly date: string,
    readonly id: string,
  ) {
    super()
    this.queue.director = {
      scenes: (step, before) => this.scenes(step, before),
      between: () => Promise.reject(new Error('a puzzle has no moments in between')),
      speed: () => settings.speed,
      calm,
      away: () => document.hidden,
      mine: () => false,
    }
  }

  async open(): Promise<void> {
    try {
      const [day] = await Promise.all([api.puzzles(this.date), this.load(this.id)])
      this.streak = day.streak
      this.others = day.puzzles.filter(({ game }) => game !== this.id)
      this.puzzle = day.puzzles.find(({ game }) => game === this.id) ?? null
      if (this.puzzle) await this.restart()
    } catch (problem) {
      this.fail(problem)
    }
    this.busy = false
  }

  /** Back to the beginning. */
  restart = async (): Promise<void> => {
    this.busy = true
    try {
      const shown = await this.study(this.puzzle!.position, [])
      this.own = []
      this.before = []
      this.played = 0
      this.steps = []
      this.tried = null
      this.solution = []
      this.fresh++
      this.settle(shown)
    } finally {
      this.busy = false
    }
  }

  /** Takes the last choice back. */
  undo = (): void => {
    const last = this.before.pop()
    if (!last || this.busy) return
    this.own = this.own.slice(0, -1)
    this.tried = null
    this.fresh++
    this.settle({ ...last, events: [] })
  }

  choose = (action: Action, how: { quick?: boolean } = {}): void => {
    this.whyNot = null
    if (how.quick || !asksFirst() || (this.asked !== null && same(this.asked, action))) this.commit(action)
    else if (this.asks) {
      this.asked = action
      void this.considering.look(action)
    }
  }

  confirm = (): void => {
    if (this.asked !== null) this.commit(this.asked)
  }

  cancel = (): void => {
    this.asked = null
    this.considering.forget()
  }

  private commit(action: Action): void {
    const name = this.choices.find((choice) => choice.action === action)?.name
    if (name === undefined || !this.asks) return
    this.asked = null
    const done = this.finding ? this.find(name) : this.move(name)
    done.catch(toasts.sorry).finally(() => (this.busy = false))
    this.busy = true
  }

  /** One decision of "find the best": the server says whether it is right, and what the others answer. */
  private async find(name: string): Promise<void> {
    const here = this.shown!
    await myself.need()
    const tried = await api.tryPuzzle(this.date, this.id, [...this.own, name])
    this.take(tried)
    await this.show(await this.study(here.position, tried.line.slice(this.played)))
    if (tried.right) {
      this.played = tried.line.length
      this.own = [...this.own, name]
      if (tried.done) await this.tell(tried.solution)
      return
    }
    await this.pause(LOOK)
    this.fresh++
    this.settle({ ...here, events: [] })
  }

  /** One move towards a score; the last possible one hands it in. */
  private async move(name: string): Promise<void> {
    const here = this.shown!
    const shown = await this.study(here.position, [name])
    this.before.push(here)
    this.own = [...this.own, name]
    this.tried = null
    await this.show(shown)
    if (shown.stopped === 'over') await this.judge()
  }

  /** Hands in what was done so far. */
  handIn = (): void => {
    if (this.busy) return
    this.busy = true
    this.judge()
      .catch(toasts.sorry)
      .finally(() => (this.busy = false))
  }

  private async judge(): Promise<void> {
    await myself.need()
    this.take(await api.tryPuzzle(this.date, this.id, this.own))
  }

  private take(tried: PuzzleTried): void {
    this.tried = tried
    this.streak = tried.streak
    this.puzzle = { ...this.puzzle!, mine: tried.mine, everybody: tried.everybody }
  }

  /** Plays the solution on the board, step by step, and tells it in words. */
  showSolution = async (): Promise<void> => {
    if (this.busy) return
    this.busy = true
    try {
      await myself.need()
      const steps = await api.puzzleSolution(this.date, this.id)
      if (!this.closed) this.puzzle = { ...this.puzzle!, mine: { ...(this.puzzle!.mine ?? this.nothing), shown: true } }
      this.solution = steps
      this.steps = []
      this.fresh++
      this.settle(await this.study(this.puzzle!.position, []))
      for (const step of steps) {
        await this.pause(500)
        const shown = await this.study(this.shown!.position, [step.name])
        this.steps = [...this.steps, this.worded(shown.events[0]!, step)]
        await this.show(shown)
      }
    } finally {
      this.busy = false
    }
  }

  /** Tells a solution that was just found: its steps are on the board already. */
  private async tell(solution: SolutionStep[]): Promise<void> {
    this.solution = solution
    const { events } = await this.study(
      this.puzzle!.position,
      solution.map(({ name }) => name),
    )
    this.steps = events.map((event, i) => this.worded(event, solution[i]!))
  }

  private worded(event: Happened, { why }: SolutionStep): ToldStep {
    return { seat: event.seat, label: this.told(event), why: why.map(this.text).join(' ') }
  }

  private get nothing(): NonNullable<DailyPuzzle['mine']> {
    return { date: this.date, game: this.id, tries: 0, stars: 0, score: null, shown: true, in_time: false }
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
      const { now, stopped } = await api.study(this.id, { position: this.shown.position, seat: this.seat, steps: [sent(action)] })
      return aheadFrom(action, now, stopped)
    } catch {
      return null // a preview that fails is not shown, and nothing depends on it
    }
  }

  /** Shows what has happened, and waits until it was seen. */
  private async show(shown: Studied): Promise<void> {
    this.settle(shown, true)
    await new Promise<void>((then) => this.queue.whenSeen(then))
  }

  private settle(shown: Studied, played = false): void {
    this.shown = shown
    const step = { events: shown.events, now: shown.now, seat: this.seat, arrived: 0 }
    if (played) this.queue.push(step)
    else this.queue.reset(step)
    this.considering.forget()
    this.asked = null
    this.whyNot = null
  }

  private study(position: string, names: string[]): Promise<Studied> {
    return api.study(this.id, { position, seat: this.seat, steps: names.map((name) => ({ name })) })
  }

  private pause(ms: number): Promise<void> {
    return new Promise((then) => setTimeout(then, calm() ? Math.min(ms, 300) : ms))
  }
}
