// Where one looks from: at home behind one's own side of the table, close to what is placed, behind a die that flies.
import { PerspectiveCamera, Vector3 } from 'three'
import type { Point } from '../geometry'

export interface Gaze {
  at: [number, number, number]
  far: number
  /** degrees above the table, and around it (0: from the south) */
  up: number
  around: number
}

const SWIFT = 7 // how quickly the eye follows, a second
const UP = { home: 54, steepest: 70, place: 64, flight: 34 }
const FILLED = 0.9 // of the height of the screen: the table need not be larger

export class Eye {
  readonly camera = new PerspectiveCamera(36, 1, 0.02, 8)
  private now: Gaze | null = null
  private wanted: Gaze = { at: [0, 0, 0], far: 1.4, up: UP.home, around: 0 }
  private fitted: { key: string; gaze: Gaze } | null = null
  private again: () => void = () => {}
  /** what the player changed by hand */
  private own = { up: 0, around: 0, near: 1 }

  constructor(private table: number) {
    this.camera.up.set(0, 0, 1)
  }

  resize(width: number, height: number): void {
    this.camera.aspect = width / Math.max(height, 1)
    this.camera.updateProjectionMatrix()
    this.again()
    this.place()
  }

  /** The whole table from a side of it, as near as it fits. */
  home(side: number, high: [number, number, number][] = []): void {
    this.wanted = this.whole(side, high)
    this.again = () => this.home(side, high)
  }
  close(to: Point, side: number): void {
    this.wanted = { at: [to[0] * 0.8, to[1] * 0.8, 0], far: this.whole(side).far * 0.58, up: UP.place, around: 90 * side }
    this.again = () => this.close(to, side)
  }
  follow(die: [number, number, number], side: number): void {
    this.wanted = {
      at: [die[0] * 0.75, die[1] * 0.75, Math.max(die[2], 0) * 0.5],
      far: this.whole(side).far * 0.55,
      up: UP.flight,
      around: 90 * side,
    }
    this.again = () => this.follow(die, side)
  }

  /** On a screen that is high for its width from more above, where the table fills more of it. `high` are further points that
      should be seen: the top of a box. */
  private whole(side: number, high: [number, number, number][] = []): Gaze {
    const key = `${side} ${this.camera.aspect} ${high.join()}`
    if (this.fitted?.key !== key) {
      let found = { gaze: this.wanted, tall: 0 }
      for (let up = UP.home; up <= UP.steepest && found.tall < FILLED; up += 4)
        found = this.fitting({ at: [0, 0, 0], far: 1, up, around: 90 * side }, high)
      this.fitted = { key, gaze: found.gaze }
    }
    return this.fitted.gaze
  }

  /** Turned or moved nearer by hand. */
  turn(around: number, up: number): void {
    this.own.around += around
    this.own.up = Math.min(Math.max(this.own.up + up, -35), 35)
    this.place()
  }
  zoom(by: number): void {
    this.own.near = Math.min(Math.max(this.own.near * by, 0.4), 1.5)
    this.place()
  }

  /** Goes on towards where it should be; whether it is still on its way. */
  step(seconds: number, at_once: boolean): boolean {
    const { now, wanted } = this
    if (!now || at_once) {
      this.now = { ...wanted, at: [...wanted.at] }
      this.place()
      return false
    }
    const part = 1 - Math.exp(-SWIFT * seconds)
    const around = ((((wanted.around - now.around + 180) % 360) + 360) % 360) - 180
    const left =
      Math.hypot(...wanted.at.map((value, i) => value - now.at[i]!)) +
      Math.abs(wanted.far - now.far) +
      (Math.abs(around) + Math.abs(wanted.up - now.up)) / 100
    const all = left < 0.002 ? 1 : part
    this.now = {
      at: now.at.map((value, i) => value + (wanted.at[i]! - value) * all) as Gaze['at'],
      far: now.far + (wanted.far - now.far) * all,
      up: now.up + (wanted.up - now.up) * all,
      around: now.around + around * all,
    }
    this.place()
    return all < 1
  }

  private place(): void {
    const gaze = this.now ?? this.wanted
    this.set({
      ...gaze,
      up: Math.min(Math.max(gaze.up + this.own.up, 12), 88),
      around: gaze.around + this.own.around,
      far: gaze.far * this.own.near,
    })
  }
  private set({ at, far, up, around }: Gaze): void {
    const rise = (up * Math.PI) / 180
    const turn = ((around - 90) * Math.PI) / 180
    this.camera.position.set(
      at[0] + far * Math.cos(rise) * Math.cos(turn),
      at[1] + far * Math.cos(rise) * Math.sin(turn),
      at[2] + far * Math.sin(rise),
    )
    this.camera.lookAt(...at)
    this.camera.updateMatrixWorld()
  }

  /** The gaze from as near as the whole table, with the hands around it, can be seen, and how much of the screen's height that takes. */
  private fitting(gaze: Gaze, high: [number, number, number][]): { gaze: Gaze; tall: number } {
    const edge = this.table / 2 + 0.045
    const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => new Vector3(x! * edge, y! * edge, 0)) // prettier-ignore
    corners.push(...high.map((point) => new Vector3(...point)))
    const ahead = ((gaze.around + 90) * Math.PI) / 180
    let best = gaze
    let seen: Vector3[] = []
    for (let far = 0.45; far < 6; far *= 1.03) {
      best = { ...gaze, far }
      for (let i = 0; i < 5; i++) {
        this.set(best)
        seen = corners.map((corner) => corner.clone().project(this.camera))
        const off = (Math.max(...seen.map((p) => p.y)) + Math.min(...seen.map((p) => p.y))) / 2
        const by = off * far * 0.35
        best = { ...best, at: [best.at[0] + by * Math.cos(ahead), best.at[1] + by * Math.sin(ahead), 0] }
      }
      if (seen.every((p) => Math.abs(p.x) < 0.985 && Math.abs(p.y) < 0.975)) break
    }
    this.place()
    return { gaze: best, tall: Math.max(...seen.map((p) => Math.abs(p.y))) }
  }
}
