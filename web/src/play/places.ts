// Who came in where: winners share the first place, whoever forfeited comes last, the others go by their points; equals share a place,
// but several who have nothing have none.
import type { Player, Result } from '../net/protocol'

export interface Placed {
  seat: number
  /** null where places would say nothing: alone, without a winner, or among several who have nothing */
  place: number | null
}

/** With whom the only seat of mine has won; null if it has not, or if several seats are mine. */
export const wonWith = (mine: number[], winners: number[]): number[] | null =>
  mine.length === 1 && winners.includes(mine[0]!) ? winners.filter((seat) => seat !== mine[0]) : null

/** All seats from the first place to the last; `ranks` by seat stand for points where the board says that these rank nobody. */
export function places(players: Player[], result: Result, ranks: number[] = result.scores): Placed[] {
  const forfeited = ({ seat, forfeit }: Player): boolean => forfeit || (result.seat === seat && !result.winners.includes(seat))
  const keys = players.map((player) => {
    const rank = result.winners.includes(player.seat) ? 0 : forfeited(player) ? 2 : 1
    return { seat: player.seat, rank, score: rank ? (ranks[player.seat] ?? 0) : 0 }
  })
  const sorted = keys.toSorted((a, b) => a.rank - b.rank || b.score - a.score)
  const told = players.length > 1 && result.winners.length > 0
  const nothing = keys.filter(({ rank, score }) => rank === 1 && !score).length
  return sorted.map(({ seat, rank, score }) => ({
    seat,
    place:
      told && !(rank === 1 && !score && nothing > 1)
        ? 1 + sorted.findIndex((first) => first.rank === rank && first.score === score)
        : null,
  }))
}
