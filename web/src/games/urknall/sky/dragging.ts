// Dragging bodies about on the sky with a mouse or a finger; a press that does not move stays a tap.
const FAR = 7 // pixels before a press becomes a drag

interface Wish {
  /** a body is so far from where it was taken up */
  ondrag: (body: string, dx: number, dy: number) => void
  /** it is let go; `done`: on purpose */
  ondrop: (body: string, done: boolean) => void
}

/** Svelte action for the drawing that holds the bodies. */
export function dragging(sky: SVGSVGElement, wish: Wish): { update: (wish: Wish) => void; destroy: () => void } {
  let wanted = wish
  let taken: { body: string; x: number; y: number; moved: boolean } | null = null

  function down(event: PointerEvent): void {
    const body = (event.target as Element).closest<SVGElement>('[data-body]')?.dataset['body']
    if (!body || event.button !== 0 || taken) return
    taken = { body, x: event.clientX, y: event.clientY, moved: false }
    listen('addEventListener')
  }
  function move(event: PointerEvent): void {
    if (!taken) return
    const [dx, dy] = [event.clientX - taken.x, event.clientY - taken.y]
    taken.moved ||= Math.hypot(dx, dy) >= FAR
    if (taken.moved) wanted.ondrag(taken.body, dx, dy)
  }
  function up(event: PointerEvent): void {
    const was = taken
    taken = null
    listen('removeEventListener')
    if (!was?.moved) return
    wanted.ondrop(was.body, event.type === 'pointerup')
    // the click that follows a drag is no tap
    sky.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => sky.removeEventListener('click', swallow, { capture: true }), 0)
  }
  /** A finger on a body drags it: without this the browser takes it for scrolling, because it asks an SVG's root what touches do. */
  const keep = (event: TouchEvent): void => {
    if (taken) event.preventDefault()
  }
  const swallow = (event: Event): void => event.stopImmediatePropagation()
  /** On the window, because a fast pointer leaves the body between two events. */
  function listen(how: 'addEventListener' | 'removeEventListener'): void {
    window[how]('pointermove', move as EventListener)
    window[how]('pointerup', up as EventListener)
    window[how]('pointercancel', up as EventListener)
  }
  sky.addEventListener('pointerdown', down as EventListener)
  sky.addEventListener('touchmove', keep, { passive: false })
  return {
    update: (next) => (wanted = next),
    destroy: () => {
      listen('removeEventListener')
      sky.removeEventListener('pointerdown', down as EventListener)
      sky.removeEventListener('touchmove', keep)
    },
  }
}
