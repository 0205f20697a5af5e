// Plays the beats of a scene one after another, at the speed that is wished for.
import type { Beat } from './beats'

export class Staging {
  /** what is seen now; null: nothing but the table */
  beat = $state.raw<Beat | null>(null)
  private timers: ReturnType<typeof setTimeout>[] = []

  /** From the first beat on. Where nothing moves, only how it ends is shown, for as long as it all takes. */
  play(beats: Beat[], pace: number, calm: boolean, begun: (beat: Beat) => void): void {
    this.stop()
    const shown = calm ? beats.slice(-1) : beats
    let at = 0
    for (const [i, beat] of shown.entries()) {
      const begin = (): void => {
        this.beat = beat
        begun(beat)
      }
      if (i) this.timers.push(setTimeout(begin, at))
      else begin()
      at += beat.ms * pace
    }
    // the scene itself ends the last one; should it not, nothing lies over the table for ever
    if (shown.length)
      this.timers.push(
        setTimeout(() => (this.beat = null), (calm ? beats.reduce((sum, { ms }) => sum + ms, 0) * pace : at) + 120),
      )
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer)
    this.timers = []
    this.beat = null
  }
}
