// The games on the shelf, their texts and rules: asked for once and kept.
import type { GameInfo } from '../protocol'
import { api } from './api'
import type { Texts } from './messages'
import { parseRules, type RulesPage } from './rules'

function once<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const kept = new Map<string, Promise<T>>()
  return (key) => {
    let answer = kept.get(key)
    if (!answer) {
      answer = ask(key)
      kept.set(key, answer)
      answer.catch(() => kept.delete(key)) // ask again next time
    }
    return answer
  }
}

const shelf = once(() => api.games())

export const games = (): Promise<GameInfo[]> => shelf('')
export const gameTexts: (game: string) => Promise<Texts> = once((game) => api.texts(game))
export const rulesOf: (game: string) => Promise<RulesPage> = once(async (game) => parseRules(await api.rules(game)))

/** One game; undefined if it is not on the shelf. */
export const gameInfo = async (id: string): Promise<GameInfo | undefined> => (await games()).find((game) => game.id === id)
