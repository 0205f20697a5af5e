// Sitting at a table: a live match together with its game's board and texts, and everything a player can do there.
import { board, boardTexts, type Ahead, type Board, type BoardChoice, type BoardEvent, type BoardPlayer, type BotHint, type Mark, type Action } from '../boards'
import type { Choice, GameInfo, Happened, Message, Move, Situation } from '../net/protocol'
import { api, Refusal } from '../net/api'
import { contribution } from './dice'
import { Live } from '../net/live.svelte'
import { render, type Args, type Texts } from '../messages/render'
import { asksFirst, calm } from '../app/settings.svelte'
import { gameInfo, gameTexts } from '../app/shelf'
import { toasts } from '../app/toasts.svelte'

const HOVER_DELAY = 120

const same = (a: Action, b: Action): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A action as the server takes it. */
const asMove = (action: Action): { choice: number } | { form: string; values: Record<string, number> } =>
  typeof action === 'number' ? { choice: action } : action

/** What a stage needs to show a board; a match being played and a replay both give it. */
export interface Presented {
  readonly board: Board | null
  readonly now: Situation | null
  readonly seat: number | null
  readonly players: BoardPlayer[]
  readonly options: Record<string, boolean | number | string>
  readonly choices: BoardChoice[]
  readonly prompt: string
  readonly last: BoardEvent[]
  readonly marked: Mark | null
  readonly hints: BotHint[]
  readonly considered: { action: Action; ahead: Ahead<unknown> | null } | null
  readonly busy: boolean
  readonly learning?: boolean
  say: (key: string, args?: Args) => string
  choose: (action: Action, how?: { quick?: boolean }) => void
  attempt: (text: string) => void
  hover: (action: Action | null) => void
  preview: (action: Action) => Promise<Ahead<never> | null>
}

export class Sitting implements Presented {
  readonly live: Live
  game = $state.raw<GameInfo | undefined>()
  board = $state.raw<Board | null>(null)
  texts = $state.raw<Texts>({})
  /** the table cannot be opened */
  failed = $state.raw<Refusal | null>(null)

  /** what waits for the player's "yes" */
  asked = $state.raw<Action | null>(null)
  marked = $state.raw<Mark | null>(null)
  hints = $state.raw<BotHint[]>([])
  hinting = $state(false)
  /** why something could not be done: the rule's number */
  whyNot = $state.raw<string | null>(null)
  /** with several people and secrets at one screen: whoever is on turn has said that it is them */
  uncovered = $state<number | null>(null)

  private hovered = $state.raw<Action | null>(null)
  private ahead = $state.raw<{ number: number; ahead: Ahead<unknown> } | null>(null)
  private hoverTimer: ReturnType<typeof setTimeout> | undefined
  private contributing = new Set<number>()

  readonly table = $derived.by(() => this.live.table)
  readonly now = $derived.by(() => this.live.now)
  readonly seat = $derived.by(() => this.live.seat)
  // by way of one text, so that news of the table that change no name change nothing that is made of names
  private readonly allNames: string = $derived.by(() => this.live.table?.players.map((player) => player.name).join('\n') ?? '')
  readonly names: string[] = $derived.by(() => this.allNames.split('\n'))
  readonly options = $derived.by(() => this.live.table?.options ?? {})
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

  readonly choices: BoardChoice[] = $derived.by(() =>
    this.live.sending || this.live.behind || this.covered !== null ? [] : (this.now?.choices.map((found) => this.choice(found)) ?? []),
  )
  readonly outcomes: BoardChoice[] = $derived.by(() =>
    this.live.sending || this.seat === null ? [] : (this.now?.outcomes.map((found) => this.choice(found)) ?? []),
  )
  readonly players: BoardPlayer[] = $derived.by(
    () =>
      this.live.table?.players.map(({ seat, name, mine, kind }) => ({
        seat,
        name,
        mine,
        bot: kind === 'bot',
        score: this.now?.scores[seat] ?? 0,
      })) ?? [],
  )
  readonly last: BoardEvent[] = $derived.by(() => this.live.last.map((event) => this.event(event)))
  readonly prompt = $derived.by(() => this.text(this.now?.prompt))
  readonly considered = $derived.by(() => {
    const action = this.asked ?? this.hovered
    if (action === null || this.now === null) return null
    const known = this.ahead
    return { action, ahead: known && known.number === this.now.number && same(known.ahead.action, action) ? known.ahead : null }
  })

  constructor(readonly id: string) {
    this.live = new Live(id)
    this.live.pace = (events, seat) => this.pace(events, seat)
  }

  /** Loads the game's board and texts and connects. */
  async open(generic = false): Promise<void> {
    try {
      const table = await api.table(this.id)
      const [game, texts, loaded] = await Promise.all([gameInfo(table.game), gameTexts(table.game), board(table.game, generic)])
      this.game = game
      this.texts = { ...texts, ...loaded.texts }
      this.board = loaded
      this.live.table = table
      this.live.open()
    } catch (problem) {
      this.failed = problem instanceof Refusal ? problem : new Refusal('unknown', String(problem), null, 0)
    }
  }

  /** Goes on in another language: the game's texts are fetched in it. */
  async speak(): Promise<void> {
    const game = this.game?.id
    if (!game) return
    const [texts, own] = await Promise.all([gameTexts(game), boardTexts(game)])
    this.texts = { ...texts, ...own }
  }

  close(): void {
    clearTimeout(this.hoverTimer)
    this.live.close()
  }

  // -- texts

  text(message: Message | null | undefined): string {
    return message ? render(this.texts, message, this.names) : ''
  }

  say = (key: string, args: Args = {}): string => render(this.texts, { key, args }, this.names)

  event(found: Happened): BoardEvent {
    const { number, kind, seat, action, name, about, data } = found
    return { number, kind, seat, action, name, about, data, label: found.label ? this.text(found.label) : name }
  }

  private choice({ number, name, label, about }: Choice): BoardChoice {
    return { action: number, name, label: this.text(label), about }
  }

  private pace(events: Happened[], seat: number | null): number {
    if (calm()) return 0
    const own = this.board?.module.pace
    if (own) return own(events.map((event) => this.event(event)), seat)
    return events.some((event) => event.kind === 'choice' && event.seat !== seat) ? 450 : 0
  }

  // -- choosing

  /** Forgets what was half done; call when the position has changed. */
  settle(): void {
    clearTimeout(this.hoverTimer)
    this.asked = null
    this.hovered = null
    this.marked = null
    this.hints = []
    this.whyNot = null
  }

  choose = (action: Action, how: { quick?: boolean } = {}): void => {
    if (this.seat === null || this.live.sending) return
    const sure = how.quick || !asksFirst() || (this.asked !== null && same(this.asked, action))
    if (sure) this.commit(action)
    else {
      this.asked = action
      void this.lookAhead(action)
    }
  }

  confirm = (): void => {
    if (this.asked !== null) this.commit(this.asked)
  }

  cancel = (): void => {
    this.asked = null
    this.hovered = null
  }

  private commit(action: Action): void {
    if (this.seat === null) return
    clearTimeout(this.hoverTimer) // a look at what might follow would come too late
    this.whyNot = null
    this.asked = null
    this.live.move(this.seat, asMove(action)).catch(toasts.sorry)
  }

  /** An outcome of real dice, typed in. */
  typed = (action: number): void => {
    if (this.seat !== null) this.live.move(this.seat, { choice: action }).catch(toasts.sorry)
  }

  hover = (action: Action | null): void => {
    clearTimeout(this.hoverTimer)
    this.hovered = action
    if (action === null || this.considered?.ahead) return
    this.hoverTimer = setTimeout(() => void this.lookAhead(action), HOVER_DELAY)
  }

  preview = async (action: Action): Promise<Ahead<never> | null> => {
    const now = this.now
    if (this.seat === null || now === null || this.live.sending) return null
    const move: Omit<Move, 'type'> = { number: now.number, seat: this.seat, ...asMove(action) }
    try {
      const { view, tally, scores, stopped } = await api.preview(this.id, move)
      return { action, view: view as never, tally, scores, stopped }
    } catch {
      return null // it was only a look
    }
  }

  private async lookAhead(action: Action): Promise<void> {
    const number = this.now?.number ?? -1
    const ahead = await this.preview(action)
    if (ahead) this.ahead = { number, ahead }
  }

  attempt = (text: string): void => {
    if (this.seat === null || !this.running) return
    api.whyNot(this.id, this.seat, text).then(({ rule }) => (this.whyNot = rule), toasts.sorry)
  }

  // -- beside the moves

  hint = async (): Promise<void> => {
    if (this.seat === null || this.hinting) return
    this.hinting = true
    try {
      const hint = await api.hint(this.id, this.seat)
      if (hint.answers === this.now?.number)
        this.hints = hint.choices.map((found, i) => ({ action: found.number, name: found.name, weight: hint.shares[i] ?? 0 }))
    } catch (problem) {
      toasts.sorry(problem)
    } finally {
      this.hinting = false
    }
  }

  takeBack = (): void => {
    const undo = this.now?.undo
    if (undo && this.seat !== null) api.back(this.id, this.seat, undo.number).catch(toasts.sorry)
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

  /** Gives the random numbers for the fair dice that my seats still owe, now that the commitment is known. */
  contribute(): void {
    const table = this.table
    if (!table || table.status !== 'waiting') return
    for (const seat of table.mine) {
      if (table.players[seat]?.contributed || this.contributing.has(seat)) continue
      this.contributing.add(seat)
      const given = contribution(table.id, table.dice.commitment, seat)
      api.contribute(this.id, seat, given).catch((problem: unknown) => {
        this.contributing.delete(seat)
        toasts.sorry(problem)
      })
    }
  }

  /** With several people at one screen: this is the one on turn, show what only they may see. */
  uncover = (seat: number): void => {
    this.uncovered = seat
    if (this.seat !== seat) this.live.look(seat)
  }
}

