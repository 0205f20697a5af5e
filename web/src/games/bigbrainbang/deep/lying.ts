// What lies on the deep table: tiles on their levels, pawns, the box, and signs over tiles that something would happen to.
import { Group, type Mesh, type MeshStandardMaterial, type Sprite } from 'three'
import { middle } from '../geometry'
import { levels } from './levels'
import { FATES } from '../looks'
import type { Shown } from '../shown'
import type { Colours } from './colours'
import { free, gameBox, pawn, THICK, tile } from './pieces'
import { hovering } from './signs'

const SIGNS = { joins: '#b9ffc9', beaten: '#ff9d92', burns: '#ff9d92', beats: '#ffd23f', maybe: '#ffffff' }
const GLOWS = { joins: '#1f8f45', beaten: '#c01808', burns: '#c01808', beats: '#b08400', maybe: '#666666' }

export class Lying {
  readonly group = new Group()
  known = new Map<string, number>()
  private readonly tiles = new Map<string, { key: string; mesh: Mesh }>()
  private readonly pawns = new Group()
  private readonly signs = new Group()
  private box: { kind: string; mesh: Mesh } | null = null
  private pawnsDrawn = ''
  private signsDrawn = ''

  constructor(private readonly colours: () => Colours) {
    this.group.add(this.pawns, this.signs)
  }

  show(shown: Shown): void {
    this.showTiles(shown)
    this.showPawns(shown)
    this.showSigns(shown)
    this.showBox(shown)
  }

  forget(): void {
    for (const { mesh } of this.tiles.values()) free(mesh)
    this.tiles.clear()
    this.pawnsDrawn = '?'
  }

  private showTiles({ view, fates, home }: Shown): void {
    this.known = levels(view.tiles)
    const here = new Set(view.tiles.map((found) => found.name))
    for (const [name, { mesh }] of this.tiles) {
      if (here.has(name)) continue
      free(mesh)
      this.tiles.delete(name)
    }
    for (const found of view.tiles) {
      const key = JSON.stringify([found.x, found.y, found.angle, found.face, found.owner, found.outline[0], home])
      let entry = this.tiles.get(found.name)
      if (entry?.key !== key) {
        if (entry) free(entry.mesh)
        entry = { key, mesh: tile(found, found.owner, found.name, view.die_size, this.colours(), home) }
        this.tiles.set(found.name, entry)
        this.group.add(entry.mesh)
      }
      entry.mesh.position.z = 0.0008 + (this.known.get(found.name) ?? 0) * (THICK + 0.0003)
      const fate = fates.get(found.name)
      for (const material of entry.mesh.material as MeshStandardMaterial[]) {
        material.emissive.set(fate ? GLOWS[fate] : '#000000')
        material.emissiveIntensity = fate ? 0.55 : 0
      }
    }
  }

  /** How high the top of a tile is. */
  top(name: string): number {
    return 0.0008 + ((this.known.get(name) ?? 0) + 1) * (THICK + 0.0003)
  }

  private showPawns({ view }: Shown): void {
    const key = JSON.stringify(
      view.players.map((player) => [
        player.pawns,
        player.pawns.map((name) => view.tiles.find((found) => found.name === name)?.outline[0]),
      ]),
    )
    if (key === this.pawnsDrawn) return
    this.pawnsDrawn = key
    for (const old of [...this.pawns.children]) free(old)
    view.players.forEach((player, seat) =>
      player.pawns.forEach((name, n) => {
        const on = view.tiles.find((found) => found.name === name)
        if (!on) return
        const figure = pawn(seat, this.colours())
        const [x, y] = middle(on.outline)
        figure.position.set(x + (player.pawns[0] === player.pawns[1] ? (n ? 0.011 : -0.011) : 0), y, this.top(name))
        this.pawns.add(figure)
      }),
    )
  }

  private showSigns({ view, fates }: Shown): void {
    const key = JSON.stringify([...fates])
    if (key === this.signsDrawn) return
    this.signsDrawn = key
    for (const old of [...this.signs.children] as Sprite[]) {
      old.material.map?.dispose()
      old.material.dispose()
      old.removeFromParent()
    }
    for (const [name, fate] of fates) {
      const on = view.tiles.find((found) => found.name === name)
      if (!on) continue
      const sign = hovering(FATES[fate], SIGNS[fate])
      const [x, y] = middle(on.outline)
      sign.position.set(x, y, this.top(name) + 0.03)
      this.signs.add(sign)
    }
  }

  private showBox({ view, box: held }: Shown): void {
    const there = held ? null : view.box
    if (this.box && this.box.kind !== there?.kind) {
      free(this.box.mesh)
      this.box = null
    }
    if (!there) return
    if (!this.box) {
      this.box = { kind: there.kind, mesh: gameBox(there.kind) }
      this.group.add(this.box.mesh)
    }
    this.box.mesh.position.x = there.x
    this.box.mesh.position.y = there.y
    this.box.mesh.rotation.z = (there.angle * Math.PI) / 180
  }
}
