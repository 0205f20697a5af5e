// The action under the pointer and what it leads to: asked for once the pointer has rested, valid for one moment of the game.
import type { Action, Ahead } from '../boards'

const REST = 120
const SETTLED = 300 // after a rough answer: a better one is work, and worth it only for who has stopped aiming

export const same = (a: Action, b: Action): boolean => JSON.stringify(a) === JSON.stringify(b)

export class Considering {
  hovered = $state.raw<Action | null>(null)
  private known = $state.raw<{ moment: unknown; ahead: Ahead<unknown> } | null>(null)
  private timer: ReturnType<typeof setTimeout> | undefined
  private closer = new AbortController()

  /** `moment` tells one position from the next; `preview` asks the server, `foresee` again where its answer is rough. */
  constructor(
    private readonly moment: () => unknown,
    private readonly preview: (action: Action) => Promise<Ahead<unknown> | null>,
    private readonly foresee?: (action: Action, signal: AbortSignal) => Promise<Ahead<unknown> | null>,
  ) {}

  /** An action with what is known of its consequences. */
  with(action: Action | null): { action: Action; ahead: Ahead<unknown> | null } | null {
    if (action === null) return null
    const known = this.known
    return { action, ahead: known && known.moment === this.moment() && same(known.ahead.action, action) ? known.ahead : null }
  }

  hover(action: Action | null): void {
    this.stop()
    this.hovered = action
    if (action !== null && !this.with(action)?.ahead) this.timer = setTimeout(() => void this.look(action), REST)
  }

  /** Asks at once. */
  async look(action: Action): Promise<void> {
    const moment = this.moment()
    const ahead = await this.preview(action)
    if (!ahead) return
    this.known = { moment, ahead }
    if (!ahead.rough || !this.foresee) return
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.lookCloser(moment, ahead), SETTLED)
  }

  private async lookCloser(moment: unknown, rough: Ahead<unknown>): Promise<void> {
    this.closer = new AbortController()
    const ahead = (await this.foresee?.(rough.action, this.closer.signal)) ?? { ...rough, rough: false }
    if (this.known?.ahead === rough) this.known = { moment, ahead }
  }

  /** Asks no more: an answer would come too late. */
  stop(): void {
    clearTimeout(this.timer)
    this.closer.abort()
  }

  /** Nothing is pointed at any more. */
  forget(): void {
    this.stop()
    this.hovered = null
  }
}
