// How seats, dice and tiles are told apart without colour: dashes, patterns, shapes; which die calls for which tile.
export const DICE = ['red', 'black', 'white'] as const
export const SIZES = ['small', 'medium', 'large'] as const
export const sizeOf = (die: string): string => SIZES[DICE.indexOf(die as (typeof DICE)[number])] ?? 'small'
export const dieOf = (size: string): string => DICE[SIZES.indexOf(size as (typeof SIZES)[number])] ?? 'red'

/** Dashes of a seat's outline, in millimetres of the table. */
export const DASHES = ['none', '14 16', '0.1 15', '20 15 0.1 15']

/** A seat's shape, as everywhere in the app, in a square of 24. */
export const SHAPES = ['M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20z', 'M3 3h18v18H3z', 'M12 2 23 21H1z', 'M12 1 23 12 12 23 1 12z']

/** Signs for what a placement would do to a tile; colour never alone. */
export const FATES = { joins: '+', beaten: '×', beats: '!', burns: '×', maybe: '?' } as const

/** What a placement does, in one sign. */
export const EFFECTS: Record<string, string> = {
  alone: '○',
  neutral: '◌',
  join: '+',
  help: '♥',
  fight: '⚔',
  choose: '?',
  burn: '✸',
}
