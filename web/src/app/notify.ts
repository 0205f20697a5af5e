// Tells the player that it is their turn: in the page's title, on its icon and, if wished, as a notification.
import { settings } from './settings.svelte'
import { t } from '../messages/words'

export const canNotify = (): boolean => 'Notification' in window

/** Asks the browser for permission; whether it is given. */
export async function askToNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === 'granted'
}

/** Sets the title of the page, with the mark of one's turn in front. */
export function entitle(title: string, myTurn = false): void {
  document.title = myTurn ? t('title.turn', { title }) : title ? t('title', { title }) : 'Bangbox'
  const icon = document.querySelector('link[rel=icon]')
  const wanted = myTurn ? '/icon-turn.svg' : '/icon.svg'
  if (icon && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted) // browsers fetch it again even if it is the same
  const badge = navigator as Navigator & { setAppBadge?: (n: number) => Promise<void>; clearAppBadge?: () => Promise<void> }
  void (myTurn ? badge.setAppBadge?.(1) : badge.clearAppBadge?.())?.catch(() => {})
}

/** A notification, if it is wished and nobody looks at the page. */
export function notify(text: string, tag: string): void {
  if (!settings.notify || !document.hidden || !canNotify() || Notification.permission !== 'granted') return
  try {
    const shown = new Notification('Bangbox', { body: text, tag, icon: '/icon.svg' })
    shown.onclick = () => {
      window.focus()
      shown.close()
    }
  } catch {
    // phones leave it to the service worker
    void navigator.serviceWorker?.ready.then((worker) =>
      worker.showNotification('Bangbox', { body: text, tag, icon: '/icon-192.png' }),
    )
  }
}

/** Takes away what was notified of something that is being looked at. */
export async function unnotify(tag: string): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration()
  for (const shown of (await worker?.getNotifications?.({ tag })) ?? []) shown.close()
}
