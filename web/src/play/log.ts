// The log of a match as lines: what chance does in one go is one line, and what was taken back is known.
import type { Happened, Player, Result } from '../net/protocol'

/** Groups consecutive chance outcomes: five dice of a throw are one line. */
export function lines(log: Happened[]): Happened[][] {
  const found: Happened[][] = []
  for (const event of log) {
    const line = found.at(-1)
    if (event.kind === 'chance' && line?.[0]?.kind === 'chance') line.push(event)
    else found.push([event])
  }
  return found
}

/** Groups events into steps worth stopping at: what chance does goes with what led to it. */
export function steps(log: Happened[]): Happened[][] {
  const found: Happened[][] = []
  for (const event of log) {
    if (event.kind === 'chance' && found.length) found.at(-1)!.push(event)
    else found.push([event])
  }
  return found
}

/** Whether chance came in during the play, and not in the set-up only. */
export function throwsIn(log: Happened[]): boolean {
  const begun = log.findIndex(({ kind }) => kind === 'choice')
  return begun < 0 || log.slice(begun).some(({ kind }) => kind === 'chance')
}

/** The numbers of the events that were taken back. The action of a `back` event is the number of the last event that still holds. */
export function takenBack(log: Happened[]): Set<number> {
  const found = new Set<number>()
  let path: number[] = []
  for (const { kind, number, action } of log) {
    if (kind === 'choice' || kind === 'chance') path.push(number)
    if (kind !== 'back' || action === null) continue
    for (const undone of path.filter((earlier) => earlier > action)) found.add(undone)
    path = path.filter((earlier) => earlier <= action)
  }
  return found
}

/** What giving a seat up leads to, as the server has it: between two the other wins; with more a bot plays on, unless only bots are left. */
export function afterGivingUp(seat: number | null, players: Player[]): 'alone' | 'two' | 'many' | 'bots' {
  if (players.length < 3) return players.length < 2 ? 'alone' : 'two'
  return players.some((other) => other.seat !== seat && other.kind === 'person' && !other.forfeit && !other.stand_in)
    ? 'many'
    : 'bots'
}

/** How a seat forfeited, if the result or the events at hand tell. */
export function forfeitOf(seat: number, result: Result | null, log: Happened[]): 'resign' | 'timeout' | null {
  const known =
    result?.seat === seat
      ? result.reason
      : log.findLast((event) => event.seat === seat && (event.kind === 'resign' || event.kind === 'timeout'))?.kind
  return known === 'resign' || known === 'timeout' ? known : null
}
