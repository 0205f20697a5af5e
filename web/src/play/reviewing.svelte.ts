// Looking back on a match: its review, asked for until it is made, beside the replay of it.
import { api } from '../net/api'
import type { Review, TurningPoint } from '../net/protocol'
import { Replaying } from './replaying.svelte'

const AGAIN = 400 // milliseconds before asking again: the server keeps a question waiting by itself

/** Asks until the review is there; `told` hears how much of it is made, and says whether to go on asking. */
export async function reviewOf(id: string, told: (progress: number) => boolean): Promise<Review | null> {
  for (;;) {
    const { progress, review } = await api.review(id)
    if (review || !told(progress)) return review
    await new Promise((done) => setTimeout(done, AGAIN))
  }
}

export class Reviewing extends Replaying {
  review = $state.raw<Review | null>(null)
  /** how much of it is made, while it is being made */
  progress = $state(0)
  /** the moment that is being looked at */
  turn = $state.raw<TurningPoint | null>(null)
  private closed = false

  /** Has the review made, and shows its first moment. */
  async look(): Promise<void> {
    try {
      this.review = await reviewOf(this.id, (progress) => {
        this.progress = progress
        return !this.closed
      })
      const first = this.review?.turns[0]
      if (first && !this.closed) this.show(first)
    } catch (problem) {
      this.fail(problem)
    }
  }

  override close(): void {
    super.close()
    this.closed = true
  }

  /** The board before a turn, with what was better marked on it. */
  show(turn: TurningPoint): void {
    this.turn = turn
    void this.go(turn.seat === null ? turn.number : turn.since)
    this.marked = turn.better_about && { action: null, about: turn.better_about }
  }

  /** Any moment of the curve. */
  visit(number: number): void {
    this.turn = null
    this.marked = null
    void this.go(number)
  }
}

export const hundredths = (chance: number): number => Math.round(100 * chance)
/** As in +12 or −7. */
export const signed = (payoff: number): string => {
  const n = hundredths(payoff)
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0'
}
/** The place on a curve that stands for a moment: the last that is not after it. */
export const placeOf = (numbers: number[], at: number): number =>
  Math.max(
    0,
    numbers.findLastIndex((number) => number <= at),
  )
