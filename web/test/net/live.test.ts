// The live connection: one step after another, moves that survive a lost line, coming back where it was.
import { beforeEach, describe, expect, it } from 'vitest'
import { Live, type Socket, type Wire } from '../../src/net/live.svelte'
import { FakeClock } from '../clock'
import type { FromServer, Happened, Move, Note, Situation } from '../../src/net/protocol'

class FakeSocket implements Socket {
  readyState: Socket['readyState'] = 0
  sent: { type: string; [key: string]: unknown }[] = []
  onopen: Socket['onopen'] = null
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null
  constructor(readonly address: string) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text) as FakeSocket['sent'][0])
  }
  close(): void {
    this.readyState = 3
    this.onclose?.call(this as never, {} as never)
  }
  accept(): void {
    this.readyState = 1
    this.onopen?.call(this as never, {} as never)
  }
  says(message: Partial<FromServer> & { type: string }): void {
    this.onmessage?.call(this as never, { data: JSON.stringify(message) } as never)
  }
}

class FakeWire extends FakeClock implements Wire {
  sockets: FakeSocket[] = []
  open(address: string): FakeSocket {
    const socket = new FakeSocket(address)
    this.sockets.push(socket)
    return socket
  }
  get last(): FakeSocket {
    return this.sockets.at(-1)!
  }
}

const situation = (number: number, actor = 0): Situation =>
  ({ number, actor, view: { number }, choices: [], outcomes: [] }) as unknown as Situation
const event = (number: number, seat = 1): Happened =>
  ({ number, kind: 'choice', seat, name: `e${number}` }) as unknown as Happened
const note = (number: number): Note => ({ number, kind: 'chat', seat: 1, name: 'Bob', text: `n${number}` }) as unknown as Note
const table = { id: 'm', status: 'running', players: [], mine: [0] } as never

let wire: FakeWire
let live: Live

beforeEach(() => {
  wire = new FakeWire()
  live = new Live('m', wire)
  live.open()
  wire.last.accept()
  wire.last.says({ type: 'snapshot', table, seat: 0, now: situation(3), log: [event(3)], notes: [] })
})

/** Every step takes so long from now on. */
function lasting(length: number): void {
  live.queue.director = { ...live.queue.director, scenes: ({ events }) => [{ kind: 'any', events: events as never, length }] }
}
const seen = (): unknown[] =>
  wire.sockets.flatMap((socket) => socket.sent.filter(({ type }) => type === 'seen').map(({ number }) => number))
const step = (number: number): void =>
  wire.last.says({ type: 'events', seat: 0, events: [event(number)], now: situation(number) })

describe('what arrives', () => {
  it('is shown', () => {
    expect(live.now?.number).toBe(3)
    step(4)
    expect(live.now?.number).toBe(4)
    expect(live.log.map((line) => line.number)).toEqual([3, 4])
  })
  it('is shown one step after another', () => {
    lasting(500)
    step(4)
    step(5)
    const shown = (): unknown[] => [live.queue.picture?.number, live.now?.number, live.queue.behind]
    expect(shown()).toEqual([4, 3, true])
    wire.pass(499)
    expect(shown()).toEqual([4, 3, true])
    wire.pass(1)
    expect(shown()).toEqual([5, 4, true])
    wire.pass(500)
    expect(shown()).toEqual([5, 5, false])
  })
  it('waits in line, news of the table too: no end before the last move is shown', () => {
    lasting(500)
    step(4)
    step(5)
    wire.last.says({ type: 'table', table: { ...(table as object), status: 'over' } as never })
    expect(live.table?.status).toBe('running')
    wire.pass(999)
    expect(live.table?.status).toBe('running')
    wire.pass(1)
    expect(live.table?.status).toBe('over')
  })
  it('is acknowledged when all of it is seen, not more often than four times a second', () => {
    lasting(500)
    step(4)
    step(5)
    wire.pass(900)
    expect(seen()).toEqual([3])
    wire.pass(100)
    expect(seen()).toEqual([3, 5])
    lasting(0)
    for (let number = 6; number < 20; number++) step(number)
    expect(seen()).toEqual([3, 5])
    wire.pass(250)
    expect(seen()).toEqual([3, 5, 19])
  })
  it('keeps the last move marked when nothing was missed', () => {
    wire.last.says({ type: 'events', seat: 0, events: [], now: situation(3) })
    expect(live.queue.last.map((line) => line.number)).toEqual([3])
  })
})

describe('a move', () => {
  const sent = (): Move[] =>
    wire.sockets.flatMap((socket) => socket.sent.filter((message) => message.type === 'move')) as unknown as Move[]

  it('answers the moment that is shown, and is done when its event is shown', async () => {
    const done = live.move(0, 7)
    expect(sent()).toMatchObject([{ number: 3, seat: 0, choice: 7 }])
    expect(live.sending).toBe(true)
    wire.last.says({ type: 'accepted', number: 4, ask: sent()[0]!.ask as number })
    expect(live.sending).toBe(true)
    step(4)
    expect(live.sending).toBe(false)
    expect(await done).toBe(4)
  })
  it('is done also when its event comes before the answer', async () => {
    const done = live.move(0, 7)
    step(4)
    expect(live.sending).toBe(true)
    wire.last.says({ type: 'accepted', number: 4, ask: 1 })
    expect(live.sending).toBe(false)
    expect(await done).toBe(4)
  })
  it('is sent again, the same, after a lost connection', async () => {
    const done = live.move(0, 7)
    wire.last.close()
    expect(live.link).toBe('lost')
    wire.pass(1000)
    wire.last.accept()
    expect(sent()).toHaveLength(2)
    expect(sent()[1]).toEqual(sent()[0])
    wire.last.says({ type: 'events', seat: 0, events: [event(4, 0)], now: situation(4) })
    wire.last.says({ type: 'accepted', number: 4, ask: 1 })
    expect(await done).toBe(4)
    expect(live.sending).toBe(false)
  })
  it('that is refused says why', async () => {
    const done = live.move(0, 7)
    wire.last.says({ type: 'refused', problem: { code: 'odd', text: 'not like that', rule: 'X7' }, ask: 1 })
    await expect(done).rejects.toMatchObject({ message: 'not like that', rule: 'X7' })
    expect(live.sending).toBe(false)
  })
  it('is one at a time', async () => {
    void live.move(0, 7)
    await expect(live.move(0, 8)).rejects.toThrow()
    expect(sent()).toHaveLength(1)
  })
})

describe('a lost connection', () => {
  it('is opened again from the last event known', () => {
    step(4)
    wire.last.close()
    wire.pass(1000)
    expect(wire.sockets).toHaveLength(2)
    expect(wire.last.address).toContain('number=4')
    wire.last.accept()
    expect(live.link).toBe('open')
  })
  it('loses no line of talk and repeats none', () => {
    const told: number[] = []
    live.onNotes = (notes) => told.push(...notes.map((line) => line.number))
    wire.last.close()
    wire.pass(1000)
    expect(wire.last.address).not.toContain('note=')
    wire.last.accept()
    wire.last.says({ type: 'notes', notes: [note(0), note(2)] })
    wire.last.close()
    wire.pass(1000)
    expect(wire.last.address).toContain('note=2')
    wire.last.accept()
    wire.last.says({ type: 'notes', notes: [note(0), note(2), note(3)] })
    expect(live.notes.map((line) => line.number)).toEqual([0, 2, 3])
    expect(told).toEqual([0, 2, 3])
  })
  it('is tried again and again, more and more slowly, and at once when asked', () => {
    wire.last.close()
    for (let i = 0; i < 6; i++) {
      wire.pass(7000)
      wire.last.close()
    }
    const tries = wire.sockets.length
    wire.pass(100)
    expect(wire.sockets).toHaveLength(tries)
    live.hurry()
    expect(wire.sockets).toHaveLength(tries + 1)
  })
  it('is tried more and more slowly while the server turns everybody away, and moves wait', async () => {
    const done = live.move(0, 7)
    wire.last.close()
    for (let i = 0; i < 6; i++) {
      wire.pass(7000)
      wire.last.accept()
      wire.last.says({ type: 'refused', problem: { code: 'database', text: 'away', rule: null }, ask: null })
      wire.last.close()
    }
    const tries = wire.sockets.length
    wire.pass(3000)
    expect(wire.sockets).toHaveLength(tries)
    expect(live.sending).toBe(true)
    wire.pass(4000)
    wire.last.accept()
    wire.last.says({ type: 'events', seat: 0, events: [event(4, 0)], now: situation(4) })
    wire.last.says({ type: 'accepted', number: 4, ask: 1 })
    expect(await done).toBe(4)
    wire.last.close()
    wire.pass(400)
    expect(wire.sockets).toHaveLength(tries + 2)
  })
  it('is noticed when nobody answers a ping', () => {
    wire.pass(15_000)
    expect(wire.last.sent.at(-1)).toMatchObject({ type: 'ping' })
    wire.pass(8_000)
    expect(live.link).toBe('lost')
    wire.pass(1000)
    expect(wire.sockets).toHaveLength(2)
  })
  it('is not missed while the server answers', () => {
    for (let i = 0; i < 4; i++) {
      wire.pass(15_000)
      wire.last.says({ type: 'pong', time: 0, ask: null })
    }
    expect(wire.sockets).toHaveLength(1)
  })
  it('stays closed when the page is left', () => {
    live.close()
    wire.pass(60_000)
    expect(wire.sockets).toHaveLength(1)
  })
})
