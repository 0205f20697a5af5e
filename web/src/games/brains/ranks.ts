// Who outlasted whom: the plates are empty at the end of the game, so places go by the order in which players went out (M11).
import type { BoardEvent } from '../../boards'
import type { BrainsView } from '../../net/protocol'

/** By seat: when it went out, 0 if that is not among the events (as for who had nothing when the second phase began). */
export function ranks(events: BoardEvent[], view: BrainsView): number[] {
  const found = view.players.map(() => 0)
  for (const { kind, seat, number, about } of events) {
    if (kind !== 'choice' || about?.rule !== 'M11') continue
    const payer = about.effect === 'own' ? seat : view.players.findIndex(({ colour }) => colour === about.places[0])
    if (payer !== null && payer in found) found[payer] = number
  }
  return found
}
