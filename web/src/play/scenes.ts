// How a board shows what happened: as scenes, which it declares itself; without a word from it, as one scene a step.
import type { BoardEvent, BoardModule, Happening, Scene } from '../boards'

/** how long (ms) others' moves are shown by a board that declares nothing */
const UNDECLARED = 900

/** The scenes of a step, in order, with every event in exactly one of them. A board that loses one shows the step as a whole. */
export function scenesOf(module: BoardModule | undefined, step: Happening<unknown>): Scene[] {
  const whole = { kind: '', events: step.events, length: 0 }
  if (!module?.scenes) {
    const others = step.events.some((event) => event.kind === 'choice' && event.seat !== step.seat)
    return [{ ...whole, length: module?.pace?.(step.events, step.seat) ?? (others ? UNDECLARED : 0) }]
  }
  const scenes = module.scenes(step as Happening<never>)
  if (complete(scenes, step.events)) return scenes
  return [{ ...whole, length: scenes.reduce((sum, scene) => sum + scene.length, 0) }]
}

function complete(scenes: Scene[], events: BoardEvent[]): boolean {
  const played = scenes.flatMap((scene) => scene.events)
  return scenes.length > 0 && played.length === events.length && played.every((event, i) => event.number === events[i]!.number)
}

/** What was missed, one decision after another: each choice with the chance outcomes that followed from it. */
export function decisions<Event extends { kind: string }>(events: Event[]): Event[][] {
  const found: Event[][] = []
  for (const event of events) {
    if (event.kind === 'chance' && found.length) found.at(-1)!.push(event)
    else found.push([event])
  }
  return found
}
