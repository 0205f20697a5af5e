// One Tab stop for the whole board: the arrow keys lead from button to button by where they lie on the screen.
const WAYS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** A button that can have the focus. */
export interface Stop {
  left: number
  right: number
  top: number
  bottom: number
}

/** The index of the stop an arrow leads to; -1 if there is none that way. */
export function next(stops: Stop[], from: Stop, arrow: string): number {
  const [dx, dy] = WAYS[arrow] ?? [0, 0]
  const middle = (stop: Stop): [number, number] => [(stop.left + stop.right) / 2, (stop.top + stop.bottom) / 2]
  const [fromX, fromY] = middle(from)
  let [best, least] = [-1, Infinity]
  stops.forEach((stop, i) => {
    const [x, y] = middle(stop)
    const ahead = (x - fromX) * dx + (y - fromY) * dy
    if (ahead < 2 || stop === from) return
    // what overlaps sideways lies straight ahead
    const overlaps = dx ? stop.top < from.bottom - 2 && stop.bottom > from.top + 2 : stop.left < from.right - 2 && stop.right > from.left + 2
    const aside = overlaps ? Math.abs((x - fromX) * dy + (y - fromY) * dx) * 0.3 : Math.abs((x - fromX) * dy) + Math.abs((y - fromY) * dx)
    const cost = ahead + (overlaps ? aside : 2.5 * aside + 40)
    if (cost < least) [best, least] = [i, cost]
  })
  return best
}

const usable = (button: HTMLElement): boolean => !button.closest('[inert]') && button.getClientRects().length > 0

/** Svelte action: `button`s inside get the focus one at a time; `key` tells that there may be others now. */
export function roving(root: HTMLElement, _key: unknown): { update: () => void; destroy: () => void } {
  let current: HTMLElement | null = null
  let inside = false
  const all = (): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('button')].filter(usable)

  function settle(): void {
    const buttons = all()
    if (!current || !buttons.includes(current)) current = buttons.find((button) => button.dataset['first'] !== undefined) ?? buttons.find((button) => button.dataset['open'] !== undefined) ?? buttons[0] ?? null
    for (const button of root.querySelectorAll<HTMLElement>('button')) button.tabIndex = button === current ? 0 : -1
    if (inside && (document.activeElement === document.body || document.activeElement === null)) current?.focus({ preventScroll: true })
  }
  function keyed(event: KeyboardEvent): void {
    if (!(event.key in WAYS) || event.ctrlKey || event.metaKey || event.altKey || !current) return
    const buttons = all()
    const found = next(buttons.map((button) => button.getBoundingClientRect()), current.getBoundingClientRect(), event.key)
    event.preventDefault()
    if (found >= 0) buttons[found]!.focus()
  }
  function focused(event: FocusEvent): void {
    const button = (event.target as HTMLElement).closest<HTMLElement>('button')
    if (!button) return
    inside = true
    current = button
    settle()
  }
  function left(event: FocusEvent): void {
    if (event.relatedTarget && !root.contains(event.relatedTarget as Node)) inside = false
  }
  root.addEventListener('keydown', keyed)
  root.addEventListener('focusin', focused)
  root.addEventListener('focusout', left)
  const watch = new MutationObserver(settle)
  watch.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['inert', 'data-open'] })
  settle()
  return {
    update: settle,
    destroy: () => {
      watch.disconnect()
      root.removeEventListener('keydown', keyed)
      root.removeEventListener('focusin', focused)
      root.removeEventListener('focusout', left)
    },
  }
}
