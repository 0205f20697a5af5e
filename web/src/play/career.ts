// How I have played so far, out of my matches: by game and opponents, with wins in a row.
import type { MatchLine } from '../net/protocol'

export const PEOPLE = 'people'

export type Outcome = 'won' | 'drawn' | 'lost'

/** The record against people, or against bots of one level. */
export interface Against {
  whom: string
  won: number
  drawn: number
  lost: number
}

export interface Career {
  game: string
  title: string
  against: Against[]
  /** matches won in a row: now, and at the best time */
  streak: number
  longest: number
}

/** How a match ended for me; null if nobody can say: it was broken off, or I played alone or on both sides. */
export function outcome({ result, names, my_seats }: MatchLine): Outcome | null {
  const [seat] = my_seats
  if (!result || names.length < 2 || my_seats.length !== 1 || seat === undefined) return null
  if (!['rules', 'resign', 'timeout'].includes(result.reason)) return null
  if (!result.winners.length) return result.reason === 'rules' ? 'drawn' : 'lost'
  if (!result.winners.includes(seat)) return 'lost'
  return result.winners.length > 1 ? 'drawn' : 'won'
}

/** Whom a match was against: people if there was one, else the strongest of the bots. `levels` go from weak to strong. */
export function opponents(line: MatchLine, levels: string[]): string {
  const others = line.levels.filter((_, seat) => !line.my_seats.includes(seat))
  if (others.some((level) => level === null)) return PEOPLE
  return others.reduce<string>(
    (strongest, level) => (levels.indexOf(level!) > levels.indexOf(strongest) ? level! : strongest),
    others[0]!,
  )
}

/** My career in every game I have played, from my matches with the last one first. */
export function careers(lines: MatchLine[], levels: (game: string) => string[]): Career[] {
  const found = new Map<string, Career>()
  for (const line of lines.toReversed()) {
    const ended = outcome(line)
    if (!ended) continue
    const career = found.get(line.game) ?? { game: line.game, title: line.title, against: [], streak: 0, longest: 0 }
    found.set(line.game, career)
    const whom = opponents(line, levels(line.game))
    let against = career.against.find((other) => other.whom === whom)
    if (!against) career.against.push((against = { whom, won: 0, drawn: 0, lost: 0 }))
    against[ended]++
    career.streak = ended === 'won' ? career.streak + 1 : 0
    career.longest = Math.max(career.longest, career.streak)
  }
  const rank = (game: string, whom: string): number => (whom === PEOPLE ? levels(game).length : levels(game).indexOf(whom))
  for (const { game, against } of found.values()) against.sort((a, b) => rank(game, a.whom) - rank(game, b.whom))
  return [...found.values()]
}

/** The level after the strongest that was beaten; undefined if none was, or there is none. */
export function nextLevel({ against }: Career, levels: string[]): string | undefined {
  const beaten = against.filter(({ whom, won }) => won && levels.includes(whom)).map(({ whom }) => levels.indexOf(whom))
  return beaten.length ? levels[Math.max(...beaten) + 1] : undefined
}
