// What a player has in hand on the deep table: the die with its arrow and spread, the box with its ring, the tile, the Burner.
import {
  AdditiveBlending, Color, ConeGeometry, CylinderGeometry, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, type MeshStandardMaterial, PlaneGeometry, Quaternion, Vector3,
} from 'three' // prettier-ignore
import { arrow, azimuth } from '../hand/aiming'
import { fallAt } from '../hand/forecast'
import { RING } from '../hand/boxing.svelte'
import { handAt } from '../geometry'
import { levelOver } from './levels'
import { sizeOf } from '../looks'
import { isLost, way } from '../hand/placing'
import type { Shown } from '../shown'
import type { Colours } from './colours'
import type { Lying } from './lying'
import { burner, die, free, gameBox, ring, THICK, tile } from './pieces'
import { glow } from './textures'

const MOST_RESTS = 80
const OVER_TILES = 0.014 // metres: a cloud that tiles cover tells nothing
const PLACES = new Color('#8dffb0')
const TOUCHES = new Color('#ff6a5c')

export class InHandThings {
  readonly group = new Group()
  private die: { key: string; mesh: Mesh } | null = null
  private ghost: { key: string; mesh: Mesh | Group } | null = null
  private box: { kind: string; mesh: Mesh } | null = null
  private readonly ring = ring(RING, '#fff1c2')
  private readonly burnerRing = ring(0.155, '#ffb35c')
  private readonly arrow = arrowMesh()
  private readonly stem = new Mesh(
    new CylinderGeometry(0.0008, 0.0008, 1, 6),
    new MeshBasicMaterial({ color: '#fff1c2', transparent: true, opacity: 0.5 }),
  )
  private readonly cloud: InstancedMesh

  constructor(private readonly colours: () => Colours) {
    this.cloud = new InstancedMesh(
      new PlaneGeometry(0.034, 0.034),
      new MeshBasicMaterial({ map: glow(), transparent: true, opacity: 0.42, depthWrite: false, blending: AdditiveBlending }),
      MOST_RESTS,
    )
    this.cloud.renderOrder = 2
    this.cloud.frustumCulled = false
    this.stem.rotation.x = Math.PI / 2
    this.group.add(this.ring, this.burnerRing, this.arrow, this.stem, this.cloud)
  }

  forget(): void {
    for (const thing of [this.die, this.ghost]) if (thing) free(thing.mesh)
    this.die = this.ghost = null
  }

  show(shown: Shown, lying: Lying): void {
    this.showDie(shown)
    this.showAim(shown)
    this.showGhost(shown, lying)
    this.showBox(shown)
  }

  private showDie({ view, flying, aim, acting, colour }: Shown): void {
    const resting = view.die && !flying ? view.die : null
    const held = aim && acting && !flying ? aim : null
    const wanted = resting ? resting.colour : flying || held ? colour : null
    const key = `${wanted} ${view.die_size}`
    if (this.die && this.die.key !== key) {
      free(this.die.mesh)
      this.die = null
    }
    if (!wanted) return
    if (!this.die) {
      this.die = { key, mesh: die(wanted, view.die_size, this.colours()) }
      this.group.add(this.die.mesh)
    }
    const { position, quaternion } = this.die.mesh
    if (flying) {
      position.set(flying[0], flying[1], flying[2])
      quaternion.set(flying[4], flying[5], flying[6], flying[3])
    } else if (held) {
      const [x, y] = handAt(held.values['around'] ?? 0, view.table).at
      position.set(x, y, (held.values['height'] ?? 60) / 1000)
      quaternion.copy(turn(azimuth(held.values, view.table)))
    } else if (resting) {
      position.set(resting.x, resting.y, view.die_size / 2)
      quaternion.copy(turn(resting.angle))
    }
  }

  private showAim({ view, aim, acting, flying, spread }: Shown): void {
    const on = aim !== null && acting && !flying
    this.arrow.visible = this.stem.visible = on
    const rests = on ? (spread?.rests ?? []) : []
    this.cloud.count = Math.min(rests.length, MOST_RESTS)
    rests.slice(0, MOST_RESTS).forEach(([x, y], i) => {
      this.cloud.setMatrixAt(i, new Matrix4().makeTranslation(x, y, OVER_TILES + i * 0.00001))
      this.cloud.setColorAt(i, fallAt([x, y], view.tiles, view.die_size) === 'places' ? PLACES : TOUCHES)
    })
    this.cloud.instanceMatrix.needsUpdate = true
    if (this.cloud.instanceColor) this.cloud.instanceColor.needsUpdate = true
    if (!on) return
    const [x, y] = handAt(aim.values['around'] ?? 0, view.table).at
    const height = (aim.values['height'] ?? 60) / 1000
    this.stem.position.set(x, y, height / 2)
    this.stem.scale.y = height
    const long = 0.045 + arrow(aim.form, aim.values, view.table)
    this.arrow.position.set(x, y, 0.003)
    this.arrow.rotation.z = (azimuth(aim.values, view.table) * Math.PI) / 180
    const [shaft, tip] = this.arrow.children as [Mesh, Mesh]
    shaft.scale.y = Math.max(long - 0.05, 0.005)
    shaft.position.x = 0.025 + (long - 0.05) / 2
    tip.position.x = long - 0.012
  }

  private showGhost({ view, preview, acting, angle, flying }: Shown, lying: Lying): void {
    const on = acting && !flying && preview && view.die
    const burns = on && view.phase === 'burn'
    this.burnerRing.visible = !!burns
    const key = !on ? '' : burns ? 'burner' : `${preview.name} ${view.die!.x} ${view.die!.y}`
    if (this.ghost && this.ghost.key !== key) {
      free(this.ghost.mesh)
      this.ghost = null
    }
    if (!on || !view.die) return
    if (!this.ghost) {
      this.ghost = { key, mesh: burns ? burner(view.burner) : this.tile(view, preview) }
      this.group.add(this.ghost.mesh)
    }
    const { mesh } = this.ghost
    if (burns) {
      for (const thing of [mesh, this.burnerRing]) {
        thing.position.set(view.die.x, view.die.y, thing === mesh ? 0 : 0.01)
        thing.rotation.z = (angle * Math.PI) / 180
      }
      return
    }
    mesh.position.z = 0.0012 + levelOver(preview.outline, view.tiles, lying.known) * (THICK + 0.0003)
    for (const material of (mesh as Mesh).material as MeshStandardMaterial[]) {
      material.emissive.set(isLost(preview) ? '#d02010' : '#fff1c2')
      material.emissiveIntensity = isLost(preview) ? 0.45 : 0.05
    }
  }

  private tile(view: Shown['view'], preview: NonNullable<Shown['preview']>): Mesh {
    const how = way(preview.name)
    const at = view.die!
    const pose = {
      size: sizeOf(at.colour),
      x: at.x,
      y: at.y,
      angle: at.angle + 90 * (how?.turn ?? 0),
      face: how?.face ?? 'a',
      outline: preview.outline,
      holes: preview.holes,
    }
    return tile(pose, view.seat, '', view.die_size, this.colours())
  }

  private showBox({ box, acting, fits }: Shown): void {
    this.ring.visible = acting && box !== null
    const kind = acting ? box?.kind : undefined
    if (this.box && this.box.kind !== kind) {
      free(this.box.mesh)
      this.box = null
    }
    if (!kind || !box) return
    if (!this.box) {
      this.box = { kind, mesh: gameBox(kind) }
      this.group.add(this.box.mesh)
    }
    const { mesh } = this.box
    for (const thing of [mesh, this.ring]) {
      thing.position.x = box.x / 1000
      thing.position.y = box.y / 1000
      thing.rotation.z = (box.angle * Math.PI) / 180
    }
    this.ring.position.z = 0.004
    for (const material of mesh.material as MeshStandardMaterial[]) {
      material.transparent = true
      material.opacity = fits === false ? 0.5 : 0.78
      material.color.set(fits === false ? '#8a7a80' : '#ffffff')
    }
  }
}

function turn(degrees: number): Quaternion {
  return new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), (degrees * Math.PI) / 180)
}

function arrowMesh(): Group {
  const paint = new MeshBasicMaterial({ color: '#fff1c2' })
  const shaft = new Mesh(new CylinderGeometry(0.0028, 0.0028, 1, 10), paint)
  const tip = new Mesh(new ConeGeometry(0.011, 0.026, 18), paint)
  for (const part of [shaft, tip]) part.rotation.z = -Math.PI / 2
  return new Group().add(shaft, tip)
}
