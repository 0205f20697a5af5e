// Going through a match that was played: any moment of it, step by step or by itself.
import { board, type Board, type BoardEvent, type BoardPlayer, type Mark } from '../boards'
import type { GameInfo, Happened, Moment, Situation, Table } from '../net/protocol'
import { api, Refusal } from '../net/api'
import { render, type Args, type Texts } from '../messages/render'
import { gameInfo, gameTexts } from '../app/shelf'
import type { Presented } from './sitting.svelte'

export class Replaying implements Presented {
  board = $state.raw<Board | null>(null)
  game = $state.raw<GameInfo | undefined>()
  table = $state.raw<Table | null>(null)
  texts = $state.raw<Texts>({})
  log = $state.raw<Happened[]>([])
  failed = $state.raw<Refusal | null>(null)
  at = $state(1)
  end = $state(1)
  marked = $state.raw<Mark | null>(null)
  now = $state.raw<Situation | null>(null)
  private step = $state.raw<Happened[]>([])
  private kept = new Map<number, Promise<Moment>>()
  private wanted = 0

  readonly seat = null
  readonly choices = []
  readonly hints = []
  readonly considered = null
  readonly busy = false
  readonly prompt = ''
  private readonly allNames: string = $derived.by(() => this.table?.players.map((player) => player.name).join('\n') ?? '')
  readonly names: string[] = $derived.by(() => this.allNames.split('\n'))
  readonly options = $derived.by(() => this.table?.options ?? {})
  readonly players: BoardPlayer[] = $derived.by(
    () => this.table?.players.map(({ seat, name, mine, kind }) => ({ seat, name, mine, bot: kind === 'bot', score: this.now?.scores[seat] ?? 0 })) ?? [],
  )
  readonly last: BoardEvent[] = $derived.by(() => this.step.map((event) => this.event(event)))

  constructor(readonly id: string) {}

  async open(at: number | null): Promise<void> {
    try {
      const table = await api.table(this.id)
      const [game, texts, loaded, log] = await Promise.all([gameInfo(table.game), gameTexts(table.game), board(table.game), this.whole()])
      this.game = game
      this.texts = { ...texts, ...loaded.texts }
      this.board = loaded
      this.table = table
      this.log = log
      this.end = log.at(-1)?.number ?? 1
      await this.go(at ?? 1)
    } catch (problem) {
      this.failed = problem instanceof Refusal ? problem : new Refusal('unknown', String(problem), null, 0)
    }
  }

  private async whole(): Promise<Happened[]> {
    const found: Happened[] = []
    for (;;) {
      const more = await api.log(this.id, (found.at(-1)?.number ?? 0) + 1, 1e6, null)
      found.push(...more)
      if (more.length < 1000) return found
    }
  }

  /** Shows the moment after event `number`. Only the latest wish counts; the next moments are fetched ahead. */
  async go(number: number): Promise<void> {
    const at = Math.min(Math.max(1, number), this.end)
    const from = this.at
    this.at = at
    this.wanted = at
    try {
      const moment = await this.moment(at)
      if (this.wanted !== at) return
      // one step forward is played, a jump is only shown
      this.step = this.log.filter((event) => (at > from && at - from <= 8 ? event.number > from : event.number === at) && event.number <= at)
      this.now = moment.now
      if (at < this.end) void this.moment(this.after(at)).catch(() => {})
    } catch (problem) {
      this.failed = problem instanceof Refusal ? problem : new Refusal('unknown', String(problem), null, 0)
    }
  }

  /** The next moment worth stopping at: chance outcomes go with the choice before them. */
  after(number: number): number {
    let next = number + 1
    while (next < this.end && this.kind(next + 1) === 'chance') next++
    return Math.min(next, this.end)
  }

  before(number: number): number {
    let next = number - 1
    while (next > 1 && this.kind(next + 1) === 'chance') next--
    return Math.max(next, 1)
  }

  private kind(number: number): string {
    return this.log.find((event) => event.number === number)?.kind ?? ''
  }

  private moment(number: number): Promise<Moment> {
    let asked = this.kept.get(number)
    if (!asked) {
      asked = api.at(this.id, number, null)
      this.kept.set(number, asked)
      asked.catch(() => this.kept.delete(number))
    }
    return asked
  }

  event(found: Happened): BoardEvent {
    const { number, kind, seat, action, name, about, data } = found
    return { number, kind, seat, action, name, about, data, label: found.label ? render(this.texts, found.label, this.names) : name }
  }

  say = (key: string, args: Args = {}): string => render(this.texts, { key, args }, this.names)
  choose = (): void => {}
  attempt = (): void => {}
  hover = (): void => {}
  preview = (): Promise<null> => Promise.resolve(null)
}
