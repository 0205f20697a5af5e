// Push messages: this browser is told of a turn although no page is open. Off until the player switches it on.
import { speech } from '../messages/language.svelte'
import { t } from '../messages/words'
import { api } from '../net/api'
import { myself } from './me.svelte'
import { askToNotify, canNotify } from './notify'
import { settings } from './settings.svelte'
import { toasts } from './toasts.svelte'

const DECLINED = 'bangbox.push.declined'

class Pushing {
  /** whether this browser and this server can do it; null: not asked yet */
  possible = $state<boolean | null>(null)
  /** whether a change is on its way */
  busy = $state(false)
  /** whether it was offered and declined, on this device */
  declined = $state(remembered())
  readonly on = $derived(settings.push !== '')
  readonly offered = $derived(this.possible === true && !this.on && !this.declined && Notification.permission !== 'denied')
  private key: string | null = null

  /** Finds out whether it is possible; call where it is offered. */
  async look(): Promise<void> {
    if (this.possible !== null) return
    const able = canNotify() && 'PushManager' in window && (await worker()) !== undefined
    this.key = able ? (await api.pushKey().catch(() => ({ key: null }))).key : null
    this.possible = this.key !== null
  }

  set = async (on: boolean): Promise<void> => {
    if (this.busy) return
    this.busy = true
    try {
      await (on ? this.switchOn() : this.switchOff())
    } catch (problem) {
      toasts.sorry(problem instanceof DOMException ? new Error(t('push.failed')) : problem)
    } finally {
      this.busy = false
    }
  }

  decline = (): void => {
    this.declined = true
    try {
      localStorage.setItem(DECLINED, 'yes')
    } catch {
      // no storage in this browser: asked again next time
    }
  }

  private async switchOn(): Promise<void> {
    await this.look()
    if (!this.key) return
    if (!(await askToNotify())) throw new Error(t('push.denied'))
    settings.notify = true
    await this.subscribe()
  }

  private async switchOff(): Promise<void> {
    const known = await (await worker())?.pushManager.getSubscription()
    settings.push = ''
    if (!known) return
    await known.unsubscribe()
    if (await myself.look()) await api.endPush(known.endpoint)
  }

  /** The browser's subscription, with this server's key; the server is told if it does not know it like this. */
  private async subscribe(): Promise<void> {
    const manager = (await worker())!.pushManager
    const wanted = { userVisibleOnly: true, applicationServerKey: this.key! }
    const found = await manager.subscribe(wanted).catch(async () => {
      // there is one for another key: the server has been set up anew
      await (await manager.getSubscription())?.unsubscribe()
      return manager.subscribe(wanted)
    })
    const me = await myself.need()
    const told = [speech.language, me.id, found.endpoint].join(' ')
    if (told === settings.push) return
    const { p256dh = '', auth = '' } = found.toJSON().keys ?? {}
    await api.push({ endpoint: found.endpoint, p256dh, auth, language: speech.language })
    settings.push = told
  }

  /** After the page has opened: what was switched on still holds, for this guest and in this language. */
  async keepUp(): Promise<void> {
    await this.look()
    if (!this.on || !this.possible) return
    if (Notification.permission === 'granted') await this.subscribe()
    else await this.switchOff()
  }
}

function remembered(): boolean {
  try {
    return localStorage.getItem(DECLINED) !== null
  } catch {
    return false
  }
}

/** The service worker, which shows messages; undefined where there is none. */
const worker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator && import.meta.env.PROD ? navigator.serviceWorker.ready : undefined

export const pushing = new Pushing()
