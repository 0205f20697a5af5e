// How the plain board shows data it knows nothing about: as a map, a grid, a table, cards or words, by its shape alone.
export type Plain = string | number | boolean | null | undefined
export type Thing = Record<string, unknown>

/** Things with places, and what is known of these: which can be tapped, are tapped, are talked about, were touched last. */
export interface PlacesProps {
  things: Thing[]
  open: Set<string>
  tapped: string[]
  marked: Set<string>
  touched: Set<string>
  press: (place: string) => void
}

export const isPlain = (value: unknown): value is Plain => value === null || value === undefined || typeof value !== 'object'
export const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null && !Array.isArray(value)

export type Shape = 'plain' | 'words' | 'map' | 'grid' | 'table' | 'cards' | 'thing' | 'rows' | 'nothing'

/** The way to show a value. */
export function shape(value: unknown): Shape {
  if (isPlain(value)) return 'plain'
  if (isThing(value)) return Object.keys(value).length ? 'thing' : 'nothing'
  const list = value as unknown[]
  if (!list.length) return 'nothing'
  if (list.every(isPlain)) return 'words'
  if (list.every(isThing)) return listShape(list)
  return 'rows'
}

function listShape(list: Thing[]): Shape {
  const all = (...keys: string[]): boolean => list.every((thing) => keys.every((key) => typeof thing[key] === 'number'))
  if (list.length > 2 && all('row', 'column')) return 'grid'
  if (all('x', 'y') && list.some((thing) => placeOf(thing))) return 'map'
  return list.every((thing) => Object.values(thing).every(isPlain)) ? 'table' : 'cards'
}

/** What a thing is called on the board. */
export function placeOf(thing: Thing): string {
  const found = thing['place'] ?? thing['name']
  return typeof found === 'string' ? found : ''
}

/** All places that a view shows, however deep. */
export function placesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) value.forEach((inner) => placesIn(inner, found))
  else if (isThing(value)) {
    found.add(placeOf(value))
    Object.values(value).forEach((inner) => placesIn(inner, found))
  }
  return found
}

/** "turns_left" as "turns left" */
export const written = (key: string): string => key.replaceAll('_', ' ')

/** The columns of a table: every key that says something in at least one row. */
export function columns(list: Thing[]): string[] {
  const keys = new Set(list.flatMap((thing) => Object.keys(thing)))
  return [...keys].filter((key) => list.some((thing) => thing[key] !== null && thing[key] !== '' && thing[key] !== undefined))
}

/** What a thing says beside its name and place: short words. */
export function remarks(thing: Thing): string[] {
  const silent = new Set(['place', 'name', 'x', 'y', 'row', 'column'])
  return Object.entries(thing).flatMap(([key, value]) => {
    if (silent.has(key) || value === null || value === '' || value === false || value === 0) return []
    if (value === true) return [written(key)]
    if (isPlain(value)) return [typeof value === 'number' ? `${written(key)} ${value}` : String(value)]
    if (Array.isArray(value) && value.length && value.every(isPlain)) return [`${written(key)} ${value.join(' ')}`]
    return []
  })
}

/** Corners of a thing, if it has an outline: pairs of numbers. */
export function outline(thing: Thing): [number, number][] | null {
  const found = thing['outline']
  const pairs = Array.isArray(found) && found.length > 2 && found.every((pair) => Array.isArray(pair) && pair.length === 2)
  return pairs ? (found as [number, number][]) : null
}
