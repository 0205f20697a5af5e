// What a board is: a dumb widget that draws a game's view, offers the choices it is given, and gives one back. It holds no rules.
import type { Component } from 'svelte'
import type { About, Form, GameInfo, Happened, Points } from './net/protocol'
import { speech } from './messages/language.svelte'
import type { Args, Texts } from './messages/render'
import type { Sound } from './kit/sound'

/** One thing this seat can do now; `label` is ready to be read, `about` says which places and pieces it touches. */
export interface BoardChoice {
  action: number
  name: string
  label: string
  about: About
}

/** A seat as the board shows it. */
export interface BoardPlayer {
  seat: number
  name: string
  mine: boolean
  bot: boolean
  score: number
}

/** Something that happened, as this reader may see it. `data` may hold a flight to replay. */
export interface BoardEvent {
  number: number
  kind: Happened['kind']
  seat: number | null
  action: number | null
  name: string
  label: string
  about: About | null
  data: Record<string, unknown> | null
}

/** A step of the game as a board is asked about it: what happened between two views. One's own moves are asked about too. */
export interface Happening<View> {
  events: BoardEvent[]
  before: View
  view: View
  seat: number | null
}

/**
 * One thing to watch, as a board declares it: events that belong together, in their order. Times are in ms at 1×, movement and
 * time to read together; with less movement the result is there at once and stays for the same time.
 */
export interface Scene {
  /** what is to be seen, in a word: `throw`, `burner`, `run`, `fight`, `merge` … (the stage carries it as `data-scene`); '': nothing of note */
  kind: string
  events: BoardEvent[]
  length: number
  /** when the result is seen: then prompt, scores, log and announcements follow it, and who is on turn may act; default: at the end */
  shows?: number
  /** ms after `shows` in which words are read: as long at 2× and 4× */
  reads?: number
  /** goes on with the scene before it, if that is of the same kind: a fight is one scene, each of its steps a round */
  round?: boolean
}

/** The scene that is being played. Times are in ms at the speed chosen by the player. */
export interface Playing<View> {
  kind: string
  /** the events of this step (of this round, in a scene of several) */
  events: BoardEvent[]
  /** the view when it began: draw this until what moves has arrived, then `view` */
  before: View
  length: number
  shows: number
  /** 1, ½ or ¼: multiply your own durations by it (in CSS it is `--pace`: `calc(600ms * var(--pace))`) */
  pace: number
  /** how many steps of the same scene came before this one, and the number of the event with which the scene began */
  round: number
  first: number
}

/** The last move of a seat, for two seconds after it was seen. */
export interface Trace {
  seat: number
  events: BoardEvent[]
}

/** What is done: the number of a listed action, or a form with its values. `choose` and `hover` take one. */
export type Action = number | { form: string; values: Record<string, number> }

/** What a choice would lead to, up to the next chance outcome or somebody else's decision. */
export interface Ahead<View> {
  action: Action
  view: View
  tally: Points[]
  scores: number[]
  stopped: 'decision' | 'chance' | 'secret' | 'over'
  /** a better answer is on its way */
  rough: boolean
}

/** The part of the table that is being talked about: a line of the log, a hint or a choice under the pointer. */
export interface Mark {
  action: number | null
  about: About
}

/** What the bot would do; a decision over ranges is in no list, but its name has the form and its numbers in order. */
export interface BotHint {
  action: number
  name: string
  weight: number
}

/** Everything a board gets. All of it can change at any time; a board keeps only what is half chosen, and animations. */
export interface BoardProps<View> {
  /** the game's own View (see protocol.ts), as `seat` may know it */
  view: View
  /** what has been told already: points and whatever else would give a result away are taken from it; `view` if there is nothing to wait for */
  seen?: View
  /** the seat this screen plays now; null for a spectator or a replay */
  seat: number | null
  /** the seat to act, -1: chance, -2: the game is over */
  actor: number
  players: BoardPlayer[]
  options: Record<string, boolean | number | string>
  /** empty unless it is this seat's turn, and while a move is being sent */
  choices: BoardChoice[]
  forms: Form[]
  /** what is asked, as a sentence (the app shows it above the board already) */
  prompt: string
  /**
   * The events that led from the view before to this one: animate these, and mark the last move. Often one; a choice brings the
   * chance outcomes after it along (a colour taken, then the next player's five dice), with only the view at the end of them all.
   */
  last: BoardEvent[]
  /**
   * The scene being played with `last`: from `scene.before` to `view`. null when nothing is played: draw `view` as it is, also if it
   * has changed (skipped, at once, going back). The same scene may come again ("watch that again"): it is another object then.
   */
  scene?: Playing<View> | null
  /** the last move of every seat that has just moved; the app rings their places unless the module says `traces` */
  traces?: Trace[]
  /** shown by the app while the pointer is on a line of the log, on a hint or on a choice in the list */
  marked: Mark | null
  /** the bot's best choices, best first, with how much they are to be noticed (0 to 1), when asked for */
  hints: BotHint[]
  /** the choice under the pointer or waiting to be confirmed, with what it leads to (null until the server answered) */
  considered: { action: Action; ahead: Ahead<View> | null } | null
  /** a move is on its way to the server */
  busy: boolean
  /** the table was set up with hints: a board may help those who learn */
  learning?: boolean
  /** a position apart from any match: nothing of it is a record */
  apart?: boolean
  /** only a picture, small and never touched: leave out what is costly to load */
  still?: boolean
  /** no movement wished: jump to the result */
  calm: boolean
  /** a text of the game's messages, or of `messages.<language>.json` beside the board */
  text: (key: string, args?: Args) => string
  sound: (name: Sound) => void
  /**
   * Plays a choice. On touch screens (or if the player wishes it everywhere) the app first asks for confirmation and shows
   * what it leads to in `considered`; `quick` says that a slip costs little or that the board has asked already.
   */
  choose: (action: Action, how?: { quick?: boolean }) => void
  /** something else is taken in hand: the choice that waits to be confirmed is not meant any more (`kit/tapping` says so) */
  rethink: () => void
  /** an impossible tap: a name, or places separated by spaces, in the order tapped. The app asks why not and shows the rule. */
  attempt: (text: string) => void
  /** the pointer or the focus is on a choice: the app fetches its consequences into `considered`. null: it left. */
  hover: (action: Action | null) => void
  /** asks which rule forbids something, said as for `attempt`, without telling the player; null if none does */
  forbids: (text: string) => Promise<string | null>
}

/** What `web/src/games/<id>/Board.svelte` exports. */
export interface BoardModule {
  default: Component<BoardProps<never>>
  /**
   * What is to be watched of a step, one scene or several, with every event in exactly one of them. A choice comes together with the
   * chance outcomes that follow from it; each scene is played with the view after its own last event. The app plays them one after
   * another and never skips one; nothing is told before `shows`. Without it, a step is one scene (`pace`, or 900 ms for others' moves).
   */
  scenes?: (step: Happening<never>) => Scene[]
  /** the board itself draws the traces of the last moves */
  traces?: boolean
  /** how long (ms) a step is shown, for a board that declares no scenes */
  pace?: (events: BoardEvent[], seat: number | null) => number
  /** height of the board as a multiple of its width, on a narrow screen; default 1.1 */
  tall?: number
  /** the least height (rem) at which everything can be tapped: where a narrow screen has less, the board is scrolled; default 24 */
  least?: number
  /** what a seat is called in this game ("Antimatter"); without it, by the shape of its sign */
  called?: (view: never, seat: number, text: BoardProps<never>['text']) => string
  /** what the score counts ("tokens"), for so many of them; without it, points */
  counted?: (view: never, n: number, text: BoardProps<never>['text']) => string
  /** how one wins, in one line */
  aim?: (view: never, text: BoardProps<never>['text']) => string
  /** what is said of a tap that no rule forbids but that leads nowhere now */
  nothing?: (text: BoardProps<never>['text']) => string
  /** by seat, who came in before whom where points do not say it: more is better, 0: unknown; from what was played, as far back as known */
  ranks?: (events: BoardEvent[], view: never) => number[]
  /** the board itself says who plays and how they stand, on any screen: nothing beside it does */
  seats?: boolean
}

const modules = import.meta.glob<BoardModule>('./games/*/Board.svelte')
const ownTexts = import.meta.glob<Texts>('./games/*/messages.*.json', { import: 'default' })
const looks = import.meta.glob('./games/*/theme.css')
const pictures = import.meta.glob<{ default: Component<{ game: GameInfo }> }>('./games/*/Art.svelte')

export interface Board {
  module: BoardModule
  texts: Texts
  generic: boolean
}

/** Whether a game has a board of its own. */
export const drawn = (game: string): boolean => `./games/${game}/Board.svelte` in modules

/** The board of a game with its texts and look, loaded when it is first needed; the generic one if it has none. */
export async function board(game: string, generic = false): Promise<Board> {
  const own = generic ? undefined : modules[`./games/${game}/Board.svelte`]
  const [module, texts] = await Promise.all([
    own ? own() : (import('./generic/Board.svelte') as unknown as Promise<BoardModule>),
    boardTexts(game),
    theme(game),
  ])
  return { module, texts, generic: !own }
}

/** The texts of a game's board in the language that is spoken; in English where there is no other. */
export async function boardTexts(game: string): Promise<Texts> {
  const own = (language: string) => ownTexts[`./games/${game}/messages.${language}.json`]
  return (await (own(speech.language) ?? own('en'))?.()) ?? {}
}

/** Loads a game's colours; its root carries `data-game="<id>"`. */
export async function theme(game: string): Promise<void> {
  await looks[`./games/${game}/theme.css`]?.()
}

/** The art for a game's card on the front page; undefined if nobody has drawn it. */
export const art = (game: string): (() => Promise<{ default: Component<{ game: GameInfo }> }>) | undefined =>
  pictures[`./games/${game}/Art.svelte`]
