// What happened, as beats one after another: a run, a car that comes or falls, the rounds of a fight. Each has the table as it is seen
// meanwhile and the time it takes, so that nothing is shown before its turn.
import type { BoardEvent, Happening, Scene as Shown } from '../../../boards'
import type { RobberyView } from '../../../net/protocol'
import type { Sound } from '../../../kit/sound'
import { isSpace } from '../choosing'
import { ended, scene, type Scene } from '../fight/fighting'
import { way } from '../train/layout'

interface Told {
  /** the table meanwhile */
  view: RobberyView
  /** how long, in milliseconds at 1× */
  ms: number
  sound?: Sound
}
export type Beat = Told &
  (
    | { kind: 'run'; seat: number; path: string[] }
    | { kind: 'couple'; car: string; engine: boolean }
    | { kind: 'test'; pips: number; cars: number; holds: boolean }
    | { kind: 'fall'; car: string; long: number; who: number[] }
    | { kind: 'brake'; seat: number; last: boolean }
    | { kind: 'fight'; scene: Scene; round: 'attack' | 'dice' | 'card' | 'result' | 'heads' }
    | { kind: 'tell' }
  )

const STEP = 190
const LENGTH = {
  couple: 1500,
  engine: 3000,
  test: 1900,
  fall: 1800,
  brake: 1900,
  attack: 1600,
  dice: 1700,
  card: 1200,
  pass: 450,
  stay: 700,
  result: 2800,
  heads: 1100,
}
const RUNS = new Set(['go', 'stay', 'meet', 'counter', 'brake', 'end'])
/** what is only told: how long, and with what sound */
const SMALL: Record<string, [ms: number, sound: Sound]> = {
  roll: [800, 'roll'],
  draw: [700, 'coin'],
  run: [800, 'tap'],
  install: [1000, 'fuse'],
  discard: [450, 'tap'],
  give: [600, 'place'],
  peace: [600, 'tap'],
}
const OWN = new Set(['discard', 'give', 'peace', 'run', 'install']) // who did it has seen it

const effectOf = (event: BoardEvent | undefined): string => event?.about?.effect ?? ''
const isLoss = (event: BoardEvent): boolean => event.kind === 'chance' && event.about?.rule === 'R11'
const isRun = (event: BoardEvent): boolean =>
  event.kind === 'choice' && RUNS.has(effectOf(event)) && isSpace(event.about?.places[0] ?? '')

// -- a step as scenes

/** What belongs together: leaving by the front and the car that comes, a challenge and its dice, going on and the throw. */
function groups(events: BoardEvent[]): BoardEvent[][] {
  const found: BoardEvent[][] = []
  for (const event of events) {
    const before = found.at(-1)
    const first = effectOf(before?.[0])
    const joins =
      (first === 'ahead' && effectOf(event) === 'car') ||
      (first === 'fight' && event.about?.rule === 'R18') ||
      (first === 'ready' && effectOf(event) === 'roll')
    if (before && joins) before.push(event)
    else found.push([event])
  }
  return found
}

function kindOf(told: Beat[]): string {
  const kinds = new Set<string>(told.map(({ kind }) => kind))
  if (kinds.has('couple')) return told.some((beat) => beat.kind === 'couple' && beat.engine) ? 'engine' : 'car'
  for (const [kind, name] of [['fight', 'fight'], ['brake', 'brake'], ['test', 'coupling'], ['run', 'run']]) if (kinds.has(kind!)) return name! // prettier-ignore
  return ''
}

/** The scenes of a step. A fight is one scene, each of its steps a round. */
export function scenes({ events, before, view, seat }: Happening<RobberyView>): Shown[] {
  return groups(events).map((group) => {
    const told = beats(before, view, group, seat)
    const length = told.reduce((sum, { ms }) => sum + ms, 0)
    const kind = kindOf(told)
    const last = told.at(-1)
    return {
      kind,
      events: group,
      length,
      shows: last?.kind === 'fight' || last?.kind === 'fall' ? length - 0.75 * last.ms : length,
      round: kind === 'fight',
    }
  })
}

// -- a scene as beats

/** The beats from one view to the next. */
export function beats(before: RobberyView, after: RobberyView, events: BoardEvent[], seat: number | null = null): Beat[] {
  const [first] = events
  if (!first || first.kind === 'back') return back(before, after)
  const brawl = first.kind === 'choice' ? fight(before, after, events) : []
  if (brawl.length) return brawl
  return events.flatMap((event): Beat[] => {
    if (isRun(event)) return stop(before, after, event, seat)
    if (effectOf(event) === 'ahead' && before.move?.door)
      return run(before, event.seat ?? before.turn, [...way(before, before.move.door), 'front'])
    if (effectOf(event) === 'car' && event.kind === 'chance') return [coupled(after)]
    if (isLoss(event)) return test(before, after, event)
    const [ms, sound] = SMALL[effectOf(event)] ?? [0, 'tap' as const]
    if (!ms || (event.kind === 'choice' && event.seat === seat && OWN.has(effectOf(event)))) return []
    return [{ kind: 'tell', view: after, ms, sound }]
  })
}

/** A take-back, or a replay going back: whoever had run goes the same way home. */
function back(before: RobberyView, after: RobberyView): Beat[] {
  const from = before.players[after.turn]?.place ?? ''
  if (!after.move || from === after.players[after.turn]?.place || !isSpace(from)) return []
  return run(before, after.turn, way(after, from).reverse())
}

function run(view: RobberyView, seat: number, path: string[]): Beat[] {
  return path.length > 1 ? [{ kind: 'run', view, ms: Math.min(2600, 250 + STEP * path.length), seat, path, sound: 'step' }] : []
}

/** A run to its end, and what the Brake does there; who stays is only told of, to the others. */
function stop(before: RobberyView, after: RobberyView, event: BoardEvent, mine: number | null): Beat[] {
  const seat = event.seat ?? before.turn
  const place = event.about?.places[0] ?? ''
  const ran = run(before, seat, way(before, place))
  const effect = effectOf(event)
  if (effect !== 'brake' && effect !== 'end')
    return ran.length || seat === mine ? ran : [{ kind: 'tell', view: after, ms: LENGTH.stay, sound: 'tap' }]
  const here = {
    ...before,
    move: null,
    players: before.players.map((player, other) => (other === seat ? { ...player, place } : player)),
  }
  const braked: Beat = { kind: 'brake', view: here, ms: LENGTH.brake, seat, last: effect === 'end', sound: 'screech' }
  return effect === 'end' ? [...ran, braked] : [...ran, braked, fallen(before, after)]
}

function coupled(after: RobberyView): Beat {
  const car = after.cars.at(-1)?.key ?? ''
  const engine = car === 'engine'
  return {
    kind: 'couple',
    view: after,
    ms: engine ? LENGTH.engine : LENGTH.couple,
    car,
    engine,
    sound: engine ? 'whistle' : 'clank',
  }
}

function test(before: RobberyView, after: RobberyView, event: BoardEvent): Beat[] {
  const holds = effectOf(event) !== 'fall'
  const rolled: Beat = {
    kind: 'test',
    view: before,
    ms: LENGTH.test,
    pips: Number(event.name.split(' ')[1]),
    cars: before.cars.length,
    holds,
    sound: 'roll',
  }
  return holds ? [rolled] : [rolled, fallen(before, after)]
}

/** The last car falls behind; whoever stood on it runs after the train. */
function fallen(before: RobberyView, after: RobberyView): Beat {
  const [last] = before.cars
  const who = before.players.flatMap((player, seat) =>
    player.place[0] === String(last?.number) && after.players[seat]?.place === 'behind' ? [seat] : [],
  )
  return { kind: 'fall', view: after, ms: LENGTH.fall, car: last?.key ?? '', long: last?.length ?? 0, who, sound: 'crash' }
}

/** The rounds of a fight: who attacks, the dice, each card, how it ended, the Heads given out. */
function fight(before: RobberyView, after: RobberyView, events: BoardEvent[]): Beat[] {
  const had = scene(before)
  if (!had) return []
  const effects = new Set(events.map(effectOf))
  const over = ended(before, after, events)
  const then = over ?? scene(after)
  const round = (round: (Beat & { kind: 'fight' })['round'], ms: number, shown: Scene, sound: Sound): Beat => ({
    kind: 'fight',
    view: before,
    ms,
    round,
    scene: shown,
    sound,
  })
  const told: Beat[] = []
  if (effects.has('fight')) told.push(round('attack', LENGTH.attack, { ...had, stage: 'dice' }, 'punch'))
  if (effects.has('fight') && then) told.push(round('dice', LENGTH.dice, { ...then, stage: 'brawl', winner: null }, 'roll'))
  else if (had.stage === 'brawl' && then) {
    const hit = effects.has('hit')
    told.push(round('card', hit ? LENGTH.card : LENGTH.pass, { ...then, stage: 'brawl', winner: null }, hit ? 'punch' : 'tap'))
  }
  if (over) told.push(round('result', LENGTH.result, { ...over, stage: 'over' }, 'win'))
  if (had.stage === 'spoils' && after.phase !== 'spoils') {
    const brawlers = had.brawlers.map((one) => ({ ...one, head: after.players[one.seat]?.head ?? null }))
    told.push(round('heads', LENGTH.heads, { ...had, brawlers, stage: 'over' }, 'place'))
  }
  return told
}
