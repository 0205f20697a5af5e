// Scrolls a list to one of its lines without moving the page around it.
export function reveal(element: Element | null | undefined, where: 'center' | 'nearest' = 'nearest'): void {
  const box = element?.parentElement?.closest<HTMLElement>('[data-scrolls]')
  if (!element || !box) {
    element?.scrollIntoView({ block: where })
    return
  }
  const line = element.getBoundingClientRect()
  const frame = box.getBoundingClientRect()
  if (where === 'center') box.scrollTop += line.top - frame.top - (frame.height - line.height) / 2
  else if (line.top < frame.top) box.scrollTop += line.top - frame.top
  else if (line.bottom > frame.bottom) box.scrollTop += line.bottom - frame.bottom
}
