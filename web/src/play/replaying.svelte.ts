// Going through a match that was played: any moment of it, step by step or by itself.
import { calm, settings } from '../app/settings.svelte'
import type { BoardEvent, Mark, Playing, Trace } from '../boards'
import { api } from '../net/api'
import type { Happened, Moment, Table } from '../net/protocol'
import { steps } from './log'
import { AtTable, type Presented } from './presenting.svelte'
import { Queue, wall } from './queue.svelte'

const BREATH = 400 // ms between two things that are shown by themselves, at 1×
export class Replaying extends AtTable implements Presented {
  table = $state.raw<Table | null>(null)
  log = $state.raw<Happened[]>([])
  readonly steps: Happened[][] = $derived.by(() => steps(this.log))
  /** the number of each step's last event: the moments worth stopping at */
  private readonly stops: number[] = $derived.by(() => this.steps.map((step) => step.at(-1)!.number))
  /** which step this moment belongs to */
  readonly step: number = $derived.by(() =>
    Math.max(
      0,
      this.stops.findIndex((number) => number >= this.at),
    ),
  )
  at = $state(1)
  end = $state(1)
  marked = $state.raw<Mark | null>(null)
  /** plays on by itself */
  running = $state(false)
  readonly queue = new Queue()
  private kept = new Map<number, Promise<Moment>>()
  private wanted = 0

  readonly seat = null
  readonly choices = []
  readonly hints = []
  readonly considered = null
  readonly busy = false
  readonly prompt = ''
  readonly forms = []
  readonly now = $derived.by(() => this.queue.now)
  readonly drawn = $derived.by(() => this.queue.picture)
  readonly scene: Playing<unknown> | null = $derived.by(() => this.playing(this.queue.playing))
  readonly traces: Trace[] = $derived.by(() => this.left(this.queue))
  readonly last: BoardEvent[] = $derived.by(() => this.queue.last.map((event) => this.event(event)))

  constructor(readonly id: string) {
    super()
    this.queue.director = {
      scenes: (step, before) => this.scenes(step, before),
      between: async (number) => (await this.moment(number)).now,
      speed: () => settings.speed,
      calm,
      away: () => document.hidden,
      mine: () => false,
    }
    this.queue.onEnd = () => this.onward()
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

  /**
   * Shows the moment after event `number`: the next one, the one before and whatever is to be `played` with the scenes that lead there,
   * any other at once. Only the latest wish counts.
   */
  async go(number: number, played = false): Promise<void> {
    const at = Math.min(Math.max(1, number), this.end)
    const next = this.now !== null && at === this.after(this.at) && at > this.at
    const back = this.now !== null && at > 1 && (played || at === this.before(this.at))
    const from = back ? this.before(at) : this.at
    this.at = at
    this.wanted = at
    try {
      const [moment, start] = await Promise.all([this.moment(at), back ? this.moment(from) : null])
      if (this.wanted !== at) return
      const events = this.log.filter((event) => event.number <= at && (next || back ? event.number > from : event.number === at))
      const step = { events, now: moment.now, seat: null, arrived: wall.now() }
      if (start) this.queue.reset({ ...step, events: [], now: start.now })
      else if (next) this.queue.skip()
      if (start || next) this.queue.push(step)
      else this.queue.reset(step)
      if (at < this.end) void this.moment(this.after(at)).catch(() => {})
    } catch (problem) {
      this.fail(problem)
    }
  }

  /** What is told of this moment: of chance only what has been seen. */
  readonly telling: Happened[] = $derived.by(() => {
    const { playing, picture, now } = this.queue
    const events = playing?.events.filter((event) => picture === now || event.kind !== 'chance') ?? []
    const here = this.steps[this.step]?.filter((event) => event.number <= this.at) ?? []
    return events.length || playing ? events : here
  })

  /** Plays on by itself, or stops after what is being played. */
  run(on: boolean): void {
    this.running = on && this.at < this.end
    if (this.running && !this.queue.playing) void this.go(this.after(this.at))
  }

  /** A scene is over: the next one, if it plays by itself, after a moment at the least. */
  private onward(): void {
    if (this.at >= this.end) this.running = false
    if (!this.running || this.queue.behind) return
    const from = this.at
    wall.wait(this.queue.last.length ? BREATH / (settings.speed || 4) : 0, () => {
      if (this.running && this.at === from) void this.go(this.after(from))
    })
  }

  close(): void {
    this.running = false
    this.queue.close()
  }

  /** The moment at the end of a step, counted from 0. */
  endOf(step: number): number {
    return this.stops[Math.min(Math.max(0, step), this.stops.length - 1)] ?? 1
  }

  after(number: number): number {
    return this.stops.find((stop) => stop > number) ?? this.end
  }

  before(number: number): number {
    return this.stops.findLast((stop) => stop < number) ?? 1
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
  forbids = (): Promise<null> => Promise.resolve(null)
}
