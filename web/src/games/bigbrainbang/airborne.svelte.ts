// What is being watched: a die in the air over the table as it was, then how it ended; the Burner burning, fights. Nothing moves when calm.
import type { BoardProps, Playing } from '../../boards'
import type { Sound } from '../../kit/sound'
import type { BigbrainbangView } from '../../net/protocol'
import { at, length, restOf, type Flight, type Pose, type Rest } from './flights'
import type { Throw } from './hand/aiming'
import { endingOf, fightOf, fireOf, flown, READ, removed, thrownColour, thrownWith, type Ending, type Fire } from './scenes'

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
const USED = new Set<Ending>(['tile', 'off', 'box', 'lean'])
const LIES = new Set<Ending>(['tile', 'box', 'lean', 'drop', 'again'])

/** What is said in large letters over the table. */
export interface Banner {
  kind: Ending | 'falls' | 'burn' | 'cold' | 'fight' | 'beaten'
  /** what it costs */
  used: boolean
  token: boolean
  /** which die it was */
  colour: string
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
  /** the view and the last event that were shown before */
  private known: { view: BigbrainbangView; number: number } | null = null
  private reading: ReturnType<typeof setTimeout> | undefined
  private frame = 0
  private timers: ReturnType<typeof setTimeout>[] = []

  constructor(private readonly board: () => BoardProps<BigbrainbangView>) {}

  /** Another scene is played, or none. */
  play(scene: Playing<BigbrainbangView> | null): void {
    this.stop()
    this.aimed()
    if (!scene) return
    if (scene.kind === 'throw') this.fly(scene)
    else if (scene.kind === 'burner') this.burn(scene)
    else if (scene.kind === 'fight') this.fight(scene)
    else this.sounds(scene.events.at(-1)?.about?.effect)
  }

  /** What happened is known. Where scenes are not played, a failure is told all the same, while play goes on under it. */
  follow(): void {
    this.aimed()
    const { last, view, scene } = this.board()
    const { known } = this
    const number = last.at(-1)?.number ?? 0
    this.known = { view, number }
    const rest = restOf(last)
    if (scene || !rest || !known || last[0]!.number !== known.number + 1) return
    this.say(rest, known.view)
    if (this.banner) this.reading = setTimeout(() => (this.banner = null), READ)
  }

  /** One's own throw is no scene, but its die flies in the next one. */
  private aimed(): void {
    const choice = this.board().last.findLast((event) => event.kind === 'choice')
    this.thrown = thrownWith(choice?.name ?? '') ?? this.thrown
  }

  stop(): void {
    clearTimeout(this.reading)
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
    if (scene.before.phase === 'drop')
      this.banner = { kind: 'falls', used: false, token: false, colour: this.colour, tiles: [], seat: null }
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
    const kind = this.say(rest, scene.before)
    if (LIES.has(kind)) this.pose = flown(scene.events, scene.before, this.thrown)?.poses.at(-1) ?? null
  }

  /** How it ended, and what that costs; nothing is said of a die that lies where a tile is to be put. */
  private say(rest: Rest, before: BigbrainbangView): Ending {
    const { view, sound, actor } = this.board()
    const kind = endingOf(rest, before, view)
    sound(SOUNDS[kind])
    clearTimeout(this.reading)
    const used = kind === 'miss' ? !view.turn.misfires : USED.has(kind) // a third misfire in a row is the last
    const seat = kind === 'drop' ? view.seat : actor
    const token = before.turn.burner === 'burning'
    this.banner = kind === 'flat' ? null : { kind, used, token: used && token, colour: thrownColour(before), tiles: [], seat }
    return kind
  }

  private burn(scene: Playing<BigbrainbangView>): void {
    const { calm, sound } = this.board()
    const tiles = scene.events.findLast((event) => event.about?.effect === 'burn')?.about?.pieces ?? []
    const done = (): void => {
      this.before = null
      this.banner = { kind: tiles.length ? 'burn' : 'cold', used: false, token: false, colour: 'black', tiles, seat: null }
      sound(tiles.length ? 'burst' : 'no')
    }
    if (calm) return done()
    this.before = scene.before
    this.fire = fireOf(scene)
    sound('fire')
    this.after(scene.shows, done)
  }

  /** The table as it was, what loses already glowing; then it goes to pieces, or the new tile is gone. */
  private fight(scene: Playing<BigbrainbangView>): void {
    const { calm, sound, view } = this.board()
    const tiles = removed(scene.before, view).map(({ name }) => name)
    const goesOn = view.phase === 'attack' || view.phase === 'support'
    const done = (): void => {
      this.before = null
      const kind = tiles.length ? 'fight' : 'beaten'
      this.banner = !tiles.length && goesOn ? null : { kind, used: false, token: false, colour: 'black', tiles, seat: null }
      sound('burst')
    }
    if (calm) return done()
    this.before = scene.before
    this.fire = fightOf(scene, view)
    this.after(scene.shows, done)
  }

  private after(ms: number, then: () => void): void {
    this.timers.push(setTimeout(then, ms))
  }

  private sounds(effect: string | undefined): void {
    const { sound } = this.board()
    if (effect === 'join' || effect === 'help') sound('fuse')
    else if (effect && effect !== 'throw') sound('place')
  }
}
