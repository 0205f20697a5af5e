// A fight as a scene: who is in it with what, and how it ended (which the table no longer shows when it is over).
import type { BoardEvent } from '../../../boards'
import type { RobberyCard, RobberyView } from '../../../net/protocol'

export interface Brawler {
  seat: number
  head: RobberyCard | null
  /** dice still to be rolled */
  rolls: number
  dice: number[]
  played: RobberyCard[]
  total: number | null
}
export interface Scene {
  stage: 'meet' | 'dice' | 'brawl' | 'spoils' | 'over'
  attacker: number
  asked: number | null
  brawlers: Brawler[]
  winner: number | null
}

const FIGHTING = new Set(['dice', 'brawl', 'spoils'])

/** Those on the space of the one on turn, the attacker first. */
function together(view: RobberyView): number[] {
  const place = view.players[view.turn]?.place
  const seats = view.players.flatMap((player, seat) => (player.place === place ? [seat] : []))
  return [...seats.slice(seats.indexOf(view.turn)), ...seats.slice(0, seats.indexOf(view.turn))]
}

/** The meeting or fight that is on, as the table shows it. */
export function scene(view: RobberyView): Scene | null {
  if (view.phase !== 'meet' && !FIGHTING.has(view.phase)) return null
  const brawlers = together(view).map((seat) => {
    const { head, dice, dice_count, played, strength } = view.players[seat]!
    const rolled = view.phase === 'meet' ? [] : dice
    const waiting = view.phase === 'meet' || (view.phase === 'dice' && !rolled.length)
    return { seat, head, rolls: waiting ? dice_count : 0, dice: rolled, played, total: strength }
  })
  return {
    stage: view.phase as Scene['stage'],
    attacker: view.turn,
    asked: view.asked,
    brawlers,
    winner: view.phase === 'spoils' ? view.asked : null,
  }
}

const rolled = (event: BoardEvent): number[] => event.name.split(' ').slice(1).map(Number)
const number = (place: string | undefined): number => Number(place?.split('-')[1])

/** The fight that these events ended, with everybody's total; null if they ended none. */
export function ended(before: RobberyView, after: RobberyView, events: BoardEvent[]): Scene | null {
  const was = scene(before)
  const began = was?.stage === 'meet' && events.some((event) => event.about?.effect === 'fight')
  if (!was || was.stage === 'spoils' || (was.stage === 'meet' && !began) || after.phase === 'dice' || after.phase === 'brawl')
    return null
  const brawlers = was.brawlers.map((one) => ({ ...one, rolls: 0, dice: [...one.dice], played: [...one.played] }))
  for (const { kind, about, seat, name } of events) {
    if (about?.rule === 'R18' && about.effect === 'roll')
      brawlers.find((one) => one.seat === number(about.places[0]))?.dice.push(...rolled({ name } as BoardEvent))
    const hit = kind === 'choice' && about?.effect === 'hit' ? known(before, after, number(about.places[0])) : undefined
    if (hit) brawlers.find((one) => one.seat === seat)?.played.push(hit)
  }
  for (const one of brawlers) one.total = sum(one.dice) + (one.head?.hit ?? 0) + sum(one.played.map((card) => card.hit))
  const winner = after.phase === 'spoils' ? after.asked : unchanged(before, after, brawlers)
  return { stage: after.phase === 'spoils' ? 'spoils' : 'over', attacker: was.attacker, asked: winner, brawlers, winner }
}

const sum = (numbers: number[]): number => numbers.reduce((total, n) => total + n, 0)

/** Every loser learns something; the winner does not. */
const unchanged = (before: RobberyView, after: RobberyView, brawlers: Brawler[]): number | null =>
  brawlers.find(({ seat }) => before.players[seat]?.experience === after.players[seat]?.experience)?.seat ?? null

/** A card that was played: it lies on the discards now, or was in a hand that one sees. */
function known(before: RobberyView, after: RobberyView, card: number): RobberyCard | undefined {
  const seen = [...after.discards, ...before.players.flatMap((player) => player.hand)]
  return seen.find((found): found is RobberyCard => found?.number === card)
}
