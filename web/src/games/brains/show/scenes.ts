// What is to be watched at this table: brains that change hands, dice that fall, the beginning of the revenge; and for how long.
import type { Happening, Scene } from '../../../boards'
import type { BrainsView } from '../../../net/protocol'
import { moved, paid } from '../keeping'
import { servingTakes } from './serving'

export const ROLL = 1050 // ms until the dice lie still
const REVENGE = 2200
export const OUT = 900 // to see who is out

/** Brains change hands first, one by one; then dice are thrown and come to rest. When the dish is empty, that is a scene of its own. */
export function scenes({ events, before, view }: Happening<BrainsView>): Scene[] {
  const falls = events.findIndex((event) => event.kind === 'chance' && event.about?.effect === 'fall')
  const first = falls < 0 ? events : events.slice(0, falls)
  const rolled = falls < 0 ? [] : events.slice(falls)
  const change = moved(before, view)
  const found: Scene[] = []
  if (first.length) {
    const serves = change ? servingTakes(change.brains) + 250 : 0
    const revenge = before.phase === 1 && view.phase === 2
    const rest = revenge ? REVENGE : paid(before, view)?.out ? OUT : 0
    found.push({ kind: revenge ? 'revenge' : serves ? 'serving' : '', events: first, length: serves + rest })
  }
  if (rolled.length) found.push({ kind: 'throw', events: rolled, length: ROLL + 250, shows: ROLL })
  return found
}
