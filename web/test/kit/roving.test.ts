// Roving by arrow keys: over a board of buttons, a sky in rows that are shifted, bodies scattered about.
import { afterEach, describe, expect, it } from 'vitest'
import { home } from '../../src/games/urknall/sky/layout'
import { sky } from '../../src/games/bigxbang/sky/sky'
import { next, roving, type Point, type Stop } from '../../src/kit/roving'
import { CIRCLES } from '../games/bigxbang'

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
const around = ({ x, y }: Point, far = 20): Stop => ({ left: x - far, right: x + far, top: y - far, bottom: y + far })

/** All stops that the arrow keys lead to from the first. */
function reached(stops: Stop[], reach?: number): number {
  const seen = new Set([0])
  for (const from of seen)
    for (const arrow of ARROWS) {
      const to = next(stops, stops[from]!, arrow, reach)
      if (to >= 0) seen.add(to)
    }
  return seen.size
}

describe('an arrow key', () => {
  it('leads to the nearest button that way', () => {
    const stops = [
      around({ x: 20, y: 20 }),
      around({ x: 70, y: 20 }),
      around({ x: 120, y: 20 }),
      around({ x: 75, y: 110 }),
      around({ x: 20, y: 320 }),
    ]
    expect(next(stops, stops[0]!, 'ArrowRight')).toBe(1)
    expect(next(stops, stops[1]!, 'ArrowDown')).toBe(3)
    expect(next(stops, stops[3]!, 'ArrowUp')).toBe(1)
    expect(next(stops, stops[0]!, 'ArrowLeft')).toBe(-1)
  })
  it('leads to what stands right beside, however large', () => {
    const [small, wide, far] = [
      around({ x: 20, y: 20 }),
      { left: 60, right: 400, top: 0, bottom: 300 },
      around({ x: 300, y: 600 }),
    ]
    expect(next([small, wide, far], small, 'ArrowRight')).toBe(1)
  })
  it('reaches every body that floats about', () => {
    const stops = [...'abcdefghijklmnopqrstuv'].map((name) => around(home(name, { wide: 900, high: 500 })))
    expect(reached(stops, 2.2)).toBe(stops.length)
  })
})

describe('on a sky of shifted rows', () => {
  const drawn = (standing: boolean) => {
    const { spots } = sky(CIRCLES, standing)
    const stops = spots.map(({ x, y }) => around({ x: 40 * x, y: 40 * y }))
    const name = (i: number): string => spots[i]?.name ?? ''
    const at = (place: string): Stop => stops[spots.findIndex((spot) => spot.name === place)]!
    return { stops, at, go: (place: string, arrow: string, aim?: Point) => name(next(stops, at(place), arrow, 1.2, aim)) }
  }
  it.each([false, true])('every circle is reached, standing: %s', (standing) =>
    expect(reached(drawn(standing).stops, 1.2)).toBe(CIRCLES.length),
  )
  it('left and right stay in the row', () => {
    const { go } = drawn(false)
    expect(go('b1', 'ArrowRight')).toBe('b2')
    expect(go('e12', 'ArrowLeft')).toBe('e11')
    expect(go('a9', 'ArrowRight')).toBe('')
    expect(go('a1', 'ArrowUp')).toBe('')
  })
  it('down and up again leads to where it began', () => {
    const { go, at } = drawn(false)
    const aim = { x: (at('b5').left + at('b5').right) / 2, y: 0 }
    const two = go(go('b5', 'ArrowDown', aim), 'ArrowDown', aim)
    expect(go(go(two, 'ArrowUp', aim), 'ArrowUp', aim)).toBe('b5')
  })
})

describe('a group of stops', () => {
  afterEach(() => document.body.replaceChildren())
  const shown = (html: string): HTMLElement => {
    document.body.innerHTML = `<div>${html}</div>`
    const root = document.body.firstElementChild as HTMLElement
    for (const [i, button] of root.querySelectorAll('button').entries()) {
      button.getBoundingClientRect = () => ({ ...around({ x: 50 * i, y: 0 }) }) as DOMRect
      button.getClientRects = () => [button.getBoundingClientRect()] as unknown as DOMRectList
    }
    return root
  }
  const tabbed = (root: HTMLElement): string =>
    [...root.querySelectorAll('button')]
      .filter((button) => button.tabIndex === 0)
      .map((button) => button.id)
      .join()
  const press = (key: string): boolean =>
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))

  it('is one stop of the Tab key, first the one that matters', () => {
    expect(tabbed(roved('<button id="a"></button><button id="b" data-open></button><button id="c" data-first></button>'))).toBe(
      'c',
    )
    expect(tabbed(roved('<button id="a" disabled></button><button id="b"></button>'))).toBe('b')
  })
  it('follows the arrows and keeps the last stop', () => {
    const root = roved('<button id="a"></button><button id="b"></button><button id="c"></button>')
    root.querySelector('button')!.focus()
    expect(press('ArrowRight')).toBe(false)
    expect(document.activeElement!.id).toBe('b')
    expect(tabbed(root)).toBe('b')
    expect(press('x')).toBe(true)
  })
  const changed = (): Promise<void> => new Promise((done) => setTimeout(done)) // whoever watches the document has been told
  it('hands the focus on when the stop that has it goes', async () => {
    const root = roved('<button id="a"></button><button id="b"></button>')
    root.querySelector('button')!.focus()
    root.querySelector('button')!.remove()
    await changed()
    expect(document.activeElement!.id).toBe('b')
  })
  it('does not call the focus back when something is drawn as it leaves', async () => {
    const root = roved('<button id="a"></button><button id="b"></button>')
    const first = root.querySelector('button')!
    first.addEventListener('blur', () => root.append(document.createElement('i')))
    first.focus()
    first.blur()
    await changed()
    expect(document.activeElement).toBe(document.body)
    root.querySelector('button')!.remove()
    await changed()
    expect(document.activeElement).toBe(document.body)
    expect(tabbed(root)).toBe('b')
  })
  it('begins at what matters now until somebody has been there', async () => {
    const root = roved('<button id="a" data-open></button><button id="b"></button>')
    const [a, b] = root.querySelectorAll('button')
    a!.toggleAttribute('data-open')
    b!.toggleAttribute('data-open')
    await changed()
    expect(tabbed(root)).toBe('b')
    a!.focus()
    a!.blur()
    b!.append(document.createElement('i'))
    await changed()
    expect(tabbed(root)).toBe('a')
  })

  function roved(html: string): HTMLElement {
    const root = shown(html)
    roving(root)
    return root
  }
})
