// Table talk: which notes were said by somebody, and how a note reads.
import { maybe } from '../messages/words'
import type { Note } from '../net/protocol'

/** Whether a player said it; the other notes are news of the table. */
export const isSaid = ({ kind }: Note): boolean => kind === 'chat' || kind === 'phrase'

/** How many notes after number `read` others have said. */
export const unread = (notes: Note[], read: number, mine: number[]): number =>
  notes.filter((note) => note.number > read && isSaid(note) && (note.seat === null || !mine.includes(note.seat))).length

export function noteWords({ kind, name, text }: Note): string {
  if (kind === 'chat') return text
  if (kind === 'phrase') return maybe(`phrase.${text}`, text)
  return maybe(`note.${kind}.${text}`, maybe(`note.${kind}`, kind, { name }), { name })
}
