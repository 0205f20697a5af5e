// The page's colours for the deep table: custom properties as they are in the present look.
const NAMES = [
  'felt-core', 'felt', 'felt-rim', 'wood-light', 'wood-dark', 'aim', 'ring-0', 'ring-1', 'ring-2', 'ring-3', 'die-red', 'die-black', 'die-black-rim', 'die-white',
  'tile-small', 'tile-small-edge', 'tile-medium', 'tile-medium-edge', 'tile-large', 'tile-large-edge',
] as const // prettier-ignore

export type Colours = Record<(typeof NAMES)[number], string>

/** Reads them where an element is; `light-dark()` is resolved by the browser. */
export function coloursAt(element: Element): Colours {
  const probe = document.createElement('i')
  probe.style.transition = 'none' // with reduced motion every element has a very short transition, and the probe would show the old colour
  element.append(probe)
  const found = Object.fromEntries(
    NAMES.map((name) => {
      probe.style.color = `var(--${name})`
      return [name, getComputedStyle(probe).color]
    }),
  )
  probe.remove()
  return found as Colours
}
