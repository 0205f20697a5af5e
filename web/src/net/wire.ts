// Between the server's words and ours: what the protocol calls `number` or `choice` is an action here, and messages are read as sentences.
import type { Action, Ahead, BoardChoice, BoardEvent, BoardPlayer, BotHint } from '../boards'
import type { Choice, Happened, Hint, Message, Player, Preview, Situation } from './protocol'

/** How a message is read: in the reader's language, with the players' names. */
export type Read = (message: Message) => string

/** An action as a move or a step of a study names it. */
export const sent = (action: Action): { choice: number } | { form: string; values: Record<string, number> } =>
  typeof action === 'number' ? { choice: action } : action

export const choiceFrom = ({ number, name, label, about }: Choice, read: Read): BoardChoice => ({
  action: number,
  name,
  label: read(label),
  about,
})

export function eventFrom(found: Happened, read: Read): BoardEvent {
  const { number, kind, seat, action, name, about, data } = found
  return { number, kind, seat, action, name, about, data, label: found.label ? read(found.label) : name }
}

export const playerFrom = ({ seat, name, mine, kind }: Player, scores: number[] = []): BoardPlayer => ({
  seat,
  name,
  mine,
  bot: kind === 'bot',
  score: scores[seat] ?? 0,
})

export const hintsFrom = ({ choices }: Pick<Hint, 'choices'>): BotHint[] =>
  choices.map(({ number, name }, i) => ({ action: number, name, weight: 1 / (i + 1) }))

/** The event a seat could take back to, and whether it may without asking. */
export const takeBackFrom = (now: Situation | null): Situation['undo'] => now?.undo ?? null

/** What an action leads to; the view is the game's own. */
export const aheadFrom = (
  action: Action,
  { view, tally, scores, rough = false }: Omit<Preview, 'stopped' | 'rough'> & { rough?: boolean },
  stopped: Preview['stopped'],
): Ahead<never> => ({
  action,
  view: view as never,
  tally,
  scores,
  stopped,
  rough,
})
