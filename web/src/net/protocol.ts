// Written by `python -m bangbox.server.api.typescript`: the messages of src/bangbox/server/protocol.py. Do not edit.

/** `come`: a link to the seat comes back. `decline`: not this time. `mute`: no more invitations by this person. */
export interface AgainAnswer {
  answer: "come" | "decline" | "mute"
}

/** The way to the table, for whoever comes. */
export interface AgainAnswered {
  path: string | null
}

/** Somebody would like to play again: the table, the game, and by whom. */
export interface AgainInvitation {
  match: string
  game: string
  title: string
  by: string
  created: number
}

/** Somebody with whom the reader has played to the end: the latest such match, the seat there, and how many there were.

    `muted`: the reader does not want to be invited by them. */
export interface Companion {
  match: string
  seat: number
  name: string
  game: string
  title: string
  ended: number
  matches: number
  muted: boolean
}

/** Who of a match that is over is invited to the same game: whoever sat on `seat`, or all other people. */
export interface InviteAgain {
  seat?: number | null
}

/** Whose invitations are (not) wanted: whoever sat there. */
export interface MuteCompanion {
  match: string
  seat: number
  muted: boolean
}

/** The move is committed; it is event `number`. */
export interface Accepted {
  type: "accepted"
  number: number
  ask: number | null
}

/** The server closes the connection; connect again after so long. */
export interface Goodbye {
  type: "goodbye"
  reason: string
  again_ms: number
}

/** What the bot would do: choices, best first, and why the first; `answers` is the event this is about. */
export interface Hint {
  answers: number
  choices: Choice[]
  why: Message[]
}

/** One thing the reader's seat can do: its action goes into a Move; its label is rendered from the game's messages. */
export interface Choice {
  number: number
  name: string
  label: Message
  about: About
}

/** A text to be rendered in the reader's language. */
export interface Message {
  key: string
  args: Record<string, number | string | Seat | Key>
}

/** An argument that stands for a player: shown by name. */
export interface Seat {
  kind: "seat"
  seat: number
}

/** An argument that is itself a message. */
export interface Key {
  kind: "key"
  key: string
}

/** What a choice touches: places in the order a player would tap them, pieces, a word for the effect, the rule. */
export interface About {
  places: string[]
  pieces: string[]
  effect: string
  rule: string
}

/** What happened since, and the whole situation afterwards. */
export interface Increment {
  type: "events"
  seat: number | null
  events: Happened[]
  now: Situation
}

/** An event as the reader may see it.

    The outcomes of a set-up are its `draws`. `back` returns to just after event `action`; `data` may hold a flight to
    replay. */
export interface Happened {
  number: number
  time: number
  kind: "back" | "chance" | "choice" | "end" | "holder" | "resign" | "set-up" | "timeout"
  seat: number | null
  action: number | null
  name: string
  label: Message | null
  about: About | null
  draws: Draw[]
  data: Record<string, unknown> | null
}

/** What a chance outcome stood on: draw `k` of the fair dice gave low ≤ r < high out of total.

    Without the interval while it is secret. */
export interface Draw {
  k: number
  total: number | null
  low: number | null
  high: number | null
}

/** The position as one seat (or a spectator) may know it, and what that seat can do.

    `choices` and `forms` are empty unless it is the reader's turn. `outcomes` are the chance outcomes to be typed in at a table
    with real dice. `prompt` is what the actor is asked, or how the game ended when the rules have ended it. */
export interface Situation {
  number: number
  clocks: ClockFace[]
  choices: Choice[]
  forms: Form[]
  actor: number
  view: unknown
  outcomes: Choice[]
  prompt: Message | null
  topic: string
  tally: Points[]
  scores: number[]
  winners: number[]
  undo: TakeBackOffer | null
  thinking: boolean
}

/** A seat's time left at the moment of sending; it runs if `running`. */
export interface ClockFace {
  seat: number
  left_ms: number
  running: boolean
}

/** A decision over ranges. */
export interface Form {
  name: string
  fields: Field[]
}

/** One number of a form, in whole steps from low to high. */
export interface Field {
  name: string
  low: number
  high: number
  step: number
  unit: string
  default: number | null
}

/** Points of one seat for one reason. */
export interface Points {
  seat: number
  points: number
  reason: Message
  rule: string
}

/** A take-back the reader may do at once (`free`) or has to ask for: back to just after event `number`. */
export interface TakeBackOffer {
  number: number
  free: boolean
}

/** The position after event `number`, for replays. */
export interface Moment {
  seat: number | null
  event: Happened
  now: Situation
  last: number
}

/** New lines of table talk. */
export interface Notes {
  type: "notes"
  notes: Note[]
}

/** A line of table talk: chat, a preset phrase (its key), or somebody's coming and going.

    Notes are numbered by themselves. */
export interface Note {
  number: number
  time: number
  kind: "agreed" | "chat" | "declined" | "joined" | "left" | "muted" | "offered" | "phrase" | "removed" | "returned" | "unmuted"
  seat: number | null
  name: string
  text: string
}

/** The answer to a Ping, with the server's time. */
export interface Pong {
  type: "pong"
  time: number
  ask: number | null
}

/** The situation after a choice, judged without committing it.

    It stops before chance, another's decision or anything secret. */
export interface Preview {
  stopped: "chance" | "decision" | "over" | "secret"
  view: unknown
  tally: Points[]
  scores: number[]
  rough: boolean
}

/** Why something was not done.

    `code` is the message key `problem.<code>`, `text` the same in English; `rule` where a rule forbids it. */
export interface Problem {
  code: string
  text: string
  rule: string | null
}

/** Nothing was changed, and why. After a stale move a Snapshot follows. */
export interface Refused {
  type: "refused"
  problem: Problem
  ask: number | null
}

/** The review of a match, or None and how much of it is made, from 0 to 1: ask again. */
export interface Reviewed {
  progress: number
  review: Review | null
}

/** A match, reviewed. */
export interface Review {
  curve: CurvePoint[]
  decisions: Decision[]
  turns: TurningPoint[]
  players: Performance[]
  simulations: number
}

/** Everybody's chances after an event. */
export interface CurvePoint {
  number: number
  chances: number[]
}

/** What a seat gave away by a choice, of 1. */
export interface Decision {
  number: number
  seat: number
  lost: number
}

/** A moment where the match turned: by a choice of `seat`, or by chance (None). Chances are of all seats. */
export interface TurningPoint {
  number: number
  since: number
  seat: number | null
  played: Message[]
  better: Message | null
  better_about: About | null
  why: Message[]
  before: number[]
  after: number[]
  lost: number
  position: string
}

/** How a seat fared: what chance gave it, its own choices, and those of the others (in payoff). */
export interface Performance {
  accuracy: number | null
  decisions: number
  luck: number
  play: number
  gifts: number
  unseen: number
}

/** All of it, as `seat` sees it (None: a spectator). `log` and `notes` are the latest ones. */
export interface Snapshot {
  type: "snapshot"
  table: Table
  seat: number | null
  now: Situation
  log: Happened[]
  notes: Note[]
}

/** Everything about a match but the position: who plays, how it was set up, what is on offer, how it ended. */
export interface Table {
  id: string
  game: string
  title: string
  version: string
  options: Record<string, boolean | number | string>
  status: "over" | "running" | "waiting"
  players: Player[]
  mine: number[]
  host: boolean
  public: boolean
  clock: ClockSetup
  gone: "bot" | "clock" | "vote"
  hints: boolean
  take_backs: boolean
  dice: DiceInfo
  created: number
  started: number | null
  ended: number | null
  result: Result | null
  series: SeriesStanding | null
  offers: Offer[]
  next: string | null
  before: string | null
  watchers: number
  replayable: boolean
}

/** One seat.

    `mine`: the reader holds it. `forfeit`: resigned or out of time, cannot win any more. `stand_in`: a bot plays it for its
    owner. */
export interface Player {
  seat: number
  name: string
  kind: "bot" | "open" | "person"
  level: string | null
  mine: boolean
  host: boolean
  contributed: boolean
  presence: "away" | "gone" | "here"
  stand_in: string | null
  forfeit: boolean
  muted: boolean
}

/** Time to think: for each move, for the whole game (with an increment a move), or days a move. Bots have no clock. */
export interface ClockSetup {
  kind?: "days" | "game" | "move" | "none"
  seconds?: number
  increment?: number
}

/** The fair dice: the server's commitment, the seats' commitments and contributions; the secret once the match is over.

    A seat's contribution is shown when all seats have committed; a bot of the server shows its own when everybody has.

    See docs/dice.md. */
export interface DiceInfo {
  kind: "fair" | "typed"
  commitment: string
  commitments: (string | null)[]
  contributions: (string | null)[]
  secret: string | null
}

/** How it ended. `rules`: by the game's own end. `fault`: it could not be played on. `winners` leaves out who forfeited. */
export interface Result {
  reason: "abandoned" | "aborted" | "agreed" | "fault" | "resign" | "rules" | "timeout" | "update"
  winners: number[]
  scores: number[]
  seat: number | null
}

/** A series: points by person; `seats[person]` is where that person sits in this match. */
export interface SeriesStanding {
  id: string
  length: number
  played: number
  names: string[]
  points: number[]
  seats: number[]
  matches: string[]
}

/** Something asked of the others.

    `back`: back to event `number`. `replace`: a bot for the gone `seat`. `end`: stop without result. */
export interface Offer {
  id: number
  kind: "back" | "end" | "rematch" | "replace"
  by: number
  agreed: number[]
  needed: number[]
  number: number | null
  seat: number | null
}

/** 409: the move answered an old event; this is the present state. */
export interface StaleMove {
  problem: Problem
  present: Snapshot
}

/** Somebody came, went, offered, agreed … */
export interface TableChanged {
  type: "table"
  table: Table
}

/** For bots: a seat of theirs has to move, after event `number`. `over` when a match of theirs has ended. */
export interface Turn {
  type: "turn"
  match: string
  game: string
  seat: number
  number: number
  over: boolean
}

/** The rule that forbids an attempt, `R9`, or `R9.2` for its second sentence; None if it is allowed. */
export interface WhyNot {
  rule: string | null
}

/** On how many devices a guest is told. */
export interface PushDevices {
  devices: number
}

/** Which of one's subscriptions is deleted. */
export interface PushEnd {
  endpoint: string
}

/** The server's public key, with which a browser subscribes; null where this server sends no push messages. */
export interface PushKey {
  key: string | null
}

/** What is sent, encrypted: it is the reader's turn in a match. */
export interface PushMessage {
  match: string
  title: string
  text: string
}

/** Where a browser's push service takes messages for it, the keys they are encrypted with, and their language. */
export interface PushSubscription {
  endpoint: string
  p256dh: string
  auth: string
  language?: "de" | "en"
}

/** A game's puzzle of a day: a position to study (POST /api/games/{game}/study), and what is to be done there by `seat`.

    `find`: the best choice in so many `decisions`. `reach`: a score, whose `targets` earn one, two and three stars. */
export interface DailyPuzzle {
  date: string
  game: string
  kind: "find" | "reach"
  goal: string
  position: string
  seat: number
  decisions: number
  targets: number[]
  mine: PuzzleResult | null
  everybody: PuzzleCrowd
}

/** What a guest has made of a puzzle so far.

    `stars` were earned with so many `tries`; `score` is the best one, where one is to be reached; `shown`: the solution was
    looked up before it was found, and nothing more can be earned. `in_time`: on the puzzle's own day, by UTC. */
export interface PuzzleResult {
  date: string
  game: string
  tries: number
  stars: number
  score: number | null
  shown: boolean
  in_time: boolean
}

/** How everybody fares: who has tried, who has found it, who has earned all stars, and the best score. */
export interface PuzzleCrowd {
  players: number
  solved: number
  perfect: number
  best: number | null
}

/** The puzzles of a day (by UTC), and for how many days in a row the reader has solved one in time. */
export interface PuzzleDay {
  date: string
  today: string
  streak: number
  puzzles: DailyPuzzle[]
}

/** A guest's puzzles, the latest first; days in a row with one solved in time, now and at best. */
export interface PuzzleHistory {
  streak: number
  longest: number
  results: PuzzleResult[]
}

/** What became of a try: `line` is all that was played, the answers of others included.

    `done`: solved, or handed in with a `score`. The `solution` comes once nothing more can be earned. */
export interface PuzzleTried {
  right: boolean
  done: boolean
  line: string[]
  score: number | null
  stars: number
  mine: PuzzleResult
  everybody: PuzzleCrowd
  streak: number
  solution: SolutionStep[]
}

/** One choice of a solution, and why it is the best where it is the player's. */
export interface SolutionStep {
  name: string
  why: Message[]
}

/** The player's own choices from the puzzle's position on, by their names. */
export interface PuzzleTry {
  choices: string[]
}

/** What is done: an action by its number or its name, or a form with its values; exactly one of them. */
export interface Act {
  choice?: number | null
  name?: string | null
  form?: string | null
  values?: Record<string, number>
}

/** Something a player tried: a name, or places separated by spaces. */
export interface Attempt {
  seat: number
  attempt: string
}

/** Shows the table from another of one's own seats; `follow`: always from the one whose turn it is.

    Answered by a Snapshot. */
export interface Look {
  type: "look"
  seat?: number | null
  follow?: boolean
}

/** A move of a seat; `answers` is the last event the sender knows.

    At a table with real dice the outcome of a chance node is sent the same way, by any player. `ask` comes back with the answer. */
export interface Move {
  type: "move"
  choice?: number | null
  name?: string | null
  form?: string | null
  values?: Record<string, number>
  number: number
  seat: number
  ask?: number | null
}

/** Asks the others for a rematch, to end the match, or to put a bot on a gone seat (`about`). */
export interface NewOffer {
  seat: number
  kind: "end" | "rematch" | "replace"
  about?: number | null
}

/** Agrees to an offer or declines it. */
export interface OfferAnswer {
  seat: number
  offer: number
  agree: boolean
}

/** Asks for a Pong. */
export interface Ping {
  type: "ping"
  ask?: number | null
}

/** Chat: a text of up to 300 characters, or the key of a preset phrase. */
export interface Say {
  type: "say"
  text?: string | null
  phrase?: string | null
  ask?: number | null
}

/** Which of one's seats is meant. */
export interface SeatOnly {
  seat: number
}

/** The page has shown everything up to event `number`: bots wait for it, if not for long. Not answered. */
export interface Seen {
  type: "seen"
  number: number
  ask?: number | null
}

/** Goes back to just after event `number` (see Situation.take_back). */
export interface TakeBack {
  seat: number
  number: number
}

/** A bot's token, shown once: `Authorization: Bearer …`. */
export interface BotToken {
  me: Me
  token: string
}

/** Who the cookie or token stands for. */
export interface Me {
  id: string
  name: string
  kind: "bot" | "guest"
}

/** A code out of a link's fragment. */
export interface Code {
  code: string
}

/** Opens this guest on another device: `path` carries the code in its fragment. */
export interface DeviceLink {
  code: string
  path: string
  qr: string
  expires: number
}

/** A game on the shelf. */
export interface GameInfo {
  id: string
  title: string
  blurb: string
  version: string
  rule_letter: string
  designer: string
  publisher: string
  year: number | null
  players: PlayerCount
  options: OptionInfo[]
  levels: string[]
  opponents: LevelInfo[]
  level: string
  languages: string[]
  secrets: boolean
  throws: boolean
  ready: boolean
}

/** How many can play. */
export interface PlayerCount {
  min: number
  max: number
  default: number
}

/** One option of a game. Its texts are the game's messages `option.<name>` and `option.<name>.help`. */
export interface OptionInfo {
  name: string
  kind: "choice" | "number" | "switch"
  default: boolean | number | string
  low: number | null
  high: number | null
  values: (number | string)[] | null
}

/** A level of bots that people can choose. */
export interface LevelInfo {
  name: string
  about: string
  rating: number | null
}

/** A display name, 1 to 24 characters. */
export interface NewName {
  name: string
}

/** How many seats the game has with these options, and all of its options; or, without seats, why they do not go together. */
export interface SeatCount {
  players: number
  options: Record<string, boolean | number | string>
  refused: Problem | null
}

/** Which options are thought of. */
export interface SeatQuestion {
  options?: Record<string, boolean | number | string>
}

/** A choice or a chance outcome that is played in a study. */
export interface Step {
  choice?: number | null
  name?: string | null
  form?: string | null
  values?: Record<string, number>
}

/** What has happened, and the position afterwards: as text, and as the seat may know it with what it can do. */
export interface Studied {
  position: string
  options: Record<string, boolean | number | string>
  events: Happened[]
  now: Situation
  stopped: "chance" | "decision" | "over"
}

/** A position as text, the seat that looks at it, and what is played there; `settle`: a throw at the end is really thrown. */
export interface Study {
  position: string
  seat: number
  steps?: Step[]
  settle?: boolean
}

/** Something tried at a position: a name, or places separated by spaces. */
export interface StudyAttempt {
  position: string
  seat: number
  attempt: string
}

/** A seat's share in the fair dice: first the commitment to its random number, then, when all have committed, the number.

    `contribution` is the number, 16 to 64 hexadecimal digits; `commitment` is the SHA-256 of these digits as text. Exactly one
    of the two is sent. A number without a commitment before is accepted, but who commits later has seen it. */
export interface Contribution {
  seat: number
  commitment?: string | null
  contribution?: string | null
}

/** What only the table's host may do to a seat.

    A seat removed is open again; if the match runs, it is played on by a bot, or with two seats the match ends without a winner. */
export interface HostOrder {
  action: "mute" | "remove" | "unmute"
  seat: number
}

/** A single-use link to a seat: `path` carries the code in its fragment; `qr` is an SVG picture of the whole address.

    `words` lead to the same seat for an hour, for those who hear them. */
export interface Invitation {
  code: string
  path: string
  qr: string
  expires: number
  words: string
}

/** Sits down on an open seat (the first one if none is named), with the code of an invitation unless the table is public. */
export interface Join {
  name?: string | null
  seat?: number | null
  code?: string | null
  commitment?: string | null
  contribution?: string | null
}

/** A match in a list. */
export interface MatchLine {
  id: string
  game: string
  title: string
  status: "over" | "running" | "waiting"
  names: string[]
  levels: (string | null)[]
  open_seats: number
  clock: ClockSetup
  created: number
  changed: number
  events: number
  my_seats: number[]
  my_turn: boolean
  result: Result | null
}

/** A table to be set up. Seats in order; `position` starts from a position text instead of the game's set-up.

    gone: what happens to a seat whose player is away too long: `bot` plays on at once, the others `vote`, or only the `clock`
    counts.
    dice: `fair` ones of the server, or `typed` in by the players from a real table (games without secrets and throws).
    series: how many games whose points add up; after each, everybody moves on one seat. */
export interface NewMatch {
  game: string
  seats: SeatSetup[]
  options?: Record<string, boolean | number | string>
  public?: boolean
  clock?: ClockSetup
  gone?: "bot" | "clock" | "vote"
  hints?: boolean
  take_backs?: boolean
  dice?: "fair" | "typed"
  series?: number
  position?: string | null
}

/** Who shall sit there: me, another person at this screen, whoever comes, or a bot. */
export interface SeatSetup {
  kind: "bot" | "here" | "me" | "open"
  name?: string | null
  level?: string | null
}

/** A new table that goes on from the position after event `number` of a match that is over, with these seats. */
export interface PlayOn {
  number: number
  seats: SeatSetup[]
}

/** Where spoken words lead. */
export interface Spoken {
  path: string
}

export type FromClient = Move | Look | Say | Ping | Seen

export type FromServer = Snapshot | Increment | TableChanged | Notes | Accepted | Refused | Pong | Goodbye

export const PHRASES = ["hello", "luck", "well_played", "thinking", "oops", "thanks", "again", "goodbye"] as const

/** Everything a table shows. */
export interface BigbrainbangView {
  phase: string
  seat: number
  decider: number
  throws: string
  table: number
  die_size: number
  turns_left: number
  turn: BigbrainbangTurn
  players: BigbrainbangPlayer[]
  piles: Record<string, number>
  gone: string[]
  tiles: BigbrainbangTile[]
  networks: BigbrainbangNetwork[]
  box: BigbrainbangGameBox | null
  die: BigbrainbangRestingDie | null
  burner: ([number, number])[]
  previews: BigbrainbangPreview[]
  spread: BigbrainbangSpread | null
}

/** How far the turn is. */
export interface BigbrainbangTurn {
  dice: string[]
  thrown: number
  burner: string
  misfires: number
}

/** What a seat has beside its networks. */
export interface BigbrainbangPlayer {
  side: number
  tokens: number
  pawns: string[]
  points: number
}

/** A tile on the table, in metres and degrees. */
export interface BigbrainbangTile {
  name: string
  size: string
  x: number
  y: number
  angle: number
  face: string
  outline: ([number, number])[]
  holes: ([number, number])[]
  owner: number | null
  fresh: boolean
}

/** Tiles that hang together. */
export interface BigbrainbangNetwork {
  tiles: string[]
  owner: number | null
  points: number
}

/** The box on the table, in metres and degrees. */
export interface BigbrainbangGameBox {
  kind: string
  x: number
  y: number
  angle: number
  size: [number, number, number]
}

/** The die over which something is to be placed. */
export interface BigbrainbangRestingDie {
  colour: string
  x: number
  y: number
  angle: number
}

/** What a placement would touch and cause. */
export interface BigbrainbangPreview {
  action: number
  name: string
  outline: ([number, number])[]
  holes: ([number, number])[]
  touches: string[]
  effect: string
  rule: string
  foes: BigbrainbangFoe[]
}

/** A network that a placement would attack, or could. */
export interface BigbrainbangFoe {
  owner: number
  touched: string[]
  beaten: boolean
}

/** Where dice thrown as the one in the air come to rest, for learners: by cheap throws, or by physics for who can wait. */
export interface BigbrainbangSpread {
  rests: ([number, number])[]
  astray: number
  thrown: number
}

/** The whole sky, with the goals counted. */
export interface BigxbangView {
  circles: BigxbangCircle[]
  mover: string
  passes: number
  reserves: number[][]
  common_reserve: boolean
  goals: BigxbangGoal[]
  carbon: string[]
  variants: string[]
  puzzle: string
  puzzle_score: number
  puzzle_best: number
}

/** One circle of the sky: where it is (in circles, from the top left) and what is on it. */
export interface BigxbangCircle {
  name: string
  x: number
  y: number
  side: string
  nucleus: string
  protons: number
  neutrons: number
}

/** One of the three goals as it stands: what each side has, and who would get the token (-1: nobody). */
export interface BigxbangGoal {
  name: string
  counts: number[]
  tie_break: number[]
  leader: number
  places: string[][]
  rule: string
}

/** Everything a board draws. */
export interface BrainsView {
  phase: number
  middle: BrainsBrains
  players: BrainsPlayer[]
  seat: number | null
  throw: number
  throws: number
  dice: BrainsDie[]
  colours: BrainsColour[]
  brains: number
  times: number
  stage: string
}

/** A number of brains, and the pieces that show it (M2). */
export interface BrainsBrains {
  number: number
  fives: number
  ones: number
}

/** A player's colour and brains. */
export interface BrainsPlayer {
  colour: string
  held: BrainsBrains
  out: boolean
}

/** A die: what it is called on the board, how it is painted, and what lies on top. */
export interface BrainsDie {
  place: string
  brain: string
  numbers: string[]
  top: string
  colour: string | null
}

/** A colour with its total, and what choosing it would do. */
export interface BrainsColour {
  colour: string
  sum: number
  total: number
  brains: number
  owner: number | null
  payer: number | null
}

/** The table as one seat sees it. */
export interface RobberyView {
  phase: string
  seat: number | null
  turn: number
  asked: number | null
  first: number
  round: number
  last_round: number
  cars: RobberyCar[]
  behind: number[]
  pack: number[]
  engine_came: boolean
  players: RobberyPlayer[]
  move: RobberyMove | null
  pile: number
  shuffles: number
  discards: RobberyCard[]
  draws: number
  spoils: RobberyCard[]
  winners: number[]
}

/** A car of the train; its name is the message car.<key>. */
export interface RobberyCar {
  number: number
  face: string
  key: string
  length: number
  rear_door: boolean
  front_door: boolean
  spaces: RobberySpace[]
}

/** One space of a car; row 0 is a, column 0 the one at the rear. */
export interface RobberySpace {
  place: string
  row: number
  column: number
  open: string
  sign: string
  counter: boolean
  steps: number | null
  came: string | null
  pawns: number[]
}

/** A seat: what is public, and the hand as far as one may see it. */
export interface RobberyPlayer {
  place: string
  experience: number
  head: RobberyCard | null
  hand: (RobberyCard | null)[]
  drawn_after: number[]
  hand_limit: number
  dice_count: number
  dice: number[]
  played: RobberyCard[]
  fights: boolean
  strength: number | null
  iq: number
}

/** A card one may see; its name is the message card.<key>, its joke quip.<key>. */
export interface RobberyCard {
  number: number
  key: string
  kind: string
  cost: number
  hit: number
  run: number
  iq: number
  power: string
}

/** A move under way. */
export interface RobberyMove {
  movement: number
  steps: number
  left: number
  leaving: number | null
  door: string | null
  added: number
}

/** Everything a board draws. */
export interface UrknallView {
  phase: string
  turn: number | null
  actor: number | null
  die: number | null
  changes: UrknallChange[]
  forecast: UrknallForecast[]
  bodies: UrknallBody[]
  players: UrknallPlayer[]
  black_hole: boolean
}

/** A change still to come in this turn, and what it can be: "combine", "separate", "nothing". One word: that is certain. */
export interface UrknallChange {
  number: number
  may: string[]
}

/** What the first change will be if the astronaut to move stands on a body after the travel. */
export interface UrknallForecast {
  body: string
  force: string
}

/** A body, who stands on it and what it would score now. */
export interface UrknallBody {
  name: string
  elements: UrknallElement[]
  astronauts: number[]
  hole: boolean
  worth: number[]
  scores: UrknallScored[]
}

/** An element of a body; interchangeable ones have the same place. */
export interface UrknallElement {
  place: string
  colour: string
  owner: number | null
  second: boolean
}

/** What somebody's markers at one colour of a body score, and why (U19): reason.<reason> says it in words. */
export interface UrknallScored {
  slot: number
  points: number
  reason: string
  colour: string
  markers: number
  elements: number
}

/** What a player has. */
export interface UrknallPlayer {
  supply: number
  comet: boolean
  body: string | null
  points: number
  second_supply: number | null
  second_points: number | null
}

