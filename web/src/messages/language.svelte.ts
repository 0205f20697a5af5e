// Which language the pages speak: the player's wish, or else the browser's. Only its texts are loaded.
import type { Texts } from './render'
import { settings } from '../app/settings.svelte'

/** Every language by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof LANGUAGES

const files: Record<Language, () => Promise<Texts>> = {
  en: async () => (await import('./en.json')).default,
  de: async () => (await import('./de.json')).default,
}

/** The first of a browser's languages that we speak; English if there is none. */
export function understood(tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = tag.toLowerCase().split('-')[0]!
    if (language in LANGUAGES) return language as Language
  }
  return 'en'
}

class Speech {
  language = $state.raw<Language>('en')
  texts = $state.raw<Texts>({})
  private wanted: Language = 'en'

  /** What this player wishes, or what the browser says. */
  readonly wished: Language = $derived(settings.language === 'auto' ? understood(navigator.languages) : settings.language)

  /** Begins to speak a language; stays with the present one if its texts cannot be fetched. */
  async speak(language: Language): Promise<void> {
    this.wanted = language
    const texts = await files[language]()
    if (this.wanted !== language) return // another wish in the meantime
    this.language = language
    this.texts = texts
    document.documentElement.lang = language
  }
}

export const speech = new Speech()
