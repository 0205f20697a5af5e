// Which page is shown: addresses are read here and nowhere else, and links inside the app do not reload.
export type Page =
  | { page: 'front' }
  | { page: 'new'; game: string }
  | { page: 'match'; id: string }
  | { page: 'replay'; id: string; at: number | null }
  | { page: 'review'; id: string }
  | { page: 'rules'; game: string }
  | { page: 'tour'; game: string }
  | { page: 'puzzle'; date: string; game: string }
  | { page: 'me' }
  | { page: 'missing' }

const ROUTES: [RegExp, (parts: string[]) => Page][] = [
  [/^\/$/, () => ({ page: 'front' })],
  [/^\/new\/([\w-]+)$/, ([game]) => ({ page: 'new', game: game! })],
  [/^\/match\/([\w-]+)$/, ([id]) => ({ page: 'match', id: id! })],
  [/^\/match\/([\w-]+)\/replay$/, ([id]) => ({ page: 'replay', id: id!, at: null })],
  [/^\/match\/([\w-]+)\/at\/(\d+)$/, ([id, at]) => ({ page: 'replay', id: id!, at: Number(at) })],
  [/^\/match\/([\w-]+)\/review$/, ([id]) => ({ page: 'review', id: id! })],
  [/^\/rules\/([\w-]+)$/, ([game]) => ({ page: 'rules', game: game! })],
  [/^\/tour\/([\w-]+)$/, ([game]) => ({ page: 'tour', game: game! })],
  [/^\/puzzle\/(\d{4}-\d\d-\d\d|today)\/([\w-]+)$/, ([date, game]) => ({ page: 'puzzle', date: date!, game: game! })],
  [/^\/me$/, () => ({ page: 'me' })],
]

/** The page of an address. */
export function parse(path: string): Page {
  for (const [pattern, page] of ROUTES) {
    const found = pattern.exec(path)
    if (found) return page(found.slice(1))
  }
  return { page: 'missing' }
}

export const paths = {
  front: '/',
  new: (game: string) => `/new/${game}`,
  match: (id: string) => `/match/${id}`,
  replay: (id: string) => `/match/${id}/replay`,
  at: (id: string, number: number) => `/match/${id}/at/${number}`,
  review: (id: string) => `/match/${id}/review`,
  rules: (game: string, rule?: string) => `/rules/${game}${rule ? `#${rule}` : ''}`,
  tour: (game: string, from = '') => `/tour/${game}${from ? `?from=${from}` : ''}`,
  puzzle: (date: string, game: string) => `/puzzle/${date}/${game}`,
  me: '/me',
}

class Router {
  path = $state(location.pathname)
  hash = $state(location.hash.slice(1))
  readonly page: Page = $derived(parse(this.path))

  /** Follows the browser's own buttons and clicks on links; gives back how to stop. */
  start(): () => void {
    const moved = (): void => this.read()
    const clicked = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.defaultPrevented
      if (!link || !plain || link.target || link.origin !== location.origin || link.hasAttribute('download')) return
      if (link.pathname.startsWith('/api/') || (link.hash && link.pathname === location.pathname)) return
      event.preventDefault()
      this.go(link.pathname + link.search + link.hash)
    }
    addEventListener('popstate', moved) // also fired when only the fragment changes
    document.addEventListener('click', clicked)
    return () => {
      removeEventListener('popstate', moved)
      document.removeEventListener('click', clicked)
    }
  }

  /** Opens an address of the app. */
  go(to: string, how: { replace?: boolean } = {}): void {
    const here = this.path
    history[how.replace ? 'replaceState' : 'pushState'](null, '', to)
    this.read()
    if (here !== this.path && !how.replace) scrollTo(0, 0)
  }

  /** Takes the fragment out of the address bar (single-use codes must not be shared by accident) and gives it back. */
  takeHash(): string {
    const hash = this.hash
    if (hash) this.go(this.path, { replace: true })
    return hash
  }

  private read(): void {
    this.path = location.pathname
    this.hash = location.hash.slice(1)
  }
}

export const router = new Router()
