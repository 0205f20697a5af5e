// Following: a list that grows at its end stays there as long as its reader does, and opens there.
const NEAR = 40 // pixels from the end that still count as being there

/** Svelte action for what scrolls; `_grown` changes when the list has grown. */
export function following(list: HTMLElement, _grown: unknown): { update: () => void; destroy: () => void } {
  let there = true
  const scrolled = (): void => void (there = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR)
  const follow = (): void => {
    if (there) list.scrollTop = list.scrollHeight
  }
  // its height may change after it was made: when a dialog opens, when fonts arrive
  const watch = new ResizeObserver(follow)
  watch.observe(list)
  list.addEventListener('scroll', scrolled)
  follow()
  return {
    update: follow,
    destroy: () => {
      watch.disconnect()
      list.removeEventListener('scroll', scrolled)
    },
  }
}
