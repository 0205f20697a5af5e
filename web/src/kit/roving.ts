// Roving: many stops are one stop of the Tab key, and the arrow keys lead from one to the next by where they lie on the screen.
const WAYS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
const STRAIGHT = 1.2 // sideways distance per distance ahead up to which a stop counts as straight ahead

export interface Point {
  x: number
  y: number
}

/** Where something that can have the focus lies. */
export interface Stop {
  left: number
  right: number
  top: number
  bottom: number
}

export const middle = ({ left, right, top, bottom }: Stop): Point => ({ x: (left + right) / 2, y: (top + bottom) / 2 })

/**
 * The index of the stop an arrow leads to; -1 if there is none that way. `reach`: sideways distance per distance ahead beyond
 * which a stop does not count. `aim`: where the walk began, so that going there and back again ends where it started.
 */
export function next(stops: Stop[], from: Stop, arrow: string, reach = Infinity, aim = middle(from)): number {
  const [dx, dy] = WAYS[arrow] ?? [0, 0]
  const here = middle(from)
  const across = (a: Point, b: Point): number => Math.abs((a.x - b.x) * dy) + Math.abs((a.y - b.y) * dx)
  let [best, least] = [-1, Infinity]
  stops.forEach((stop, i) => {
    const there = middle(stop)
    const ahead = (there.x - here.x) * dx + (there.y - here.y) * dy
    const aside = across(there, here)
    if (ahead < 2 || (aside > reach * ahead && !faces(from, stop, dx !== 0))) return
    const straight = aside < STRAIGHT * ahead || faces(from, stop, dx !== 0)
    const cost = straight ? ahead + 0.2 * aside + 0.1 * across(there, aim) : ahead + 2.5 * aside
    if (cost < least) [best, least] = [i, cost]
  })
  return best
}

/** Whether one of two stops has the other's middle beside it (or above and below it). */
function faces(one: Stop, other: Stop, sideways: boolean): boolean {
  const [a, b] = [middle(one), middle(other)]
  const inside = (point: Point, stop: Stop): boolean =>
    sideways ? point.y > stop.top && point.y < stop.bottom : point.x > stop.left && point.x < stop.right
  return inside(a, other) || inside(b, one)
}

interface Wish {
  /** selects the stops inside; by default all buttons */
  stops?: string
  reach?: number
  /** changes when stops may have appeared or gone without the document showing it */
  key?: unknown
}

const usable = (stop: HTMLElement | SVGElement): boolean =>
  !(stop as HTMLButtonElement).disabled && !stop.closest('[inert]') && stop.getClientRects().length > 0

/** Svelte action. Tab leads to the stop that had the focus last, at first to one marked `data-first` or `data-open`. */
export function roving(root: HTMLElement | SVGElement, wish: Wish = {}): { update: (wish: Wish) => void; destroy: () => void } {
  let { stops = 'button', reach } = wish
  let current: HTMLElement | SVGElement | null = null
  let visited = false // whether `current` has had the focus; else it makes way for what comes to matter more
  let aim: Point | null = null
  let inside = false
  const all = (): (HTMLElement | SVGElement)[] => [...root.querySelectorAll<HTMLElement | SVGElement>(stops)].filter(usable)

  function settle(): void {
    const found = all()
    const kept = visited && current !== null && found.includes(current)
    if (!kept) {
      current = found.find((stop) => 'first' in stop.dataset) ?? found.find((stop) => 'open' in stop.dataset) ?? found[0] ?? null
      visited = false
    }
    for (const stop of root.querySelectorAll<HTMLElement | SVGElement>(stops)) stop.tabIndex = stop === current ? 0 : -1
    if (!inside || (document.activeElement !== document.body && document.activeElement !== null)) return
    // a stop that is gone hands the focus on; one that still stands was left, perhaps for a stop that has not got the focus yet
    if (kept) inside = false
    else current?.focus({ preventScroll: true })
  }
  function keyed(event: Event): void {
    const { key, ctrlKey, metaKey, altKey } = event as KeyboardEvent
    const way = WAYS[key]
    if (!way || ctrlKey || metaKey || altKey || !current) return
    event.preventDefault()
    const found = all()
    const from = current.getBoundingClientRect()
    const led =
      found[
        next(
          found.map((stop) => stop.getBoundingClientRect()),
          from,
          key,
          reach,
          aim ?? undefined,
        )
      ]
    if (!led) return
    const [began, there] = [aim ?? middle(from), middle(led.getBoundingClientRect())]
    led.focus()
    aim = way[0] ? { x: there.x, y: began.y } : { x: began.x, y: there.y }
  }
  function focused(event: Event): void {
    const stop = (event.target as Element).closest<HTMLElement | SVGElement>(stops)
    if (!stop) return
    inside = visited = true
    aim = null
    current = stop
    settle()
  }
  function left(event: Event): void {
    const to = (event as FocusEvent).relatedTarget
    if (to && !root.contains(to as Node)) inside = false
  }
  const heard = { keydown: keyed, focusin: focused, focusout: left }
  for (const [name, listener] of Object.entries(heard)) root.addEventListener(name, listener)
  const watch = new MutationObserver(settle)
  watch.observe(root, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['inert', 'data-open', 'disabled', 'role'],
  })
  settle()
  return {
    update: (now) => {
      ;({ stops = 'button', reach } = now)
      settle()
    },
    destroy: () => {
      watch.disconnect()
      for (const [name, listener] of Object.entries(heard)) root.removeEventListener(name, listener)
    },
  }
}
