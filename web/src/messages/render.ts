// Renders messages exactly as src/bangbox/core/messages.py does: from a file of texts, with arguments and plurals.
import type { Key, Message, Seat } from '../net/protocol'

export type Args = Record<string, number | string | Seat | Key>
export type Texts = Record<string, string>

const PLACE = /\{(\w+)(?:\?([^|}]*)\|([^}]*))?\}/g

/** A message as text; `names` are the players' names by seat. A key nobody wrote is shown as it is. */
export function render(texts: Texts, message: Message, names: string[] = [], language = 'en'): string {
  const shown = (value: number | string | Seat | Key | undefined): string => {
    if (typeof value === 'object') {
      if (value.kind === 'key') return texts[value.key] ?? value.key
      return names[value.seat] ?? `player ${value.seat + 1}`
    }
    return String(value ?? '')
  }
  const text = texts[message.key] ?? message.key
  return text.replace(PLACE, (_, name: string, one?: string, many?: string) => {
    const value = message.args[name]
    if (one === undefined) return shown(value)
    return value === 1 || (value === 0 && language === 'fr') ? one : (many ?? '')
  })
}
