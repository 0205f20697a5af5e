// A table being set up: clocks to choose from, and how they are written.
import type { ClockSetup, OptionInfo } from '../../net/protocol'
import type { Texts } from '../../messages/render'
import { t } from '../../messages/words'

export const CLOCKS: { name: string; clock: ClockSetup }[] = [
  { name: 'none', clock: { kind: 'none', seconds: 0, increment: 0 } },
  { name: 'quick', clock: { kind: 'move', seconds: 30, increment: 0 } },
  { name: 'minute', clock: { kind: 'move', seconds: 90, increment: 0 } },
  { name: 'game', clock: { kind: 'game', seconds: 600, increment: 5 } },
  { name: 'days', clock: { kind: 'days', seconds: 2 * 86400, increment: 0 } },
]

/** "10 minutes a game, 5 seconds more for each move" */
export function clockWords(clock: ClockSetup): string {
  const seconds = clock.seconds ?? 0
  if (clock.kind === 'move') return t('clock.move', { n: seconds })
  if (clock.kind === 'game') return t('clock.game', { n: Math.round(seconds / 60), more: clock.increment ?? 0 })
  if (clock.kind === 'days') return t('clock.per_move', { n: Math.round(seconds / 86400) })
  return t('clock.none')
}

type Value = boolean | number | string

/** A value of an option, in words: the game's own, or ours for who begins. */
export function valueWord(texts: Texts, option: OptionInfo, value: Value): string {
  const own = texts[`option.${option.name}.${value}`]
  if (own) return own
  if (option.name === 'first')
    return value === 'random' ? t('setup.first.random') : t('setup.first.seat', { n: Number(value) + 1 })
  return String(value)
}

/** What an option is good for. */
export function optionHelp(texts: Texts, option: OptionInfo): string {
  const ours = option.name === 'first' && !(`option.first.${option.default}` in texts)
  return ours ? t('setup.first.help') : (texts[`option.${option.name}.help`] ?? '')
}
