// Painted on the felt: networks outlined in their owner's colour and dashes, the sides of the players, what is marked.
import { Mesh, MeshBasicMaterial, PlaneGeometry, type CanvasTexture } from 'three'
import { path } from '../geometry'
import { DASHES } from '../looks'
import { isLost } from '../hand/placing'
import type { Shown } from '../shown'
import type { Colours } from './colours'
import { painted } from './textures'

const PIXELS = 1536
const BEYOND = 0.1 // the picture reaches beyond the table, for tiles that hang over its edge
const FATES = { joins: '#b9ffc9', beaten: '#ff8a7d', burns: '#ff8a7d', beats: '#ffd23f', maybe: '#ffffff' }

export class Decal {
  readonly mesh: Mesh
  private readonly texture: CanvasTexture
  private drawn = ''

  constructor(private readonly table: number) {
    this.texture = painted(PIXELS, PIXELS, () => {})
    const wide = table + 2 * BEYOND
    this.mesh = new Mesh(
      new PlaneGeometry(wide, wide),
      new MeshBasicMaterial({ map: this.texture, transparent: true, depthWrite: false }),
    )
    this.mesh.position.z = 0.0004
    this.mesh.renderOrder = 1
  }

  /** Paints again if something on it has changed. */
  paint({ view, fates, open, marked, fresh, preview }: Shown, colours: Colours): void {
    const key = JSON.stringify([
      view.tiles,
      view.networks,
      view.decider,
      [...fates],
      [...open],
      [...marked],
      [...fresh],
      preview?.name,
    ])
    if (key === this.drawn) return
    this.drawn = key
    const canvas = this.texture.image as HTMLCanvasElement
    const pen = canvas.getContext('2d')
    if (!pen) return
    const scale = PIXELS / ((this.table + 2 * BEYOND) * 1000)
    pen.setTransform(1, 0, 0, 1, 0, 0)
    pen.clearRect(0, 0, PIXELS, PIXELS)
    pen.setTransform(scale, 0, 0, scale, PIXELS / 2, PIXELS / 2)
    pen.lineJoin = pen.lineCap = 'round'
    this.sides(pen, view, colours)
    const tiles = new Map(view.tiles.map((tile) => [tile.name, tile]))
    const outline = (names: string[]): Path2D => new Path2D(names.map((name) => path(tiles.get(name)?.outline ?? [])).join(''))
    for (const network of view.networks) {
      if (network.owner === null) continue
      pen.strokeStyle = colours[`ring-${network.owner}` as keyof Colours]
      const line = outline(network.tiles)
      stroke(pen, line, 18, 0.3)
      stroke(pen, line, 11, 1, DASHES[network.owner])
    }
    for (const [tile, fate] of fates) {
      pen.strokeStyle = FATES[fate]
      stroke(pen, outline([tile]), 14, 0.9)
    }
    if (preview?.outline.length) {
      pen.strokeStyle = isLost(preview) ? '#ff6b5e' : colours.aim
      stroke(pen, new Path2D(path(preview.outline)), 13, 1, isLost(preview) ? '9 12' : 'none')
    }
    pen.strokeStyle = colours.aim
    for (const tile of open) stroke(pen, outline([tile]), 13, 0.95, '10 12')
    for (const tile of [...marked, ...fresh]) stroke(pen, outline([tile]), 8, 0.8)
    this.texture.needsUpdate = true
  }

  private sides(pen: CanvasRenderingContext2D, view: Shown['view'], colours: Colours): void {
    const half = this.table * 500
    view.players.forEach((player, seat) => {
      pen.save()
      pen.rotate((-player.side * Math.PI) / 2)
      pen.strokeStyle = colours[`ring-${seat}` as keyof Colours]
      stroke(
        pen,
        new Path2D(`M${-half * 0.45} ${half + 13}H${half * 0.45}`),
        view.decider === seat ? 11 : 7,
        view.decider === seat ? 1 : 0.6,
        DASHES[seat],
      )
      pen.restore()
    })
  }

  /** Another look: everything is painted again. */
  forget(): void {
    this.drawn = ''
  }
}

function stroke(pen: CanvasRenderingContext2D, line: Path2D, width: number, opacity: number, dash = 'none'): void {
  pen.globalAlpha = opacity
  pen.lineWidth = width
  pen.setLineDash(dash === 'none' ? [] : dash.split(' ').map(Number))
  pen.stroke(line)
}
