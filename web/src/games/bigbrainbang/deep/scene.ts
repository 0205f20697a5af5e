// The deep table: everything on it as solid things under a lamp. Draws only when something has changed or moves.
import {
  AmbientLight, BoxGeometry, DirectionalLight, Group, HemisphereLight, Mesh, MeshStandardMaterial, PCFShadowMap, Plane, Raycaster, Scene as Three,
  Vector2, Vector3, WebGLRenderer,
} from 'three' // prettier-ignore
import { rectangle, type Point } from '../geometry'
import type { Shown } from '../shown'
import { coloursAt, type Colours } from './colours'
import { Decal } from './decal'
import { Eye } from './eye'
import { InHandThings } from './inhand'
import { Lying } from './lying'
import { free } from './pieces'
import * as textures from './textures'

const GROUND = new Plane(new Vector3(0, 0, 1), 0)

export class Scene {
  readonly eye: Eye
  private readonly renderer: WebGLRenderer
  private readonly three = new Three()
  private colours: Colours
  private furniture = new Group()
  private readonly decal: Decal
  private readonly lying: Lying
  private readonly inHand: InHandThings
  private readonly ray = new Raycaster()
  private frame = 0
  private drawnAt = 0
  private calm = false
  /** called after each drawing: what lies over the canvas follows */
  onDrawn: () => void = () => {}

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly table: number,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true })
    this.renderer.shadowMap.enabled = true
    this.renderer.shadowMap.type = PCFShadowMap
    this.colours = coloursAt(canvas.parentElement ?? canvas)
    this.eye = new Eye(table)
    this.decal = new Decal(table)
    this.lying = new Lying(() => this.colours)
    this.inHand = new InHandThings(() => this.colours)
    this.three.add(this.furniture, this.decal.mesh, this.lying.group, this.inHand.group, ...lamps(table))
    this.furnish()
  }

  /** The table itself: felt on a wooden slab, level to its very edge, as dice roll over it. */
  private furnish(): void {
    free(this.furniture)
    this.furniture = new Group()
    const wood = new MeshStandardMaterial({ map: textures.wood(this.colours), roughness: 0.65 })
    const slab = new Mesh(new BoxGeometry(this.table + 0.056, this.table + 0.056, 0.035), wood)
    slab.position.z = -0.0185
    const felt = new Mesh(new BoxGeometry(this.table, this.table, 0.036), [
      wood,
      wood,
      wood,
      wood,
      new MeshStandardMaterial({ map: textures.felt(this.colours), roughness: 0.95 }),
      wood,
    ])
    felt.position.z = -0.018
    slab.receiveShadow = felt.receiveShadow = true
    slab.castShadow = true
    this.furniture.add(slab, felt)
    this.three.add(this.furniture)
  }

  resize(width: number, height: number): void {
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
    this.renderer.setSize(width, height, false)
    this.eye.resize(width, height)
    this.render() // at once: a canvas of another size is empty until it is drawn
  }

  /** The page changed between light and dark. */
  recolour(): void {
    this.colours = coloursAt(this.canvas.parentElement ?? this.canvas)
    this.furnish()
    this.decal.forget()
    this.lying.forget()
    this.inHand.forget()
  }

  show(shown: Shown, calm: boolean): void {
    this.calm = calm
    this.decal.paint(shown, this.colours)
    this.lying.show(shown)
    this.inHand.show(shown, this.lying)
    const { view, flying, home } = shown
    if (flying) this.eye.follow([flying[0], flying[1], flying[2]], home)
    else if (shown.fire) this.eye.close(shown.fire.die, home)
    else if (view.die && shown.preview) this.eye.close([view.die.x, view.die.y], home)
    else
      this.eye.home(
        home,
        view.box
          ? rectangle([view.box.x, view.box.y], view.box.angle, view.box.size[0], view.box.size[1]).map(([x, y]) => [
              x,
              y,
              view.box!.size[2],
            ])
          : [],
      )
    this.draw()
  }

  /** Asks for one drawing; more follow only while the eye is on its way. */
  draw(): void {
    if (this.frame) return
    this.frame = requestAnimationFrame((now) => {
      this.frame = 0
      const seconds = Math.min((now - this.drawnAt) / 1000, 0.05)
      this.drawnAt = now
      const moving = this.eye.step(seconds, this.calm)
      this.render()
      if (moving) this.draw()
    })
  }

  private render(): void {
    this.renderer.render(this.three, this.eye.camera)
    this.onDrawn()
  }

  /** The place on the table that is seen at a place of the canvas (both from -1 to 1). */
  toTable(x: number, y: number): Point | null {
    this.ray.setFromCamera(new Vector2(x, y), this.eye.camera)
    const hit = this.ray.ray.intersectPlane(GROUND, new Vector3())
    return hit ? [hit.x, hit.y] : null
  }
  /** Where a place on the table is seen. */
  toScreen([x, y]: Point, z = 0): [number, number] {
    const seen = new Vector3(x, y, z).project(this.eye.camera)
    return [seen.x, seen.y]
  }

  dispose(): void {
    cancelAnimationFrame(this.frame)
    free(this.three)
    this.renderer.dispose()
  }
}

function lamps(table: number): (AmbientLight | HemisphereLight | DirectionalLight)[] {
  const lamp = new DirectionalLight('#fff3dd', 2.5)
  lamp.position.set(-table * 0.7, table * 0.55, table * 1.6)
  lamp.castShadow = true
  lamp.shadow.mapSize.set(1024, 1024)
  lamp.shadow.radius = 3
  lamp.shadow.bias = -0.0006
  lamp.shadow.normalBias = 0.0004
  const reach = table * 0.85
  const window = new DirectionalLight('#dfe8ff', 0.7)
  window.position.set(table * 0.5, -table, table * 0.8)
  Object.assign(lamp.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.1, far: table * 4 })
  return [new AmbientLight('#ffffff', 0.55), new HemisphereLight('#ffffff', '#5b4a4a', 1.0), lamp, window]
}
