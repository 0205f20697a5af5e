// Tours of the games: data under tours/, found by their place; and which of them this browser's player knows already.
import { settings } from '../../app/settings.svelte'
import type { Language } from '../../messages/language.svelte'

export interface TourStep {
  text: Record<Language, string>
  /** the number of the rule this is about */
  rule?: string
  /** a new position to show; otherwise the one before goes on */
  position?: string
  /** names of chance outcomes and others' choices that are played before the text is shown */
  then?: string[]
  /** places to look at */
  look?: string[]
  /** the player's choice: one of these names, anything, or a form with any values */
  choose?: string[] | 'any' | { form: string }
}

export interface Tour {
  seat: number
  steps: TourStep[]
  /** what the rules open with: the set-up, a turn, the score; each a position with a text and places to look at */
  pictures: TourStep[]
}

const files = import.meta.glob<Tour>('../../tours/*.json', { import: 'default' })

/** Whether a game has a tour. */
export const hasTour = (game: string): boolean => `../../tours/${game}.json` in files

/** The tour of a game; undefined if there is none. */
export const tourOf = async (game: string): Promise<Tour | undefined> => files[`../../tours/${game}.json`]?.()

/** Whether a tour should be offered: there is one, and it was neither taken nor declined, nor the game played to its end. */
export const offersTour = (game: string): boolean => hasTour(game) && !settings.tours.includes(game)

/** Remembers that somebody knows a game, or does not wish to be shown it. */
export function knowsTour(game: string): void {
  if (!settings.tours.includes(game)) settings.tours.push(game)
}
