// A clock that goes when it is told to.
import type { Clock } from '../src/play/queue.svelte'

export class FakeClock implements Clock {
  time = 0
  private timers: { at: number; then: () => void }[] = []
  wait(ms: number, then: () => void): () => void {
    const timer = { at: this.time + ms, then }
    this.timers.push(timer)
    return () => void (this.timers = this.timers.filter((other) => other !== timer))
  }
  now(): number {
    return this.time
  }
  pass(ms: number): void {
    const until = this.time + ms
    for (;;) {
      const next = this.timers.toSorted((a, b) => a.at - b.at)[0]
      if (!next || next.at > until) break
      this.timers = this.timers.filter((other) => other !== next)
      this.time = next.at
      next.then()
    }
    this.time = until
  }
}
