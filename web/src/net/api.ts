// Asks the server over HTTP. What it refuses comes as a Refusal with a text for people.
import type { Action } from '../boards'
import type * as P from './protocol'
import { sent } from './wire'
import { maybe, t } from '../messages/words'

/** Something the server did not do, or could not be asked. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly rule: string | null,
    readonly status: number,
  ) {
    super(text)
  }
}

const offline = (): Refusal => new Refusal('offline', t('problem.offline'), null, 0)

async function ask(method: 'GET' | 'POST', path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  let answer: Response
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
  } catch {
    throw offline()
  }
  if (answer.ok) return answer
  throw await refusal(answer)
}

/** What the server says against something, in words for people. */
const refusalOf = ({ code, text, rule }: P.Problem, status: number): Refusal =>
  new Refusal(code, maybe(`problem.${code}`, text), rule, status)

async function refusal(answer: Response): Promise<Refusal> {
  try {
    const said = (await answer.json()) as P.Problem | P.StaleMove
    return refusalOf('problem' in said ? said.problem : said, answer.status)
  } catch {
    return answer.status >= 500 ? offline() : new Refusal('unknown', t('problem.unknown'), null, answer.status)
  }
}

const get = async <T>(path: string): Promise<T> => (await ask('GET', path)).json() as Promise<T>
const read = async (path: string): Promise<string> => (await ask('GET', path)).text()
const post = async <T>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<T> =>
  (await ask('POST', path, body, signal)).json() as Promise<T>

const PAGE = 1500 // events asked for at a time; the server sends at most 2000
type Show = 'open' | 'running' | 'mine' | 'finished'
const seatOf = (seat: number | null): string => (seat === null ? '' : `&seat=${seat}`)
const table = (id: string): string => `/api/matches/${encodeURIComponent(id)}`

/** All events of a match, however many pages of them the server sends. */
async function wholeLog(id: string, seat: number | null): Promise<P.Happened[]> {
  const found: P.Happened[] = []
  for (;;) {
    const from = (found.at(-1)?.number ?? 0) + 1
    const more = await api.log(id, from, from + PAGE - 1, seat)
    found.push(...more)
    if (more.length < PAGE) return found
  }
}

export const api = {
  games: (language: string) => get<P.GameInfo[]>(`/api/games?language=${language}`),
  texts: (game: string, language: string) => get<Record<string, string>>(`/api/games/${game}/messages/${language}`),
  rules: (game: string, language: string) => read(`/api/games/${game}/rules/${language}`),
  /** How many seats a game has with these options; throws a Refusal if they do not go together. */
  seats: async (game: string, question: P.SeatQuestion): Promise<number> => {
    const { players, refused } = await post<P.SeatCount>(`/api/games/${game}/seats`, question)
    if (refused) throw refusalOf(refused, 200)
    return players
  },
  study: (game: string, study: P.Study) => post<P.Studied>(`/api/games/${game}/study`, study),
  whyNotAt: (game: string, attempt: P.StudyAttempt) => post<P.WhyNot>(`/api/games/${game}/why-not`, attempt),
  puzzles: (date: string) => get<P.PuzzleDay>(`/api/puzzles/${date}`),
  tryPuzzle: (date: string, game: string, choices: string[]) =>
    post<P.PuzzleTried>(`/api/puzzles/${date}/${game}`, { choices } satisfies P.PuzzleTry),
  puzzleSolution: (date: string, game: string) => post<P.SolutionStep[]>(`/api/puzzles/${date}/${game}/solution`),
  myPuzzles: () => get<P.PuzzleHistory>('/api/me/puzzles'),

  me: () => get<P.Me | null>('/api/me'),
  rename: (name: string) => post<P.Me>('/api/me', { name } satisfies P.NewName),
  deviceLink: () => post<P.DeviceLink>('/api/me/link'),
  enter: (code: string) => post<P.Me>('/api/me/enter', { code } satisfies P.Code),

  pushKey: () => get<P.PushKey>('/api/push'),
  push: (subscription: P.PushSubscription) => post<P.PushDevices>('/api/me/push', subscription),
  endPush: (endpoint: string) => post<P.PushDevices>('/api/me/push/off', { endpoint } satisfies P.PushEnd),

  people: () => get<P.Companion[]>('/api/me/people'),
  muteCompanion: (match: string, seat: number, muted: boolean) =>
    post<P.Companion[]>('/api/me/people/mute', { match, seat, muted } satisfies P.MuteCompanion),
  inviteAgain: (id: string, seat: number | null = null) => post<P.Table>(`${table(id)}/again`, { seat } satisfies P.InviteAgain),
  invitations: () => get<P.AgainInvitation[]>('/api/me/invitations'),
  answerInvitation: (id: string, answer: P.AgainAnswer['answer']) =>
    post<P.AgainAnswered>(`/api/me/invitations/${encodeURIComponent(id)}`, { answer } satisfies P.AgainAnswer),

  matches: (show: Show, before?: number) => get<P.MatchLine[]>(`/api/matches?show=${show}${before ? `&before=${before}` : ''}`),
  create: (match: P.NewMatch) => post<P.Table>('/api/matches', match),
  playOn: (id: string, wish: P.PlayOn) => post<P.Table>(`${table(id)}/play-on`, wish),
  table: (id: string) => get<P.Table>(table(id)),
  contribute: (id: string, share: P.Contribution) => post<P.Table>(`${table(id)}/contribute`, share),
  join: (id: string, join: P.Join) => post<P.Table>(`${table(id)}/join`, join),
  leave: (id: string) => post<P.Table>(`${table(id)}/leave`),
  spoken: (words: string) => get<P.Spoken>(`/api/spoken/${encodeURIComponent(words)}`),
  invite: (id: string) => post<P.Invitation>(`${table(id)}/invite`),
  host: (id: string, order: P.HostOrder) => post<P.Table>(`${table(id)}/host`, order),

  snapshot: (id: string) => get<P.Snapshot>(`${table(id)}/snapshot`),
  at: (id: string, number: number, seat: number | null) => get<P.Moment>(`${table(id)}/at/${number}?${seatOf(seat)}`),
  log: (id: string, from: number, to: number, seat: number | null) =>
    get<P.Happened[]>(`${table(id)}/log?from=${from}&to=${to}${seatOf(seat)}`),
  wholeLog,
  takeBack: (id: string, seat: number, number: number) =>
    post<P.Table>(`${table(id)}/back`, { seat, number } satisfies P.TakeBack),
  resign: (id: string, seat: number) => post<P.Table>(`${table(id)}/resign`, { seat } satisfies P.SeatOnly),
  offer: (id: string, offer: P.NewOffer) => post<P.Table>(`${table(id)}/offer`, offer),
  answer: (id: string, answer: P.OfferAnswer) => post<P.Table>(`${table(id)}/answer`, answer),
  comeBack: (id: string, seat: number) => post<P.Table>(`${table(id)}/return`, { seat } satisfies P.SeatOnly),
  preview: (id: string, number: number, seat: number, action: Action, signal: AbortSignal) =>
    post<P.Preview | null>(`${table(id)}/preview`, { type: 'move', number, seat, ...sent(action) } satisfies P.Move, signal),
  foresee: (id: string, number: number, seat: number, action: Action, signal: AbortSignal) =>
    post<P.Preview | null>(`${table(id)}/foresee`, { type: 'move', number, seat, ...sent(action) } satisfies P.Move, signal),
  whyNot: (id: string, seat: number, attempt: string) =>
    post<P.WhyNot>(`${table(id)}/why-not`, { seat, attempt } satisfies P.Attempt),
  hint: (id: string, seat: number) => post<P.Hint>(`${table(id)}/hint`, { seat } satisfies P.SeatOnly),
  review: (id: string) => get<P.Reviewed>(`${table(id)}/review`),
  record: (id: string) => read(`${table(id)}/record`),
}
