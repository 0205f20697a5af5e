// A position that is looked at without a table: what a tour and a picture in the rules have in common.
import type { BoardEvent, BoardPlayer } from '../../boards'
import { t } from '../../messages/words'
import type { Situation, Studied } from '../../net/protocol'
import { Presenting } from '../presenting.svelte'

export abstract class Studying extends Presenting {
  readonly apart = true
  protected shown = $state.raw<Studied | null>(null)
  /** the seat that looks */
  abstract readonly seat: number

  readonly now: Situation | null = $derived.by(() => this.known())
  readonly options = $derived.by(() => this.shown?.options ?? {})
  readonly last: BoardEvent[] = $derived.by(() => this.shown?.events.map((event) => this.event(event)) ?? [])
  readonly names: string[] = $derived.by(() => {
    const others = t('names.bots')
      .split(',')
      .map((name) => name.trim())
    return Array.from({ length: this.now?.scores.length ?? 0 }, (_, seat) =>
      seat === this.seat ? t('tour.name') : others[seat]!,
    )
  })
  /** what is known here; nothing of what is still to be seen, where moves are shown */
  protected known(): Situation | null {
    return this.shown?.now ?? null
  }

  readonly players: BoardPlayer[] = $derived.by(() =>
    this.names.map((name, seat) => ({
      seat,
      name,
      mine: seat === this.seat,
      bot: seat !== this.seat,
      score: this.now?.scores[seat] ?? 0,
    })),
  )
}
