// How a die's cube is turned so that a side faces the player, with whole turns added so that it tumbles on the way.
export const SIDES = ['1', '2', '3', '4', '5', '*'] as const

const FACING: Record<string, [number, number]> = {
  '1': [0, 0],
  '2': [0, -90],
  '3': [-90, 0],
  '4': [90, 0],
  '5': [0, 90],
  '*': [0, 180],
  '?': [0, 0], // in the cup: not to be seen
}

/** Degrees about both axes; `turns` counts the throws of this die, each adds two tumbles one way and one the other. */
export function orientation(top: string, turns: number): { x: number; y: number } {
  const [x, y] = FACING[top] ?? [0, 0]
  return { x: x + 720 * turns, y: y + 360 * turns }
}

/** The way of a die from the cup to its place, as keyframes; every die and throw a little different. */
export function toss(from: { x: number; y: number }, seed: number): Keyframe[] {
  const sway = ((seed * 37) % 13) - 6
  const at = (x: number, y: number, scale: number, turn: number): Keyframe => ({
    transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale}) rotate(${turn}deg)`,
  })
  return [
    { ...at(from.x, from.y, 0.6, -40 + sway * 5), offset: 0, easing: 'cubic-bezier(0.2, 0.6, 0.5, 1)' },
    { ...at(from.x * 0.35 + sway * 3, from.y * 0.3 - 46, 1.22, 25), offset: 0.38, easing: 'ease-in' },
    { ...at(sway * 2, 0, 1, -9 - sway), offset: 0.66, easing: 'ease-out' },
    { ...at(sway, -13, 1.05, 5 + sway), offset: 0.8, easing: 'ease-in' },
    { ...at(0, 0, 1, 0), offset: 1 },
  ]
}
