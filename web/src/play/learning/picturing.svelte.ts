// A position as a picture: the game's own board drawn from it, with nothing to do there.
import type { Mark } from '../../boards'
import { api } from '../../net/api'
import type { Presented } from '../presenting.svelte'
import { Studying } from './studying.svelte'
import type { TourStep } from './tours'

export class Picturing extends Studying implements Presented {
  readonly still = true
  readonly choices = []
  readonly hints = []
  readonly prompt = ''
  readonly considered = null
  readonly busy = false
  readonly marked: Mark | null

  constructor(
    readonly id: string,
    readonly seat: number,
    readonly picture: TourStep,
  ) {
    super()
    this.marked = picture.look ? { action: null, about: { places: picture.look, pieces: [], effect: '', rule: '' } } : null
  }

  /** Loads the board and asks the server what there is to be seen. */
  async open(): Promise<this> {
    const steps = (this.picture.then ?? []).map((name) => ({ name }))
    const study = { position: this.picture.position ?? '', seat: this.seat, steps, settle: false }
    const [shown] = await Promise.all([api.study(this.id, study), this.load(this.id)])
    this.shown = { ...shown, events: [] }
    return this
  }

  readonly choose = (): void => {}
  readonly attempt = (): void => {}
  readonly hover = (): void => {}
  readonly forbids = (): Promise<null> => Promise.resolve(null)
}
