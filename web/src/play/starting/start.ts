// Quick ways into a match: against bots with one click, or from a position.
import type { GameInfo, SeatSetup } from '../../net/protocol'
import { api } from '../../net/api'
import { myself } from '../../app/me.svelte'
import { paths, router } from '../../app/router.svelte'
import { t } from '../../messages/words'

const LEVEL = 'bangbox.level'

/** The level of bots this player chose last, or the usual one of the game. */
export function usualLevel(game: GameInfo): string {
  let kept: string | null = null
  try {
    kept = localStorage.getItem(LEVEL)
  } catch {
    // no storage in this browser
  }
  return kept && game.levels.includes(kept) ? kept : game.level
}

export function rememberLevel(level: string): void {
  try {
    localStorage.setItem(LEVEL, level)
  } catch {
    // no storage in this browser
  }
}

/** How strong bots of a level are, as tournaments have measured; nothing where nobody has measured. */
export function strength(game: GameInfo | undefined, level: string | null | undefined): string {
  const rating = game?.opponents.find(({ name }) => name === level)?.rating
  return rating == null ? '' : t('level.strength', { n: rating })
}

/** Me on one seat and bots on the others, from a position of a match that was played. */
export async function tryAgain(
  game: GameInfo,
  options: Record<string, boolean | number | string>,
  position: string,
  seat: number,
  seats: number,
): Promise<void> {
  await myself.need()
  const level = usualLevel(game)
  const bots = botNames(seats)
  const table = await api.create({
    game: game.id,
    options,
    position,
    seats: Array.from({ length: seats }, (_, i): SeatSetup =>
      i === seat ? { kind: 'me' } : { kind: 'bot', level, name: bots[i] ?? null },
    ),
  })
  router.go(paths.match(table.id))
}

/** Names for so many bots, all different. */
export function botNames(count: number): string[] {
  const names = t('names.bots')
    .split(',')
    .map((name) => name.trim())
  for (let i = names.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1))
    ;[names[i], names[j]] = [names[j]!, names[i]!]
  }
  return names.slice(0, count)
}

/** Me and bots on all other seats; who starts is left to chance where the game lets it. */
export async function playBots(game: GameInfo): Promise<void> {
  await myself.need()
  const level = usualLevel(game)
  const bots = botNames(game.players.default - 1).map((name): SeatSetup => ({ kind: 'bot', level, name }))
  const random = game.options.some((option) => option.name === 'first' && option.values?.includes('random'))
  const options: Record<string, string> = random ? { first: 'random' } : {}
  const table = await api.create({ game: game.id, seats: [{ kind: 'me' }, ...bots], options })
  router.go(paths.match(table.id))
}
