// What both tables draw: the position, what is in hand, what it would do.
import type { BigbrainbangPreview, BigbrainbangSpread, BigbrainbangView, Form } from '../../net/protocol'
import type { Throw } from './hand/aiming'
import type { InHand } from './hand/boxing.svelte'
import type { Pose } from './flights'
import type { Fate } from './hand/placing'
import type { Fire } from './scenes'

export interface Shown {
  view: BigbrainbangView
  /** the side of the table that is nearest to the player */
  home: number
  /** it is the player's decision, and no die is in the air */
  acting: boolean
  /** the colour of the die that is thrown, or about to be */
  colour: string
  flying: Pose | null
  fire: Fire | null
  aim: { form: Form; values: Throw } | null
  spread: BigbrainbangSpread | null
  box: InHand | null
  fits: boolean | null
  preview: BigbrainbangPreview | null
  angle: number
  open: Set<string>
  fates: Map<string, Fate>
  marked: Set<string>
  fresh: Set<string>
}
