// What a player wishes on this device: language, look, sound, movement, speed, confirmation, notifications, no more offers of a tour. Kept in the browser.
export interface Settings {
  language: 'auto' | 'en' | 'de'
  theme: 'auto' | 'light' | 'dark'
  sound: boolean
  motion: 'auto' | 'calm'
  /** how fast moves are shown: so many times; 0: at once */
  speed: 0 | 1 | 2 | 4
  confirm: 'touch' | 'always' | 'never'
  notify: boolean
  /** what the server was told of this browser for push messages: language, guest, address; empty: nothing */
  push: string
  /** the games whose tour is offered no more: it was taken or declined, or the game was played to its end */
  tours: string[]
}

const PLACE = 'bangbox.settings'
const DEFAULTS: Settings = {
  language: 'auto',
  theme: 'auto',
  sound: true,
  motion: 'auto',
  speed: 1,
  confirm: 'touch',
  notify: false,
  push: '',
  tours: [],
}

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Settings>
  } catch {
    return {}
  }
}

export const settings: Settings = $state({ ...DEFAULTS, ...stored() })

/** Writes the settings down and lets them take effect; call inside an effect. */
export function keep(): void {
  const root = document.documentElement
  if (settings.theme === 'auto') delete root.dataset['theme']
  else root.dataset['theme'] = settings.theme
  root.toggleAttribute('data-calm', settings.motion === 'calm')
  try {
    // an offer closed in another tab stays closed
    const tours = [...new Set([...(stored().tours ?? []), ...settings.tours])]
    localStorage.setItem(PLACE, JSON.stringify({ ...settings, tours }))
  } catch {
    // no storage in this browser: the settings last until the page is closed
  }
}

/** Whether nothing should move. */
export const calm = (): boolean => settings.motion === 'calm' || matchMedia('(prefers-reduced-motion: reduce)').matches

/** Whether a choice made with this kind of pointer is asked about before it is sent. */
export const asksFirst = (): boolean =>
  settings.confirm === 'always' || (settings.confirm === 'touch' && matchMedia('(pointer: coarse)').matches)

export const SPEEDS: Settings['speed'][] = [1, 2, 4, 0]
