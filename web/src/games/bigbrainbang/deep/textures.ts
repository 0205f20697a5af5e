// Painted surfaces of the deep table: felt, wood, tiles with their thoughts and patterns, the box, signs.
import { CanvasTexture, RepeatWrapping, SRGBColorSpace, type Texture } from 'three'
import type { Colours } from './colours'

type Painter = (pen: CanvasRenderingContext2D, width: number, height: number) => void

export function painted(width: number, height: number, paint: Painter): CanvasTexture {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (pen) paint(pen, width, height)
  const texture = new CanvasTexture(canvas)
  texture.colorSpace = SRGBColorSpace
  texture.anisotropy = 8
  return texture
}

/** Always the same specks: a picture of a table does not change by being drawn again. */
function specks(count: number): () => number {
  let seed = count
  return () => (seed = (seed * 16807) % 2147483647) / 2147483647
}

export const felt = (colours: Colours): Texture =>
  painted(768, 768, (pen, w, h) => {
    const light = pen.createRadialGradient(w * 0.42, h * 0.36, 0, w / 2, h / 2, w * 0.75)
    light.addColorStop(0, colours['felt-core'])
    light.addColorStop(0.7, colours.felt)
    light.addColorStop(1, colours['felt-rim'])
    pen.fillStyle = light
    pen.fillRect(0, 0, w, h)
    const next = specks(7)
    for (let i = 0; i < 26000; i++) {
      pen.fillStyle = next() > 0.5 ? 'rgba(255,255,255,0.05)' : 'rgba(0,0,0,0.07)'
      pen.fillRect(next() * w, next() * h, 1 + next() * 2, 1)
    }
  })

export function wood(colours: Colours): Texture {
  const texture = painted(512, 128, (pen, w, h) => {
    const light = pen.createLinearGradient(0, 0, w, h)
    light.addColorStop(0, colours['wood-light'])
    light.addColorStop(1, colours['wood-dark'])
    pen.fillStyle = light
    pen.fillRect(0, 0, w, h)
    const next = specks(11)
    for (let i = 0; i < 46; i++) {
      const y = next() * h
      pen.strokeStyle = `rgba(40,20,8,${0.05 + next() * 0.14})`
      pen.lineWidth = 0.6 + next() * 1.8
      pen.beginPath()
      pen.moveTo(0, y)
      for (let x = 0; x <= w; x += 32) pen.lineTo(x, y + Math.sin(x / 60 + i) * 3 * next())
      pen.stroke()
    }
  })
  texture.wrapS = texture.wrapT = RepeatWrapping
  return texture
}

const INK: Record<string, string> = { small: '#4a0d12', medium: '#f6effc', large: '#4a3a14' }
const THOUGHTS: Record<string, string> = {
  large: 'M-43 -17q6 -7 12 0t12 0 12 0 12 0 12 0 12 0 12 0M-43 19q6 -7 12 0t12 0 12 0 12 0 12 0 12 0 12 0',
  medium: 'M-21 -20q7 -5 10 2t10 1 10 -2 12 3M-20 19q6 -8 12 0t12 0 14 -1M19 -8q6 5 1 9t1 9',
  small: 'M4 -9q7 -1 9 4t9 3M1 13q8 2 12 -4',
}

export interface Face {
  size: string
  owner: number | null
  name: string
  mirrored: boolean
  /** where the name stands, in millimetres from the middle of the picture, and how it is turned to be upright */
  label: [number, number]
  upright: number
}

/** A tile's face on a picture 128 millimetres wide; its middle is the middle of the tile's bounding box. */
export const tileFace = (colours: Colours, { size, owner, name, mirrored, label, upright }: Face): Texture =>
  painted(256, 256, (pen, w, h) => {
    pen.fillStyle = colours[`tile-${size}` as keyof Colours]
    pen.fillRect(0, 0, w, h)
    pen.translate(w / 2, h / 2)
    pen.scale(2, 2)
    pen.save()
    if (mirrored) pen.scale(-1, 1)
    pen.strokeStyle = INK[size] ?? '#000'
    pen.globalAlpha = 0.45
    pen.lineWidth = 1.8
    pen.lineCap = 'round'
    if (size === 'small') pen.translate(-9, 0)
    pen.stroke(new Path2D(THOUGHTS[size] ?? ''))
    pen.restore()
    if (owner !== null) pattern(pen, owner, colours)
    pen.translate(label[0], -label[1])
    pen.rotate((-upright * Math.PI) / 180)
    pen.font = '700 12px Bangbox, sans-serif'
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    pen.lineWidth = 4
    pen.lineJoin = 'round'
    pen.strokeStyle = colours[`tile-${size}` as keyof Colours]
    pen.fillStyle = INK[size] ?? '#000'
    pen.strokeText(name, 0, 0)
    pen.fillText(name, 0, 0)
  })

/** Stripes, dots, a grid or waves, as on the flat table. */
function pattern(pen: CanvasRenderingContext2D, seat: number, colours: Colours): void {
  pen.save()
  pen.globalAlpha = 0.55
  pen.strokeStyle = pen.fillStyle = colours[`ring-${seat}` as keyof Colours]
  pen.lineWidth = seat === 2 ? 1.5 : 2.2
  pen.beginPath()
  for (let i = -70; i <= 70; i += seat === 1 ? 9 : 10) {
    if (seat === 0) [pen.moveTo(i * 1.3 - 70, -70), pen.lineTo(i * 1.3 + 70, 70)]
    if (seat === 2) [pen.moveTo(i, -70), pen.lineTo(i, 70), pen.moveTo(-70, i), pen.lineTo(70, i)]
    if (seat === 3)
      for (let x = -72; x < 70; x += 12)
        [pen.moveTo(x, i), pen.quadraticCurveTo(x + 3, i - 5, x + 6, i), pen.quadraticCurveTo(x + 9, i + 5, x + 12, i)]
    if (seat === 1) for (let x = -70; x < 70; x += 9) [pen.moveTo(x + 1.7, i), pen.arc(x, i, 1.7, 0, 7)]
  }
  if (seat === 1) pen.fill()
  else pen.stroke()
  pen.restore()
}

export const boxLid = (): Texture =>
  painted(512, 512, (pen, w, h) => {
    const light = pen.createRadialGradient(w / 2, h * 0.45, 10, w / 2, h / 2, w * 0.7)
    light.addColorStop(0, '#ff9ec7')
    light.addColorStop(1, '#c23a83')
    pen.fillStyle = light
    pen.fillRect(0, 0, w, h)
    pen.translate(w / 2, h / 2)
    pen.strokeStyle = '#ffe6f2'
    pen.lineCap = 'round'
    pen.globalAlpha = 0.28
    pen.lineWidth = 10
    for (let i = 0; i < 24; i++) {
      pen.rotate(Math.PI / 12)
      pen.beginPath()
      pen.moveTo(0, 140)
      pen.lineTo(0, 360)
      pen.stroke()
    }
    pen.globalAlpha = 1
    pen.save()
    pen.translate(0, -30)
    pen.scale(1.5, 1.5)
    pen.lineWidth = 5
    pen.fillStyle = '#7d2a66'
    const brain = new Path2D('M-62 40c-40 -20 -34 -84 12 -92 18 -30 82 -30 100 0 46 8 52 72 12 92 -30 26 -94 26 -124 0z')
    pen.fill(brain)
    pen.stroke(brain)
    pen.stroke(new Path2D('M0 -64V58M-62 -20q30 -14 40 12M62 -20q-30 -14 -40 12M-50 30q24 -24 40 4M50 30q-24 -24 -40 4'))
    pen.restore()
    title(pen, 46, 150)
  })

export const boxSide = (): Texture =>
  painted(512, 120, (pen, w, h) => {
    pen.fillStyle = '#a82e70'
    pen.fillRect(0, 0, w, h)
    pen.translate(w / 2, h / 2)
    title(pen, 40, 0)
  })

function title(pen: CanvasRenderingContext2D, size: number, y: number): void {
  pen.font = `700 ${size}px Bangbox, sans-serif`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.lineWidth = 10
  pen.lineJoin = 'round'
  pen.strokeStyle = '#5a1a4a'
  pen.fillStyle = '#fff3f9'
  pen.strokeText('BIG BRAIN BANG', 0, y)
  pen.fillText('BIG BRAIN BANG', 0, y)
}

/** A sign in a dark disc: what would become of a tile. */
export const sign = (text: string, colour: string): Texture =>
  painted(96, 96, (pen, w, h) => {
    pen.beginPath()
    pen.arc(w / 2, h / 2, 42, 0, 7)
    pen.fillStyle = '#14201fe6'
    pen.fill()
    pen.lineWidth = 5
    pen.strokeStyle = colour
    pen.stroke()
    pen.font = '700 60px Bangbox, sans-serif'
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    pen.fillStyle = colour
    pen.fillText(text, w / 2, h / 2 + 3)
  })

export const glow = (): Texture =>
  painted(64, 64, (pen, w, h) => {
    const light = pen.createRadialGradient(w / 2, h / 2, 0, w / 2, h / 2, w / 2)
    light.addColorStop(0, 'rgba(255,246,216,0.9)')
    light.addColorStop(1, 'rgba(255,246,216,0)')
    pen.fillStyle = light
    pen.fillRect(0, 0, w, h)
  })
