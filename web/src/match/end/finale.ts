// The last scene of a game: `games/<id>/End.svelte` shows what is counted at the end, step by step. It adds up nothing but what the view says.
import type { Component } from 'svelte'
import type { BoardPlayer } from '../../boards'
import type { Args } from '../../messages/render'
import type { Points } from '../../net/protocol'

export interface EndProps<View> {
  /** the game's own View, when everything is over */
  view: View
  players: BoardPlayer[]
  tally: Points[]
  /** all seats, from the first place to the last */
  order: number[]
  winners: number[]
  /** how many steps of the count have been shown; from `steps(view)` on, all is known */
  at: number
  text: (key: string, args?: Args) => string
}

/** What `web/src/games/<id>/End.svelte` exports. */
export interface EndModule {
  default: Component<EndProps<never>>
  /** how many things are counted, one after another; 0: there is nothing to show */
  steps: (view: never) => number
}

const scenes = import.meta.glob<EndModule>('../../games/*/End.svelte')

/** The last scene of a game, loaded when it is needed; undefined if nobody has drawn it. */
export const scene = (game: string): (() => Promise<EndModule>) | undefined => scenes[`../../games/${game}/End.svelte`]

const WHOLE = 6000 // milliseconds that a count takes about, however much there is to count
const SLOWEST = 900
const QUICKEST = 140

/** Milliseconds from one step of a count to the next. */
export const beat = (steps: number): number => Math.min(SLOWEST, Math.max(QUICKEST, WHOLE / Math.max(1, steps)))
