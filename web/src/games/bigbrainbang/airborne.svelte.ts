// What is being watched: a die in the air over the table as it was, then how it ended; the Burner burning. Nothing moves when calm.
import type { BoardProps, Playing } from '../../boards'
import type { Sound } from '../../kit/sound'
import type { BigbrainbangView } from '../../net/protocol'
import { at, length, restOf, type Flight, type Pose } from './flights'
import type { Throw } from './hand/aiming'
import { endingOf, fireOf, flown, thrownColour, thrownWith, type Ending, type Fire } from './scenes'

export const SOUNDS: Record<Ending, Sound> = {
  flat: 'land',
  drop: 'coin',
  off: 'fall',
  tile: 'thud',
  box: 'knock',
  lean: 'clack',
  again: 'no',
  miss: 'swish',
}
/** Where the die is seen to lie while it is told, although it counts for nothing. */
const LIES = new Set<Ending>(['tile', 'box', 'lean', 'drop', 'again'])

/** What is said in large letters over the table. */
export interface Banner {
  kind: Ending | 'burn' | 'cold'
  token: boolean
  tiles: string[]
  seat: number | null
}

export class Airborne {
  flight = $state.raw<Flight | null>(null)
  pose = $state.raw<Pose | null>(null)
  /** of the die that is shown by its pose */
  colour = $state<string | null>(null)
  /** the table while something is still to happen to it */
  before = $state.raw<BigbrainbangView | null>(null)
  banner = $state.raw<Banner | null>(null)
  fire = $state.raw<Fire | null>(null)

  private thrown: Throw | null = null
  private frame = 0
  private timers: ReturnType<typeof setTimeout>[] = []

  constructor(private readonly board: () => BoardProps<BigbrainbangView>) {}

  /** Another scene is played, or none. */
  play(scene: Playing<BigbrainbangView> | null): void {
    this.stop()
    const choice = this.board().last.findLast((event) => event.kind === 'choice')
    this.thrown = thrownWith(choice?.name ?? '') ?? this.thrown
    if (!scene) return
    if (scene.kind === 'throw') this.fly(scene)
    else if (scene.kind === 'burner') this.burn(scene)
    else this.sounds(scene.events.at(-1)?.about?.effect)
  }

  stop(): void {
    cancelAnimationFrame(this.frame)
    for (const timer of this.timers) clearTimeout(timer)
    this.timers = []
    this.flight = this.pose = this.colour = this.before = this.banner = this.fire = null
  }

  private fly(scene: Playing<BigbrainbangView>): void {
    const { calm, sound } = this.board()
    this.colour = thrownColour(scene.before)
    if (calm) return this.land(scene)
    const flight = flown(scene.events, scene.before, this.thrown)
    this.before = scene.before
    sound('roll')
    this.after(scene.shows, () => this.land(scene))
    if (!flight) return
    this.flight = flight
    this.pose = flight.poses[0] ?? null
    const began = performance.now()
    const slower = length(flight) / Math.max(scene.shows, 1)
    const step = (now: number): void => {
      if (!this.flight) return
      this.pose = at(flight, Math.max(now - began, 0) * slower)
      this.frame = requestAnimationFrame(step)
    }
    this.frame = requestAnimationFrame(step)
  }

  /** The die lies where it lies, and everybody sees what that means. */
  private land(scene: Playing<BigbrainbangView>): void {
    const rest = restOf(scene.events)
    cancelAnimationFrame(this.frame)
    this.flight = this.pose = this.before = null
    if (!rest) return
    const { view, sound, actor } = this.board()
    const kind = endingOf(rest, scene.before, view)
    sound(SOUNDS[kind])
    if (LIES.has(kind)) this.pose = flown(scene.events, scene.before, this.thrown)?.poses.at(-1) ?? null
    if (kind !== 'flat')
      this.banner = { kind, token: scene.before.turn.burner === 'burning', tiles: [], seat: kind === 'drop' ? view.seat : actor }
  }

  private burn(scene: Playing<BigbrainbangView>): void {
    const { calm, sound } = this.board()
    const tiles = scene.events.findLast((event) => event.about?.effect === 'burn')?.about?.pieces ?? []
    const done = (): void => {
      this.before = null
      this.banner = { kind: tiles.length ? 'burn' : 'cold', token: false, tiles, seat: null }
      sound(tiles.length ? 'burst' : 'no')
    }
    if (calm) return done()
    this.before = scene.before
    this.fire = fireOf(scene)
    sound('fire')
    this.after(scene.shows, done)
  }

  private after(ms: number, then: () => void): void {
    this.timers.push(setTimeout(then, ms))
  }

  private sounds(effect: string | undefined): void {
    const { sound } = this.board()
    if (effect === 'attack' || effect === 'fight') sound('burst')
    else if (effect === 'join' || effect === 'help') sound('fuse')
    else if (effect && effect !== 'throw') sound('place')
  }
}
