// Which view of the table is wished for on this device, whether the box is, and whether it can draw the deep one at all.
export type Wished = 'deep' | 'flat'

const PLACE = 'bangbox.bigbrainbang.view'

export function wished(): Wished {
  try {
    return localStorage.getItem(PLACE) === 'flat' ? 'flat' : 'deep'
  } catch {
    return 'deep'
  }
}

export function wish(view: Wished): void {
  try {
    localStorage.setItem(PLACE, view)
  } catch {
    // no storage in this browser: the choice lasts until the page is closed
  }
}

const BOX = 'bangbox.bigbrainbang.box'

/** Whether the player wants to be asked about the box before every throw. */
export function wantsBox(): boolean {
  try {
    return localStorage.getItem(BOX) === 'ask'
  } catch {
    return false
  }
}

export function wishBox(on: boolean): void {
  try {
    localStorage.setItem(BOX, on ? 'ask' : 'no')
  } catch {
    // no storage in this browser: the wish lasts until the page is closed
  }
}

/** Whether there is WebGL; the context is given back at once. */
export function canBeDeep(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2')
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    return context !== null
  } catch {
    return false
  }
}
