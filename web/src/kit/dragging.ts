// Dragging a card onto a Head, a pile or the train: a ghost of it follows the finger; what it is let go on gets it.
const FAR = 9 // pixels before a press becomes a drag

interface Wish {
  enabled: boolean
  ondrag: (on: boolean) => void
  ondrop: (place: string) => void
}

/** Svelte action for the card's button; a press that does not move stays a click. */
export function draggable(card: HTMLElement, wish: Wish): { update: (wish: Wish) => void; destroy: () => void } {
  let wanted = wish
  let from: { x: number; y: number } | null = null
  let ghost: HTMLElement | null = null

  function down(event: PointerEvent): void {
    if (!wanted.enabled || event.button !== 0) return
    from = { x: event.clientX, y: event.clientY }
    listen('addEventListener')
  }
  function move(event: PointerEvent): void {
    if (!from) return
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
    if (!ghost && Math.hypot(dx, dy) < FAR) return
    if (!ghost) {
      ghost = lift(card)
      wanted.ondrag(true)
    }
    ghost.style.transform = `translate(${dx}px, ${dy}px) rotate(-4deg)`
  }
  function up(event: PointerEvent): void {
    from = null
    listen('removeEventListener')
    if (!ghost) return
    ghost.remove()
    ghost = null
    wanted.ondrag(false)
    const place = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-place], [data-drop]')
    const target = place?.dataset['drop'] ?? place?.dataset['place']
    if (target && event.type === 'pointerup' && !card.contains(place!)) wanted.ondrop(target)
    // the browser sends a click after a drag, which must not count as a tap
    card.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => card.removeEventListener('click', swallow, { capture: true }), 0)
  }
  const swallow = (event: Event): void => {
    event.stopPropagation()
    event.preventDefault()
  }
  /** Listens on the window, because a fast pointer leaves the card between two events. */
  function listen(how: 'addEventListener' | 'removeEventListener'): void {
    window[how]('pointermove', move as EventListener)
    window[how]('pointerup', up as EventListener)
    window[how]('pointercancel', up as EventListener)
  }
  card.addEventListener('pointerdown', down)
  return {
    update: (next) => (wanted = next),
    destroy: () => {
      ghost?.remove()
      listen('removeEventListener')
      card.removeEventListener('pointerdown', down)
    },
  }
}

/** A copy of the card over everything, where the card is. */
function lift(card: HTMLElement): HTMLElement {
  const box = card.getBoundingClientRect()
  const ghost = card.cloneNode(true) as HTMLElement
  for (const element of [ghost, ...ghost.querySelectorAll<HTMLElement>('[data-place]')]) delete element.dataset['place']
  ghost.setAttribute('aria-hidden', 'true')
  ghost.inert = true
  Object.assign(ghost.style, {
    position: 'fixed',
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    margin: '0',
    zIndex: '50',
    pointerEvents: 'none',
    opacity: '0.92',
  })
  card.parentElement!.append(ghost)
  return ghost
}
