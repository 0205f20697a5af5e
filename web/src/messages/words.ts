// The app's own texts: every sentence of the pages comes from messages/*.json, in the language that is spoken now.
import type en from './en.json'
import { speech } from './language.svelte'
import { render, type Args } from './render'

export type Word = keyof typeof en

/** A text of the app. */
export const t = (key: Word, args: Args = {}): string => render(speech.texts, { key, args })

/** A text whose key is put together at run time; `otherwise` if nobody wrote it. */
export const maybe = (key: string, otherwise: string, args: Args = {}): string =>
  key in speech.texts ? t(key as Word, args) : otherwise

/** One of the words in a comma-separated list. */
export function anyOf(key: Word): string {
  const words = t(key).split(',')
  return words[Math.floor(Math.random() * words.length)]!.trim()
}

/** "two hours ago", "yesterday": how long ago something was. */
export function ago(time: number, now = Date.now()): string {
  const seconds = Math.round((time - now) / 1000)
  const steps: [Intl.RelativeTimeFormatUnit, number][] = [
    ['day', 86400],
    ['hour', 3600],
    ['minute', 60],
  ]
  const format = new Intl.RelativeTimeFormat(speech.language, { numeric: 'auto' })
  for (const [unit, size] of steps) if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit)
  return t('time.now')
}

/** "Ann, Ben and Cora" */
export const listed = (names: string[]): string => new Intl.ListFormat(speech.language).format(names)

/** "Sunday, 15 November" */
export const dated = (day: Date): string =>
  day.toLocaleDateString(speech.language, { weekday: 'long', day: 'numeric', month: 'long' })

/** "1st", "2nd" */
export const ordinal = (n: number): string =>
  t(`place.${new Intl.PluralRules(speech.language, { type: 'ordinal' }).select(n)}` as Word, { n })
