// Going through a match that was played: any moment of it, step by step or by itself.
import type { BoardEvent, Mark } from '../boards'
import { api } from '../net/api'
import type { Happened, Moment, Situation, Table } from '../net/protocol'
import { AtTable, type Presented } from './presenting.svelte'

const PLAYED = 8 // a way of at most so many events is played, a longer one only shown

export class Replaying extends AtTable implements Presented {
  table = $state.raw<Table | null>(null)
  log = $state.raw<Happened[]>([])
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
  readonly last: BoardEvent[] = $derived.by(() => this.step.map((event) => this.event(event)))

  constructor(readonly id: string) {
    super()
  }

  async open(at: number | null): Promise<void> {
    try {
      const table = await api.table(this.id)
      const [log] = await Promise.all([api.wholeLog(this.id, null), this.load(table.game)])
      this.table = table
      this.log = log
      this.end = log.at(-1)?.number ?? 1
      await this.go(at ?? 1)
    } catch (problem) {
      this.fail(problem)
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
      this.step = this.log.filter((event) => (at > from && at - from <= PLAYED ? event.number > from : event.number === at) && event.number <= at)
      this.now = moment.now
      if (at < this.end) void this.moment(this.after(at)).catch(() => {})
    } catch (problem) {
      this.fail(problem)
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

  choose = (): void => {}
  attempt = (): void => {}
  hover = (): void => {}
  preview = (): Promise<null> => Promise.resolve(null)
}
