// The games on the shelf, their texts and rules, in the language that is spoken: asked for once and kept.
import type { GameInfo } from '../net/protocol'
import { api } from '../net/api'
import { speech } from '../messages/language.svelte'
import type { Texts } from '../messages/render'
import { parseRules, type RulesPage } from '../rules/rules'

function once<T>(ask: (game: string, language: string) => Promise<T>): (game: string) => Promise<T> {
  const kept = new Map<string, Promise<T>>()
  return (game) => {
    const language = speech.language
    const key = `${language} ${game}`
    let answer = kept.get(key)
    if (!answer) {
      answer = ask(game, language)
      kept.set(key, answer)
      answer.catch(() => kept.delete(key)) // ask again next time
    }
    return answer
  }
}

const shelf = once((_, language) => api.games(language))

export const games = (): Promise<GameInfo[]> => shelf('')
export const gameTexts: (game: string) => Promise<Texts> = once(api.texts)
export const rulesOf: (game: string) => Promise<RulesPage> = once(async (game, language) =>
  parseRules(await api.rules(game, language)),
)

/** One game; undefined if it is not on the shelf. */
export const gameInfo = async (id: string): Promise<GameInfo | undefined> => (await games()).find((game) => game.id === id)
