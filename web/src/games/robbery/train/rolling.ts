// How cars come and go: coupled on from the front, shaken off behind.
import type { TransitionConfig } from 'svelte/transition'

interface Wish {
  calm: boolean
  /** how long it takes, as a part of what it takes at 1× */
  pace: number
}

/** A new car rolls in from the right and bumps against the train. */
export function couple(_node: Element, { calm, pace }: Wish): TransitionConfig {
  if (calm) return { duration: 0 }
  return {
    duration: 750 * pace,
    css: (t, u) => `transform: translateX(${420 * u * u - 6 * Math.sin(t * Math.PI * 3) * u}px); opacity: ${Math.min(1, 2 * t)}`,
  }
}

/** A lost car rolls back, tips over and is gone. */
export function fall(_node: Element, { calm, pace }: Wish): TransitionConfig {
  if (calm) return { duration: 0 }
  return {
    duration: 1400 * pace,
    css: (t, u) =>
      `transform: translate(${-260 * u}px, ${190 * u * u * u}px) rotate(${-38 * u * u}deg); opacity: ${Math.min(1, 1.6 * t)}; z-index: 0; pointer-events: none`,
  }
}
