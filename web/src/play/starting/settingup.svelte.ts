// A table being set up: options and the number of players, kept fitting together by asking the server, and who sits where.
import type { GameInfo, OptionInfo, SeatSetup } from '../../net/protocol'
import { botNames, usualLevel } from './start'

export type Value = boolean | number | string
type Options = Record<string, Value>
/** How many seats a game has with these options; refused if they do not go together. */
type Ask = (options: Options) => Promise<number>

const PLAYERS = 'players'

/** The other values an option can have, its usual one first. */
const others = (option: OptionInfo, now: Value | undefined): Value[] =>
  [option.default, ...(option.kind === 'switch' ? [true, false] : (option.values ?? []))].filter(
    (value, i, all) => value !== now && all.indexOf(value) === i,
  )

export class SettingUp {
  options = $state<Options>({})
  players = $state(0)
  seats = $state<SeatSetup[]>([])
  /** why the table cannot be set up like this */
  problem = $state('')
  /** an option that was set along with the last one, because one needs the other */
  along = $state.raw<OptionInfo | null>(null)
  /** the number of players was chosen; otherwise it follows from the options */
  private counted = false
  private latest = 0

  constructor(
    readonly game: GameInfo,
    private readonly ask: Ask,
  ) {
    this.options = Object.fromEntries(game.options.map((option) => [option.name, option.default]))
    if (game.options.some((option) => option.name === 'first' && option.values?.includes('random')))
      this.options['first'] = 'random'
    this.seat(game.players.default)
  }

  /** What is asked of the server when the table is made. */
  get chosen(): Options {
    return { ...this.options, ...(this.counted ? { [PLAYERS]: this.players } : {}) }
  }

  /** Chooses how many play. */
  count(players: number): Promise<void> {
    this.counted = true
    this.players = players
    const { first } = this.options
    if (typeof first === 'number' && first >= players) this.options['first'] = 0 // only seats that exist can start
    return this.settle(PLAYERS)
  }

  change(name: string, value: Value): Promise<void> {
    this.options[name] = value
    return this.settle(name)
  }

  /** Takes the first way of setting everything else up that goes with what was changed. */
  private async settle(changed: string): Promise<void> {
    const mine = ++this.latest
    let refused: unknown
    for (const { options, along } of this.ways(changed)) {
      try {
        const players = await this.ask(options)
        if (mine !== this.latest) return
        this.counted = PLAYERS in options
        this.options = Object.fromEntries(Object.entries(options).filter(([name]) => name !== PLAYERS))
        this.along = along
        this.problem = ''
        this.seat(players)
        return
      } catch (problem) {
        if (mine !== this.latest) return
        refused ??= problem
      }
    }
    this.along = null
    this.problem = (refused as Error).message
  }

  /** As it is; with as many players as the options want; with one other option set to something else. */
  private *ways(changed: string): Generator<{ options: Options; along: OptionInfo | null }> {
    const { chosen } = this
    yield { options: chosen, along: null }
    const free = changed === PLAYERS ? chosen : { ...this.options }
    if (PLAYERS in chosen && changed !== PLAYERS) yield { options: free, along: null }
    // choices before switches: which variant is played decides more than its details
    const rest = this.game.options.filter(({ name }) => name !== changed && name !== 'first')
    for (const option of rest.toSorted((a, b) => Number(b.kind === 'choice') - Number(a.kind === 'choice')))
      for (const value of others(option, chosen[option.name])) yield { options: { ...free, [option.name]: value }, along: option }
  }

  /** Keeps those who sit already; new seats are for bots. */
  private seat(count: number): void {
    const names = botNames(9)
    const level = usualLevel(this.game)
    this.players = count
    this.seats = Array.from(
      { length: count },
      (_, i) => this.seats[i] ?? (i === 0 ? { kind: 'me' } : { kind: 'bot', level, name: names[i] ?? null }),
    )
  }

  /** Puts somebody else on a seat. */
  setKind(seat: number, kind: SeatSetup['kind']): void {
    const level = usualLevel(this.game)
    this.seats[seat] = kind === 'bot' ? { kind, level, name: botNames(1)[0] ?? null } : { kind }
  }
}
