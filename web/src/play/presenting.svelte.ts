// Showing a game on its board, in the reader's words: what a match being played, a replay and a tour have in common.
import {
  board,
  boardTexts,
  type Action,
  type Ahead,
  type Board,
  type BoardChoice,
  type BoardEvent,
  type BoardPlayer,
  type BotHint,
  type Happening,
  type Mark,
  type Playing,
  type Scene,
  type Trace,
} from '../boards'
import { gameInfo, gameTexts } from '../app/shelf'
import { render, type Args, type Texts } from '../messages/render'
import { maybe, t } from '../messages/words'
import { Refusal } from '../net/api'
import type { Form, GameInfo, Happened, Message, Situation, Table } from '../net/protocol'
import { eventFrom, playerFrom } from '../net/wire'
import type { Play, Queue, Step } from './queue.svelte'
import { decisions, scenesOf } from './scenes'

const SHAPES = 7 // signs of seats
const MISSED = 12 // more decisions than this that arrive together are not shown one by one

/** What a stage needs to show a board. */
export interface Presented {
  readonly board: Board | null
  /** what has been seen */
  readonly now: Situation | null
  /** what the board shows, or is on its way to; `now` where nothing is on its way */
  readonly drawn?: Situation | null
  readonly scene?: Playing<unknown> | null
  readonly traces?: Trace[]
  readonly forms?: Form[]
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
  readonly apart?: boolean
  readonly still?: boolean
  say: (key: string, args?: Args) => string
  choose: (action: Action, how?: { quick?: boolean }) => void
  rethink?: () => void
  attempt: (text: string) => void
  hover: (action: Action | null) => void
  forbids: (text: string) => Promise<string | null>
}

/** A game with its board and texts, loaded when it is opened. */
export abstract class Presenting {
  game = $state.raw<GameInfo | undefined>()
  board = $state.raw<Board | null>(null)
  texts = $state.raw<Texts>({})
  /** why it cannot be shown */
  failed = $state.raw<Refusal | null>(null)

  abstract readonly names: string[]

  /** Loads a game's board and texts. */
  protected async load(id: string, generic = false): Promise<void> {
    const [game, texts, loaded] = await Promise.all([gameInfo(id), gameTexts(id), board(id, generic)])
    this.game = game
    this.texts = { ...texts, ...loaded.texts }
    this.board = loaded
  }

  /** Goes on in another language: the game's texts are fetched in it. */
  async speak(): Promise<void> {
    const game = this.game?.id
    if (!game) return
    const [texts, own] = await Promise.all([gameTexts(game), boardTexts(game)])
    this.texts = { ...texts, ...own }
  }

  abstract readonly now: Situation | null

  /** "+1 token": a change of somebody's score, in what this game counts. */
  readonly scored = (change: number): string => {
    const n = Math.abs(change)
    const counted = this.now && this.board?.module.counted?.(this.now.view as never, n, this.say)
    return `${change > 0 ? '+' : '−'}${n} ${counted || t('score', { n })}`
  }

  protected fail(problem: unknown): void {
    this.failed = problem instanceof Refusal ? problem : new Refusal('unknown', String(problem), null, 0)
  }

  readonly text = (message: Message | null | undefined): string => (message ? render(this.texts, message, this.names) : '')

  readonly say = (key: string, args: Args = {}): string => render(this.texts, { key, args }, this.names)

  event(found: Happened): BoardEvent {
    return eventFrom(found, this.text)
  }

  /** The scenes of a step, as the board declares them; what was missed is shown decision by decision. */
  protected scenes({ events, now, seat }: Step, before: Situation): Scene[] {
    const parts = decisions(events)
    const many = parts.length > 1 && parts.length <= MISSED
    return (many ? parts : [events]).flatMap((part) => {
      const step: Happening<unknown> = {
        events: part.map((event) => this.event(event)),
        before: before.view,
        view: now.view,
        seat,
      }
      return scenesOf(this.board?.module, step)
    })
  }

  protected playing(play: Play | null): Playing<unknown> | null {
    return play && { ...play, before: play.before.view, events: play.events.map((event) => this.event(event)) }
  }

  protected left(queue: Queue): Trace[] {
    return queue.traces.map(({ seat, events }) => ({ seat, events: events.map((event) => this.event(event)) }))
  }

  /** The figures of what happened, where its words leave them out: the game's text `<word>.figures`. */
  figures({ label }: Happened): string {
    const key = label ? `${label.key.split('.')[0]}.figures` : ''
    const named = [...(this.texts[key] ?? '').matchAll(/\{(\w+)/g)].map(([, name]) => name!)
    return label && named.length && named.every((name) => name in label.args) ? this.say(key, label.args as Args) : ''
  }

  /** What happened, as a line: the game's own words for choices and chance, ours for the rest. */
  told(event: Happened): string {
    if (event.label) return this.text(event.label)
    const name = event.seat === null ? '' : (this.names[event.seat] ?? '')
    return maybe(`event.${event.kind}`, event.kind, { name, n: event.action ?? 0 })
  }
}

/** A game at a table: players and options are the table's. */
export abstract class AtTable extends Presenting {
  abstract readonly table: Table | null

  // compared as one string, so that a new table object with the same names updates nothing that is made of names
  private readonly joined: string = $derived.by(() => this.table?.players.map((player) => player.name).join('\n') ?? '')
  readonly names: string[] = $derived(this.joined.split('\n'))
  readonly options = $derived.by(() => this.table?.options ?? {})
  readonly players: BoardPlayer[] = $derived.by(
    () => this.table?.players.map((player) => playerFrom(player, this.now?.scores)) ?? [],
  )

  /** How one wins, in a line; empty where the board does not say. */
  readonly aim: string = $derived.by(() => (this.now && this.board?.module.aim?.(this.now.view as never, this.say)) || '')

  /** What a seat is called in this game: "Antimatter", or at least "the circle". */
  called(seat: number): string {
    const own = this.now && this.board?.module.called?.(this.now.view as never, seat, this.say)
    return own || maybe(`shape.${seat % SHAPES}`, '')
  }
}
