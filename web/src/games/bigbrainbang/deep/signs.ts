// Signs that hover over the deep table and always look at the eye.
import { Sprite, SpriteMaterial } from 'three'
import { sign } from './textures'

export function hovering(text: string, colour: string): Sprite {
  const sprite = new Sprite(new SpriteMaterial({ map: sign(text, colour), depthTest: false, transparent: true }))
  sprite.scale.setScalar(0.028)
  sprite.renderOrder = 5
  return sprite
}
