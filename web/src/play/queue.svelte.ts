// One queue of what happens: every step is shown in its turn, none is skipped, and nothing is told before it is seen.
// The only place that decides what is known when: the board follows `picture`, everything else on the page `now`.
import type { Scene } from '../boards'
import type { Happened, Situation } from '../net/protocol'

/** Something that happened, with what the game looks like afterwards. `arrived`: when it became known here. */
export interface Step {
  events: Happened[]
  now: Situation
  seat: number | null
  arrived: number
}

export interface Clock {
  wait(ms: number, then: () => void): () => void
  now(): number
}
export const wall: Clock = {
  wait: (ms, then) => {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
  now: () => Date.now(),
}

/** What the queue asks of whoever shows a game. */
export interface Director {
  /** the scenes of a step, in order, with every event in one of them */
  scenes(step: Step, before: Situation): Scene[]
  /** the moment after an event between two steps, if a step has several scenes */
  between(number: number, seat: number | null): Promise<Situation>
  /** 1, 2 or 4 times as fast; 0: at once */
  speed(): number
  /** nothing moves, so that a result is seen at once and read as long as it would have moved */
  calm(): boolean
  /** nobody looks: nothing is kept waiting for it */
  away(): boolean
  /** whether somebody at this screen has to act */
  mine(now: Situation): boolean
}

/** The scene that is being played. */
export interface Play {
  kind: string
  events: Happened[]
  before: Situation
  /** ms at the speed chosen: all of it, and until its result is seen */
  length: number
  shows: number
  /** how long things take, as a part of what they take at 1× */
  pace: number
  /** steps of this scene before this one, and the event it began with */
  round: number
  first: number
}

/** The last move of a seat, for a while. */
export interface Left {
  seat: number
  events: Happened[]
}

type Waiting = { step: Step; scene: Scene | null } | { then: () => void }

const TRACE = 2000 // ms
const AGAIN = 60 // ms for the board to be as it was before

/** Until somebody directs: everything as it comes. */
const plain: Director = {
  scenes: (step) => [{ kind: '', events: step.events.map((event) => event as never), length: 0 }],
  between: () => Promise.reject(new Error('unknown')),
  speed: () => 1,
  calm: () => false,
  away: () => false,
  mine: () => false,
}

export class Queue {
  /** what the board shows, or is on its way to */
  picture = $state.raw<Situation | null>(null)
  /** what has been seen: prompt, scores, log, choices, announcements follow it */
  now = $state.raw<Situation | null>(null)
  seat = $state.raw<number | null>(null)
  /** the events that led to `picture` */
  last = $state.raw<Happened[]>([])
  playing = $state.raw<Play | null>(null)
  /** something has happened that is still to be seen: choices of this moment are stale */
  behind = $state(false)
  traces = $state.raw<Left[]>([])
  /** everything is shown at once until somebody here has to act */
  rushing = $state(false)
  /** there is a scene that can be seen again */
  repeats = $state(false)
  /** when `now` arrived, by this machine's clock: clocks run on from there */
  arrived = $state(0)

  director: Director = plain
  /** the board has begun to show a step; it has been seen; its time is over */
  onBegin: (step: Step) => void = () => {}
  onTold: (step: Step) => void = () => {}
  onEnd: (step: Step) => void = () => {}

  private waiting: Waiting[] = []
  private current: { step: Step; told: boolean; again: boolean } | null = null
  private previous: { step: Step; play: Play; scene: Scene } | null = null
  private splitting: object | null = null
  /** where to return to when a scene has been seen again */
  private present: { picture: Situation; last: Happened[] } | null = null
  private timers: (() => void)[] = []
  private fading: (() => void)[] = []

  constructor(private readonly clock: Clock = wall) {}

  /** Shows a moment as it is; whatever was to be seen before it is gone. */
  reset(step: Step): void {
    this.halt()
    this.previous = null
    this.repeats = false
    this.traces = []
    this.picture = this.now = step.now
    this.seat = step.seat
    this.last = step.events
    this.arrived = step.arrived
    this.look()
    this.onBegin(step)
    this.onEnd(step)
  }

  push(step: Step): void {
    this.waiting.push({ step, scene: null })
    this.run()
  }

  /** Does something when all that came before it has been seen. */
  whenSeen(then: () => void): void {
    this.waiting.push({ then })
    this.run()
  }

  /** Ends the scene that is being played. */
  skip(): void {
    const { current } = this
    if (!current) return
    this.stop()
    this.tell(current)
    this.end(current)
  }

  /** Shows everything at once until somebody here has to act. */
  skipToMine(): void {
    this.rushing = !(this.now && !this.behind && this.director.mine(this.now))
    this.skip()
    this.run()
  }

  /** Plays the scene that was played last once more. */
  again(): void {
    const { previous } = this
    if (!previous || this.current || this.waiting.length) return
    const { step, play, scene } = previous
    this.present = { picture: this.picture!, last: this.last }
    this.picture = play.before
    this.last = []
    this.current = { step, told: true, again: true }
    this.look()
    this.timers.push(this.clock.wait(AGAIN, () => this.play(step, scene, true)))
  }

  close(): void {
    this.halt()
    for (const stop of this.fading) stop()
  }

  // -- one step after another

  private run(): void {
    while (!this.current && !this.splitting) {
      const next = this.waiting.shift()
      if (!next) break
      if ('then' in next) next.then()
      else this.start(next.step, next.scene)
    }
    this.look()
  }

  private start(step: Step, known: Scene | null): void {
    if (!this.picture || this.hurried || !step.events.length) return this.play(step, null)
    const scenes = known ? [known] : this.director.scenes(step, this.picture)
    if (scenes.length > 1) this.split(step, scenes)
    else this.play(step, scenes[0] ?? null)
  }

  /** A step of several scenes becomes as many steps; should the moments between them not be found, it is one. */
  private split(step: Step, scenes: Scene[]): void {
    const token = (this.splitting = {})
    const ends = scenes.map((scene) => scene.events.at(-1)?.number ?? 0)
    const between = ends.slice(0, -1).map((number) => this.director.between(number, step.seat))
    void Promise.all(between)
      .then(
        (found) => {
          const moments = [...found, step.now]
          return scenes.map((scene, i): Waiting => {
            const numbers = new Set(scene.events.map((event) => event.number))
            const events = step.events.filter((event) => numbers.has(event.number))
            const now = i === scenes.length - 1 ? step.now : held(moments[i]!, this.now!, ends[i]!)
            return { step: { ...step, events, now }, scene }
          })
        },
        (): Waiting[] => [
          {
            step,
            scene: {
              kind: scenes[0]!.kind,
              events: scenes.flatMap(({ events }) => events),
              length: scenes.reduce((sum, { length }) => sum + length, 0),
            },
          },
        ],
      )
      .then((parts) => {
        if (this.splitting !== token) return
        this.splitting = null
        this.waiting.unshift(...parts)
        this.run()
      })
  }

  private play(step: Step, scene: Scene | null, again = false): void {
    const before = this.picture ?? step.now
    const speed = again ? this.director.speed() || 1 : this.hurried || !scene ? 0 : this.director.speed()
    const pace = speed ? 1 / speed : 0
    const shows = this.director.calm() ? 0 : Math.min(scene?.shows ?? Infinity, scene?.length ?? 0) * pace
    const length = Math.max((scene?.length ?? 0) * pace, speed && scene?.reads ? shows + scene.reads : 0)
    const current = (this.current = { step, told: again, again })
    const past = scene?.round && this.previous?.play.kind === scene.kind ? this.previous.play : null
    const first = step.events[0]?.number ?? step.now.number
    const part = again ? this.previous!.play : { round: past ? past.round + 1 : 0, first: past?.first ?? first }
    const play = {
      kind: scene?.kind ?? '',
      events: step.events,
      before,
      length,
      shows,
      pace,
      round: part.round,
      first: part.first,
    }
    this.playing = length ? play : null
    if (scene?.length && !again) {
      this.previous = { step, play, scene }
      this.repeats = true
    }
    this.picture = step.now
    this.seat = step.seat
    if (step.events.length) this.last = step.events
    this.look()
    this.onBegin(step)
    if (shows > 0) this.timers.push(this.clock.wait(shows, () => this.tell(current)))
    else this.tell(current)
    if (length > 0) this.timers.push(this.clock.wait(length, () => this.end(current)))
    else this.end(current)
  }

  /** The picture is there: now it may be said. */
  private tell(current: NonNullable<Queue['current']>): void {
    if (current.told || this.current !== current) return
    const { step } = current
    current.told = true
    this.now = step.now
    this.arrived = step.arrived
    if (this.rushing && (this.director.mine(step.now) || step.now.actor === -2)) this.rushing = false
    this.look()
    this.leave(step.events)
    this.onTold(step)
  }

  private end(current: NonNullable<Queue['current']>): void {
    if (this.current !== current) return
    this.tell(current)
    this.current = null
    this.playing = null
    this.stop()
    if (current.again) this.comeBack()
    else this.onEnd(current.step)
    this.run()
  }

  private comeBack(): void {
    if (!this.present) return
    this.picture = this.present.picture
    this.last = this.present.last
    this.present = null
  }

  /** The last move of every seat stays to be seen for a moment. */
  private leave(events: Happened[]): void {
    const seats = new Set(events.flatMap(({ kind, seat }) => (kind === 'choice' && seat !== null ? [seat] : [])))
    if (!seats.size || this.director.away()) return
    const left = [...seats].map((seat) => ({ seat, events: events.filter((event) => event.seat === seat) }))
    this.traces = [...this.traces.filter((trace) => !seats.has(trace.seat)), ...left]
    this.fading.push(this.clock.wait(TRACE, () => (this.traces = this.traces.filter((trace) => !left.includes(trace)))))
    if (this.fading.length > 20) this.fading = this.fading.slice(-10)
  }

  private get hurried(): boolean {
    return this.rushing || this.director.away()
  }

  private look(): void {
    this.behind = this.picture !== this.now || this.splitting !== null || this.waiting.some((item) => 'step' in item)
  }

  private stop(): void {
    for (const stop of this.timers) stop()
    this.timers = []
  }

  private halt(): void {
    this.stop()
    this.waiting = []
    this.present = null
    this.splitting = null
    this.current = null
    this.playing = null
  }
}

/** A moment inside a step: nobody is asked anything there. */
function held(moment: Situation, known: Situation, number: number): Situation {
  return { ...moment, number, clocks: known.clocks, choices: [], forms: [], outcomes: [], undo: null, thinking: false }
}
