// Sitting at a table: a live match together with its game's board and texts, and everything a player can do there.
import { asksFirst, calm, settings } from '../app/settings.svelte'
import { toasts } from '../app/toasts.svelte'
import type { Action, Ahead, BoardChoice, BoardEvent, BotHint, Mark, Playing, Trace } from '../boards'
import { api } from '../net/api'
import { Live } from '../net/live.svelte'
import type { Choice, Form, Happened } from '../net/protocol'
import { aheadFrom, choiceFrom, hintsFrom, takeBackFrom } from '../net/wire'
import { Considering, same } from './considering.svelte'
import { giveShares } from './dice/sharing'
import { takenBack } from './log'
import { places, type Placed } from './places'
import { AtTable, type Presented } from './presenting.svelte'
import type { Queue } from './queue.svelte'

const MOST_TOLD = 4 // events in one line

/** What is done, in a line with the seat's mark. */
interface Told {
  seat: number | null
  line: string
}

export class Sitting extends AtTable implements Presented {
  readonly live: Live
  readonly queue: Queue
  /** what waits for the player's "yes" */
  asked = $state.raw<Action | null>(null)
  marked = $state.raw<Mark | null>(null)
  hints = $state.raw<BotHint[]>([])
  hinting = $state(false)
  /** the best choice in words, and why */
  hinted = $state.raw<{ label: string; why: string } | null>(null)
  /** why something could not be done: the rule (`R9`, or `R9.2` for its second sentence), or nothing if no rule forbids it but nothing comes of it now */
  whyNot = $state.raw<string | null>(null)
  /** with several people and secrets at one screen: whoever is on turn has said that it is them */
  uncovered = $state<number | null>(null)

  private readonly considering = new Considering(
    () => this.now?.number,
    (action) => this.preview(action),
    (action, signal) => this.askAhead(api.foresee, action, signal),
  )
  private looking = new AbortController()

  readonly table = $derived.by(() => this.live.table)
  readonly now = $derived.by(() => this.queue.now)
  readonly drawn = $derived.by(() => this.queue.picture)
  readonly seat = $derived.by(() => this.queue.seat)
  readonly scene: Playing<unknown> | null = $derived.by(() => this.playing(this.queue.playing))
  readonly traces: Trace[] = $derived.by(() => this.left(this.queue))
  readonly busy = $derived.by(() => this.live.sending)
  readonly learning: boolean = $derived.by(() => this.live.table?.hints ?? false)
  readonly running = $derived.by(() => this.live.table?.status === 'running')
  readonly mine: number[] = $derived.by(() => this.live.table?.mine ?? [])
  readonly myTurn = $derived.by(() => this.running && this.now !== null && this.mine.includes(this.now.actor))

  /** Several people at one screen who may not see each other's secrets: the seat that has to say it is there. */
  readonly covered: number | null = $derived.by(() => {
    if (!this.game?.secrets || this.mine.length < 2 || !this.running || !this.now) return null
    const next = this.now.actor
    if (!this.mine.includes(next)) return null
    return this.uncovered === next && this.seat === next ? null : next
  })

  /** nothing can be chosen: a move is on its way, something is still to be seen, or somebody else sits down */
  private readonly closed: boolean = $derived.by(() => this.live.sending || this.queue.behind || this.covered !== null)
  readonly choices: BoardChoice[] = $derived.by(() =>
    this.closed ? [] : (this.now?.choices.map((found) => this.choice(found)) ?? []),
  )
  readonly forms: Form[] = $derived.by(() => (this.closed ? [] : (this.now?.forms ?? [])))
  readonly outcomes: BoardChoice[] = $derived.by(() =>
    this.live.sending || this.queue.behind || this.seat === null
      ? []
      : (this.now?.outcomes.map((found) => this.choice(found)) ?? []),
  )
  readonly last: BoardEvent[] = $derived.by(() => this.queue.last.map((event) => this.event(event)))
  /** What is being done, by whom: a choice while it is shown, what chance made of it once that is seen. null: nothing now. */
  readonly telling: Told | null = $derived.by(() => {
    const { playing, behind, picture, now } = this.queue
    if (!playing || (!behind && this.myTurn) || !this.running) return null
    const seen = picture === now
    const events = playing.events.filter((event) => seen || event.kind !== 'chance')
    const choice = this.live.log.findLast((event) => event.kind === 'choice')
    return this.line(events.length ? events : choice ? [choice] : [])
  })
  /** what somebody else did last, when it is my turn */
  readonly before: Told | null = $derived.by(() => {
    const others = this.queue.last.some(
      (event) => event.kind === 'choice' && event.seat !== null && !this.mine.includes(event.seat),
    )
    return others && this.myTurn && !this.queue.behind ? this.line(this.queue.last) : null
  })
  /** the board itself shows who plays, and no clock has to be seen: the players are not listed beside it, too */
  readonly seatsDrawn: boolean = $derived.by(() => !!this.board?.module.seats && !this.now?.clocks.length)
  /** who came in where, once it is over */
  readonly placed: Placed[] = $derived.by(() => {
    const { table, now, live } = this
    if (!table?.result) return []
    const gone = takenBack(live.log)
    const played = live.log.filter(({ number }) => !gone.has(number)).map((event) => this.event(event))
    return places(table.players, table.result, now ? this.board?.module.ranks?.(played, now.view as never) : undefined)
  })
  readonly prompt = $derived.by(() => this.text(this.now?.prompt))
  readonly considered = $derived.by(() => (this.now ? this.considering.with(this.asked ?? this.considering.hovered) : null))
  /** the event this seat could go back to, and whether it may without asking */
  readonly takesBack = $derived.by(() => takeBackFrom(this.now))

  constructor(readonly id: string) {
    super()
    this.live = new Live(id)
    this.queue = this.live.queue
    this.queue.director = {
      scenes: (step, before) => this.scenes(step, before),
      between: async (number, seat) => (await api.at(id, number, seat)).now,
      speed: () => settings.speed,
      calm,
      away: () => document.hidden,
      mine: ({ actor }) => this.mine.includes(actor),
    }
  }

  /** Loads the game's board and texts and connects. */
  async open(generic = false): Promise<void> {
    try {
      const table = await api.table(this.id)
      await this.load(table.game, generic)
      this.live.table = table
      this.live.open()
    } catch (problem) {
      this.fail(problem)
    }
  }

  close(): void {
    this.lookAway()
    this.live.close()
  }

  /** An event as it is told and read out: others' choices with their names. */
  spoken(event: Happened): string {
    const told = this.told(event)
    return !event.label || event.seat === null || this.mine.includes(event.seat) ? told : `${this.names[event.seat]}: ${told}`
  }

  private line(events: Happened[]): Told | null {
    const lines = events.map((event) => this.spoken(event)).filter(Boolean)
    return lines.length
      ? { seat: events.find((event) => event.seat !== null)?.seat ?? null, line: lines.slice(0, MOST_TOLD).join(' · ') }
      : null
  }

  private choice(found: Choice): BoardChoice {
    return choiceFrom(found, this.text)
  }

  // -- choosing

  /** Forgets what was half done; call when the position has changed. */
  settle(): void {
    this.lookAway()
    this.considering.forget()
    this.asked = null
    this.marked = null
    this.hints = []
    this.hinted = null
    this.whyNot = null
  }

  choose = (action: Action, how: { quick?: boolean } = {}): void => {
    if (this.seat === null || this.live.sending) return
    this.whyNot = null
    const sure = how.quick || !asksFirst() || (this.asked !== null && same(this.asked, action))
    if (sure) this.commit(action)
    else {
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

  rethink = (): void => {
    if (this.asked !== null) this.cancel()
  }

  private commit(action: Action): void {
    if (this.seat === null) return
    this.lookAway()
    this.whyNot = null
    this.asked = null
    this.live.move(this.seat, action).catch(toasts.sorry)
  }

  /** An outcome of real dice, typed in. */
  typed = (action: number): void => {
    if (this.seat !== null) this.live.move(this.seat, action).catch(toasts.sorry)
  }

  hover = (action: Action | null): void => this.considering.hover(action)

  private preview = (action: Action): Promise<Ahead<never> | null> => this.askAhead(api.preview, action, this.looking.signal)

  private async askAhead(ask: typeof api.preview, action: Action, signal: AbortSignal): Promise<Ahead<never> | null> {
    const now = this.now
    // only a decision of mine can be looked ahead from: the server refuses the rest, and a refusal is an error in the console
    if (this.seat === null || now?.actor !== this.seat || !this.myTurn || this.closed) return null
    try {
      const found = await ask(this.id, now.number, this.seat, action, signal)
      return found && aheadFrom(action, found, found.stopped) // nothing, if the match has gone on since
    } catch {
      return null // a preview that fails is not shown, and nothing depends on it
    }
  }

  /** Cancels previews that are on their way: their answers would come too late. */
  private lookAway(): void {
    this.considering.stop()
    this.looking.abort()
    this.looking = new AbortController()
  }

  attempt = (text: string): void => {
    if (this.seat === null || !this.running) return
    this.forbids(text).then((rule) => (this.whyNot = rule ?? ''), toasts.sorry)
  }

  forbids = async (text: string): Promise<string | null> =>
    this.seat === null ? null : (await api.whyNot(this.id, this.seat, text)).rule

  // -- beside the moves

  hint = async (): Promise<void> => {
    if (this.seat === null || this.hinting) return
    this.hinting = true
    try {
      const hint = await api.hint(this.id, this.seat)
      if (hint.answers !== this.now?.number) return
      this.hints = hintsFrom(hint)
      this.hinted = { label: this.text(hint.choices[0]?.label), why: hint.why.map(this.text).join(' ') }
    } catch (problem) {
      toasts.sorry(problem)
    } finally {
      this.hinting = false
    }
  }

  takeBack = (): void => {
    const to = this.takesBack
    if (to && this.seat !== null) api.takeBack(this.id, this.seat, to.number).catch(toasts.sorry)
  }

  resign = (): void => {
    if (this.seat !== null) api.resign(this.id, this.seat).catch(toasts.sorry)
  }

  offer = (kind: 'rematch' | 'end' | 'replace', about: number | null = null): void => {
    const seat = this.seat ?? this.mine[0]
    if (seat !== undefined) api.offer(this.id, { seat, kind, about }).catch(toasts.sorry)
  }

  answer = (offer: number, agree: boolean): void => {
    const seat = this.seat ?? this.mine[0]
    if (seat !== undefined) api.answer(this.id, { seat, offer, agree }).catch(toasts.sorry)
  }

  /** Takes a seat of mine back from the bot that stood in. */
  comeBack = (seat: number): void => {
    api.comeBack(this.id, seat).catch(toasts.sorry)
  }

  /** Gives what the fair dice still wait for from my seats. */
  contribute(): void {
    if (this.table) giveShares(this.table).catch(toasts.sorry)
  }

  /** With several people at one screen: this is the one on turn, show what only they may see. */
  uncover = (seat: number): void => {
    this.uncovered = seat
    if (this.seat !== seat) this.live.look(seat)
  }
}
