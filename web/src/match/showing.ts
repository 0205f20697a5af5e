// What is asked about must be seen: the board moves until the question does not lie over the places in question.

/** How far up things must go that are seen between `top` and `bottom`, so that all are seen; where not all can be, the last one. */
export function lift(things: { top: number; bottom: number }[], top: number, bottom: number): number {
  const last = things.at(-1)
  if (!last) return 0
  const down = Math.max(...things.map((thing) => thing.bottom)) - bottom
  const up = Math.min(...things.map((thing) => thing.top)) - top
  const wished = down > 0 ? down : Math.min(up, 0)
  return Math.max(Math.min(wished, last.top - top), last.bottom - bottom)
}

/** Moves a board that `question` lies over the end of, however large that becomes, so that the places are seen; gives back how to undo it. */
export function showPlaces(board: HTMLElement, question: HTMLElement, places: string[]): () => void {
  const drawn = places.flatMap((place) => board.querySelector(`[data-place="${CSS.escape(place)}"]`) ?? [])
  const move = (): void => {
    // measured within the board, which may still be on its way
    const moved = (board.firstElementChild?.getBoundingClientRect().top ?? 0) + board.scrollTop
    const things = drawn.map((place) => place.getBoundingClientRect()).map(({ top, bottom }) => ({ top: top - moved, bottom: bottom - moved }))
    board.style.setProperty('--lift', `${-lift(things, 0, board.clientHeight - question.offsetHeight)}px`)
  }
  move()
  const watching = new ResizeObserver(move)
  watching.observe(question)
  return () => {
    watching.disconnect()
    board.style.removeProperty('--lift')
  }
}
