// Who came in where: winners share the first place, whoever forfeited comes last, the others go by their points; equals share a place.
import type { Player, Result } from '../net/protocol'

export interface Placed {
  seat: number
  /** null where places would say nothing: alone, or without a winner */
  place: number | null
}

/** With whom the only seat of mine has won; null if it has not, or if several seats are mine. */
export const wonWith = (mine: number[], winners: number[]): number[] | null =>
  mine.length === 1 && winners.includes(mine[0]!) ? winners.filter((seat) => seat !== mine[0]) : null

/** All seats from the first place to the last. */
export function places(players: Player[], result: Result): Placed[] {
  const forfeited = ({ seat, forfeit }: Player): boolean => forfeit || (result.seat === seat && !result.winners.includes(seat))
  const keys = players.map((player) => {
    const rank = result.winners.includes(player.seat) ? 0 : forfeited(player) ? 2 : 1
    return { seat: player.seat, rank, score: rank ? (result.scores[player.seat] ?? 0) : 0 }
  })
  const sorted = keys.toSorted((a, b) => a.rank - b.rank || b.score - a.score)
  const told = players.length > 1 && result.winners.length > 0
  return sorted.map(({ seat, rank, score }) => ({
    seat,
    place: told ? 1 + sorted.findIndex((first) => first.rank === rank && first.score === score) : null,
  }))
}
