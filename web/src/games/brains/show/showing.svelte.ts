// What is drawn lags behind the view while brains fly and dice roll. Nothing moves when calm.
import { tick } from 'svelte'
import type { BoardProps } from '../../../boards'
import type { BrainsView } from '../../../net/protocol'
import { toss } from '../dice/tumbling'
import { aside, fallen, moved, paid, type Moved, type Paid } from '../keeping'
import { OUT, ROLL } from './scenes'
import { landed, servedBy, servingTakes, sprites, type Sprite } from './serving'

export class Showing {
  /** the table as far as it has been seen */
  view = $state.raw() as BrainsView
  /** the dice that lie aside, by their places */
  kept = $state.raw<ReadonlySet<string>>(new Set())
  /** brains fly or dice roll: nothing can be chosen */
  moving = $state(false)
  rolling = $state(false)
  /** phase 2 has just begun */
  revenge = $state(false)
  /** who pays just now */
  paying = $state.raw<Paid | null>(null)
  serving = $state.raw<Sprite[]>([])
  /** how often each die has been thrown, for no two throws to tumble alike */
  turns = $state.raw<Record<string, number>>({})
  table = $state<HTMLDivElement>()

  private readonly timers = new Set<ReturnType<typeof setTimeout>>()
  private tossed: Animation[] = []

  constructor(private readonly board: () => BoardProps<BrainsView>) {
    this.settle()
  }

  /** Another scene is played, or none. */
  play(): void {
    const { view, scene, calm } = this.board()
    this.stop()
    if (calm || !scene) {
      this.rest()
      this.revenge = scene?.kind === 'revenge'
      return
    }
    const change = moved(scene.before, view)
    if (change) this.serve(change, scene.before, view)
    else this.roll()
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer)
    this.timers.clear()
    this.land()
    this.moving = this.rolling = this.revenge = false
    this.serving = []
    this.paying = null
  }

  /** The end of everything that moves. */
  private rest(): void {
    this.land()
    this.moving = this.rolling = false
    this.settle()
  }

  private settle(): void {
    const { view, last } = this.board()
    this.view = view
    this.kept = view.stage === 'keep' ? aside(view, last) : new Set()
  }

  /** Dice that are still in the air lie where they belong. */
  private land(): void {
    for (const flight of this.tossed) flight.cancel()
    this.tossed = []
  }

  private serve(change: Moved, old: BrainsView, view: BrainsView): void {
    const { scene, sound } = this.board()
    const pace = scene?.pace ?? 1
    this.moving = true
    this.view = old
    this.paying = paid(old, view)
    if (this.paying?.struck) sound('punch')
    this.serving = this.table ? sprites(this.table, change, pace) : []
    for (const [i, sprite] of this.serving.entries())
      this.after(landed(sprite, pace), () => {
        this.view = servedBy(old, change, this.serving.slice(0, i + 1))
        sound('tap')
      })
    this.after(servingTakes(change.brains) * pace, () => {
      this.serving = []
      this.view = { ...old, phase: view.phase, middle: view.middle, players: view.players }
      sound('coin')
      this.revenge = scene?.kind === 'revenge'
      if (this.revenge) sound('burst')
      if (this.paying?.out) sound('lose')
      this.after((this.paying?.out ? OUT : 200) * pace, () => this.roll())
    })
  }

  private roll(): void {
    const { view, last, scene, sound } = this.board()
    const fell = fallen(last)
    if (!fell.size) return this.rest()
    const pace = scene?.pace ?? 1
    this.kept = aside(view, last)
    this.view = view
    this.moving = this.rolling = true
    sound('roll')
    this.turns = { ...this.turns, ...Object.fromEntries([...fell].map((die) => [die, (this.turns[die] ?? 0) + 1])) }
    void tick().then(() => {
      if (this.rolling) this.throwDice(fell, pace)
    })
    this.after(ROLL * pace, () => {
      sound('land')
      this.rest()
    })
  }

  private throwDice(fell: Set<string>, pace: number): void {
    const cup = this.table?.querySelector('.cup')?.getBoundingClientRect()
    for (const [i, die] of [...fell].entries()) {
      const tosser = this.table?.querySelector<HTMLElement>(`[data-place="${die}"] .tosser`)
      const here = tosser?.getBoundingClientRect()
      if (!tosser?.animate || !here || !cup) continue
      const from = { x: cup.x + cup.width / 2 - here.x - here.width / 2, y: cup.y + cup.height / 2 - here.y - here.height / 2 }
      const times = { duration: (ROLL - 200) * pace, delay: 35 * i * pace, fill: 'backwards' } as const
      this.tossed.push(tosser.animate(toss(from, i + (this.turns[die] ?? 0)), times))
    }
  }

  private after(time: number, then: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      then()
    }, time)
    this.timers.add(timer)
  }
}
