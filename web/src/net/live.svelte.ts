// A match as it is being played: the live connection, what is shown, and the moves on their way. Comes back by itself when lost.
import type { Action } from '../boards'
import type { FromClient, FromServer, Happened, Move, Note, Situation, Table } from './protocol'
import { Refusal } from './api'
import { sent } from './wire'
import { maybe } from '../messages/words'
import { Queue, wall, type Clock, type Step } from '../play/queue.svelte'

export type Socket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose' | 'readyState'>

export interface Wire extends Clock {
  open(address: string): Socket
}

const browser: Wire = {
  open: (address) => new WebSocket(address),
  ...wall,
}

const PING_EVERY = 15_000
const PONG_WITHIN = 8_000
const FIRST_RETRY = 300
const LAST_RETRY = 5_000
const SEEN_EVERY = 250

export class Live {
  /** `null` until the first snapshot */
  table = $state.raw<Table | null>(null)
  /** what has been seen of the match, line by line */
  log = $state.raw<Happened[]>([])
  notes = $state.raw<Note[]>([])
  link = $state<'connecting' | 'open' | 'lost'>('connecting')
  sending = $state(false)
  refused = $state.raw<Refusal | null>(null)
  /** what arrives, to be seen one step after another */
  readonly queue: Queue

  onStep: (events: Happened[], now: Situation) => void = () => {}
  onNotes: (notes: Note[]) => void = () => {}

  private socket: Socket | null = null
  private closed = false
  private tries = 0
  private known: number | null = null // the last event received, shown or not
  private asks = 0
  private pending: { move: Move; resolve: (number: number) => void; reject: (why: unknown) => void } | null = null
  private accepted: number | null = null
  private stopPing: (() => void) | null = null
  private stopRetry: (() => void) | null = null
  private stopSeen: (() => void) | null = null
  private seenAt = -SEEN_EVERY
  private looksFrom: number | null = null

  constructor(
    readonly id: string,
    private readonly wire: Wire = browser,
  ) {
    this.queue = new Queue(wire)
    this.queue.onBegin = () => this.begun()
    this.queue.onTold = (step) => this.told(step)
    this.queue.onEnd = () => this.acknowledge()
  }

  /** what has been seen */
  get now(): Situation | null {
    return this.queue.now
  }
  get seat(): number | null {
    return this.queue.seat
  }

  // -- the connection

  open(): void {
    if (this.closed || this.socket) return
    this.stopRetry?.()
    this.stopRetry = null
    const socket = this.wire.open(this.address())
    this.socket = socket
    socket.onopen = () => this.opened()
    socket.onmessage = (message) => this.heard(JSON.parse(String(message.data)) as FromServer)
    socket.onclose = () => this.dropped(socket)
  }

  close(): void {
    this.closed = true
    this.queue.close()
    for (const stop of [this.stopPing, this.stopRetry, this.stopSeen]) stop?.()
    this.socket?.close()
    this.socket = null
  }

  /** Reconnects and asks for a whole snapshot: this browser is another guest now, or has another seat. */
  restart(): void {
    const socket = this.socket
    this.socket = null
    this.known = null
    socket?.close()
    this.open()
  }

  /** Reconnects at once instead of waiting for the next retry: the network is back, or the page is visible again. */
  hurry(): void {
    this.tries = 0
    if (!this.socket) this.open()
  }

  /** Closes the connection until the next retry: nobody looks. */
  sleep = (): void => this.socket?.close()

  private address(): string {
    const asked = new URLSearchParams()
    if (this.looksFrom !== null) asked.set('seat', String(this.looksFrom))
    if (this.known !== null) {
      asked.set('number', String(this.known))
      const note = this.notes.at(-1)
      if (note) asked.set('note', String(note.number))
    }
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    return `${scheme}://${location.host}/api/matches/${this.id}/live?${asked}`
  }

  private opened(): void {
    this.link = 'open'
    this.ping()
    if (this.pending) this.send(this.pending.move) // a repeat of a committed move is answered as accepted
  }

  private dropped(socket: Socket): void {
    if (this.socket !== socket) return
    this.socket = null
    this.stopPing?.()
    if (this.closed) return
    this.link = 'lost'
    const delay = Math.min(FIRST_RETRY * 2 ** this.tries++, LAST_RETRY)
    this.stopRetry ??= this.wire.wait(delay * (0.75 + Math.random() / 2), () => {
      this.stopRetry = null
      this.open()
    })
  }

  private ping(): void {
    this.stopPing?.()
    this.stopPing = this.wire.wait(PING_EVERY, () => {
      const socket = this.socket
      this.send({ type: 'ping' })
      this.stopPing = this.wire.wait(PONG_WITHIN, () => {
        if (!socket || this.socket !== socket) return
        socket.close()
        this.dropped(socket) // the browser may take minutes to notice that a connection is dead
      })
    })
  }

  private send(message: FromClient): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message))
  }

  // -- what the server says

  private heard(message: FromServer): void {
    this.ping()
    switch (message.type) {
      case 'snapshot':
        this.table = message.table
        this.log = message.log
        this.notes = message.notes
        this.known = message.now.number
        this.tries = 0
        this.queue.reset({ events: message.log.slice(-1), now: message.now, seat: message.seat, arrived: this.wire.now() })
        break
      case 'events':
        this.known = Math.max(this.known ?? -1, message.now.number)
        this.tries = 0
        this.queue.push({ events: message.events, now: message.now, seat: message.seat, arrived: this.wire.now() })
        break
      case 'table': {
        const { table } = message
        this.queue.whenSeen(() => (this.table = table)) // no end before the last move is seen
        break
      }
      case 'notes':
        this.talked(message.notes)
        break
      case 'accepted':
        this.settle(message.ask, (pending) => {
          this.accepted = message.number
          pending.resolve(message.number)
          this.sent()
        })
        break
      case 'refused':
        if (message.ask === null && message.problem.code === 'database') break // the database is not ready: the move stays pending and is sent again
        this.settle(message.ask, (pending) => {
          const { code, text, rule } = message.problem
          this.refused = new Refusal(code, maybe(`problem.${code}`, text), rule, 409)
          this.sending = false
          pending.reject(this.refused)
        })
        break
      case 'goodbye':
        this.tries = 0
        break
    }
  }

  /** Adds lines of talk; after a lost connection the server may send some that are here already. */
  private talked(notes: Note[]): void {
    const heard = this.notes.at(-1)?.number ?? -1
    const fresh = notes.filter((note) => note.number > heard)
    if (!fresh.length) return
    this.notes = [...this.notes, ...fresh]
    this.onNotes(fresh)
  }

  private settle(ask: number | null, then: (pending: NonNullable<Live['pending']>) => void): void {
    const pending = this.pending
    if (!pending || (ask !== null && ask !== pending.move.ask)) return
    this.pending = null
    then(pending)
  }

  /** A move counts as sent once the board shows it. */
  private sent(): void {
    if (this.accepted !== null && (this.queue.picture?.number ?? -1) >= this.accepted) {
      this.accepted = null
      this.sending = false
    }
  }

  private begun(): void {
    this.sent()
    if (!this.pending && this.accepted === null) this.sending = false
  }

  /** Tells the server that all is seen, for bots wait for it; not more often than a slow bot moves. */
  private acknowledge(): void {
    if (this.queue.behind || this.stopSeen) return
    const number = this.queue.now?.number ?? 0
    const wait = this.seenAt + SEEN_EVERY - this.wire.now()
    if (wait > 0) {
      this.stopSeen = this.wire.wait(wait, () => {
        this.stopSeen = null
        this.acknowledge()
      })
    } else {
      this.seenAt = this.wire.now()
      this.send({ type: 'seen', number })
    }
  }

  private told({ events, now }: Step): void {
    const known = this.log.at(-1)?.number ?? -1
    this.log = [...this.log, ...events.filter((event) => event.number > known)]
    if (events.length) this.onStep(events, now)
  }

  // -- what a player does

  /** Sends a move that answers what is shown; resolves when it is committed. It is sent again after a lost connection. */
  move(seat: number, action: Action): Promise<number> {
    if (this.sending || !this.now) return Promise.reject(new Error('busy'))
    this.queue.skip() // whoever acts has seen enough
    const move: Move = { type: 'move', number: this.now.number, seat, ask: ++this.asks, ...sent(action) }
    this.refused = null
    this.sending = true
    return new Promise((resolve, reject) => {
      this.pending = { move, resolve, reject }
      this.send(move)
    })
  }

  /** Looks from another of one's own seats (several people at one screen). */
  look(seat: number): void {
    this.looksFrom = seat
    this.send({ type: 'look', seat })
  }

  say(what: { text: string } | { phrase: string }): void {
    this.send({ type: 'say', ...what })
  }
}
