// The app on the player's own device: the service worker that opens it without a network, and putting it on the home screen.
import { speech } from '../messages/language.svelte'
import { games, rulesOf } from './shelf'

type Offer = Event & { prompt: () => Promise<unknown> }

class Installing {
  private offer = $state.raw<Offer | null>(null)
  /** whether the browser would install the app now */
  readonly possible = $derived(this.offer !== null)

  /** Call once: registers the worker when the page has settled, and listens for the browser's offer. */
  start(): void {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault()
      this.offer = event as Offer
    })
    addEventListener('appinstalled', () => {
      this.offer = null
      void stock()
    })
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {})) // without a worker the app works online only
    if (matchMedia('(display-mode: standalone)').matches) void navigator.serviceWorker.ready.then(stock)
  }

  ask = async (): Promise<void> => {
    const offer = this.offer
    this.offer = null
    await offer?.prompt()
  }
}

/** Whoever installs the app can read all rules without a network: fetching them lets the worker keep them. */
async function stock(): Promise<void> {
  for (const { id } of await games().catch(() => [])) await rulesOf(id).catch(() => {})
}

/** The games whose rules can be read now, without a network. */
export async function readable(): Promise<string[]> {
  if (!('caches' in window)) return []
  const found = await games().catch(() => [])
  const kept = await Promise.all(found.map(({ id }) => caches.match(`/api/games/${id}/rules/${speech.language}`)))
  return found.filter((_, i) => kept[i]).map(({ id }) => id)
}

export const installing = new Installing()
