// Pointing: a mouse over something and the keyboard's focus on it mean the same; a finger points only by tapping.
type Pointed = (here: boolean) => void

/** Svelte action: tells when something is pointed at and when no longer. */
export function pointing(element: Element, told: Pointed): { update: (told: Pointed) => void; destroy: () => void } {
  let tell = told
  const heard: Record<string, (event: Event) => void> = {
    pointerenter: (event) => {
      if ((event as PointerEvent).pointerType === 'mouse') tell(true)
    },
    pointerleave: () => tell(false),
    focus: () => tell(true),
    blur: () => tell(false),
  }
  for (const [name, listener] of Object.entries(heard)) element.addEventListener(name, listener)
  return {
    update: (now) => (tell = now),
    destroy: () => {
      for (const [name, listener] of Object.entries(heard)) element.removeEventListener(name, listener)
    },
  }
}
