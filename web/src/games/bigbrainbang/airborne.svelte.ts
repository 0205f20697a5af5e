// A die in the air: plays the recorded flight over the table as it was, then lets the result be seen. Nothing flies when calm.
import type { BoardProps } from '../../boards'
import type { BigbrainbangView } from '../../net/protocol'
import type { Throw } from './hand/aiming'
import { at, flightOf, length, made, restOf, shownFor, type Flight, type Pose } from './flights'

export class Airborne {
  flight = $state.raw<Flight | null>(null)
  pose = $state.raw<Pose | null>(null)
  /** the table while the die flies, with the box still on it */
  before = $state.raw<BigbrainbangView>() as BigbrainbangView

  private seen: BigbrainbangView
  private thrown: Throw | null = null
  private frame = 0
  private began = 0
  private latest: number

  constructor(private readonly board: () => BoardProps<BigbrainbangView>) {
    this.seen = board().view
    this.latest = board().last.at(-1)?.number ?? -1
    this.before = this.seen
    this.remember()
  }

  /** The view has changed: is that a throw coming to rest? */
  next(): void {
    const { view, last, calm } = this.board()
    const old = this.seen
    if (view === old) return
    this.seen = view
    this.remember()
    this.skip()
    // going back in a replay, or coming back after a lost connection: nothing happens again
    const number = last.at(-1)?.number ?? -1
    const news = number > this.latest
    this.latest = number
    if (!news) return
    const rest = restOf(last)
    if (!rest || last.at(-1)?.kind === 'back') return this.sounds()
    const flight = flightOf(last) ?? (this.thrown ? made(this.thrown, rest, view.table, view.die_size) : null)
    if (flight && !calm) this.fly(flight, old)
    else this.board().sound(rest.outcome === 'flat' ? 'land' : 'no')
  }

  skip(): void {
    cancelAnimationFrame(this.frame)
    this.flight = null
    this.pose = null
  }

  private fly(flight: Flight, over: BigbrainbangView): void {
    this.before = over
    this.flight = flight
    this.pose = flight.poses[0] ?? null
    this.began = performance.now()
    this.board().sound('roll')
    this.frame = requestAnimationFrame(this.step)
  }

  private readonly step = (now: number): void => {
    if (!this.flight) return
    const ms = Math.max(now - this.began, 0)
    if (ms >= shownFor(this.flight)) {
      this.skip()
      this.board().sound('land')
      return
    }
    if (ms < length(this.flight) + 50) this.pose = at(this.flight, ms)
    this.frame = requestAnimationFrame(this.step)
  }

  /** `throw 350 60 0 0 130 0`: what a die without a recorded flight was thrown with. */
  private remember(): void {
    const event = this.board().last.findLast((found) => found.kind === 'choice' && found.name.startsWith('throw '))
    if (!event) return
    const [around, height, direction, elevation, speed, spin] = event.name.split(' ').slice(1).map(Number)
    this.thrown = { around: around ?? 0, height: height ?? 0, direction: direction ?? 0, elevation: elevation ?? 0, speed: speed ?? 0, spin: spin ?? 0 }
  }

  private sounds(): void {
    const effect = this.board().last.at(-1)?.about?.effect
    if (effect === 'burn' || effect === 'attack') this.board().sound('burst')
    else if (effect === 'join' || effect === 'help') this.board().sound('fuse')
    else if (effect && effect !== 'throw') this.board().sound('place')
  }
}
