// Pointing: a mouse over something and the keyboard's focus on it mean the same; a finger points only by tapping.
import { on } from 'svelte/events'

type Pointed = (here: boolean) => void

/** Svelte action: tells when something is pointed at and when no longer. */
export function pointing(element: Element, told: Pointed): { update: (told: Pointed) => void; destroy: () => void } {
  let tell = told
  const enter = (event: Event): void => {
    if ((event as PointerEvent).pointerType === 'mouse') tell(true)
  }
  const listening = [
    on(element, 'pointerenter', enter),
    on(element, 'pointerleave', () => tell(false)),
    on(element, 'focus', () => tell(true)),
    on(element, 'blur', () => tell(false)), // also in the middle of an update, when an element with the focus goes
  ]
  return {
    update: (now) => (tell = now),
    destroy: () => listening.forEach((stop) => stop()),
  }
}
