// The solid things of the deep table: tiles with their holes, dice, pawns, the box, the Burner, rings.
import {
  BackSide, BoxGeometry, CylinderGeometry, ExtrudeGeometry, Group, LatheGeometry, Mesh, MeshBasicMaterial, MeshStandardMaterial, Path, Shape, SphereGeometry,
  TorusGeometry, Vector2,
  type BufferGeometry, type Material, type Object3D,
} from 'three' // prettier-ignore
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { high, LENGTH, width } from '../hand/boxing.svelte'
import { minus, turned, type Point } from '../geometry'
import type { Colours } from './colours'
import * as textures from './textures'

export const THICK = 0.0028
const BEVEL = 0.0006

export interface TilePose {
  size: string
  x: number
  y: number
  angle: number
  face: string
  outline: Point[]
  holes: Point[]
}

const solid = (object: Mesh): Mesh => {
  object.castShadow = true
  object.receiveShadow = true
  return object
}

function shapeOf(outline: Point[]): Shape {
  return new Shape(outline.map(([x, y]) => new Vector2(x, y)))
}

/** A flat piece: its outline with holes, a painted top, edges of one colour. */
function slab(outline: Point[], holes: Path[], top: Material, edge: Material): Mesh {
  const shape = shapeOf(outline)
  shape.holes = holes
  const geometry = new ExtrudeGeometry(shape, {
    depth: THICK - 2 * BEVEL,
    bevelEnabled: true,
    bevelSize: 0,
    bevelOffset: 0,
    bevelThickness: BEVEL,
    bevelSegments: 1,
    curveSegments: 10,
  })
  geometry.translate(0, 0, BEVEL)
  return solid(new Mesh(geometry, [top, edge]))
}

/** A tile as it lies; the picture on it is turned with it. */
export function tile(pose: TilePose, owner: number | null, name: string, die: number, colours: Colours, home = 0): Mesh {
  const local = (point: Point): Point => turned(minus(point, [pose.x, pose.y]), -pose.angle)
  const outline = pose.outline.map(local)
  const holes = pose.holes.map(local)
  const box = [0, 1].map(
    (axis) => (Math.min(...outline.map((p) => p[axis]!)) + Math.max(...outline.map((p) => p[axis]!))) / 2,
  ) as Point
  const label = labelPlace(holes, box, pose.size)
  const map = textures.tileFace(colours, {
    size: pose.size,
    owner,
    name,
    mirrored: pose.face === 'b',
    label,
    upright: 90 * home - pose.angle,
  })
  const top = new MeshStandardMaterial({ map, roughness: 0.7 })
  const edge = new MeshStandardMaterial({ color: colours[`tile-${pose.size}-edge` as keyof Colours], roughness: 0.8 })
  const square = (at: Point): Path => {
    const half = die * 0.54
    return new Path([[-1, -1], [-1, 1], [1, 1], [1, -1]].map(([a, b]) => new Vector2(at[0] + a! * half, at[1] + b! * half))) // prettier-ignore
  }
  const mesh = slab(outline, holes.map(square), top, edge)
  pictured(mesh.geometry, box)
  mesh.position.set(pose.x, pose.y, 0)
  mesh.rotation.z = (pose.angle * Math.PI) / 180
  return mesh
}

/** Millimetres from the middle of the picture to where no hole is. */
function labelPlace(holes: Point[], box: Point, size: string): [number, number] {
  const [first, second] = holes.map((hole) => minus(hole, box))
  if (first && second) return [(first[0] + second[0]) * 500, (first[1] + second[1]) * 500]
  const [x, y] = first ?? [0, 0]
  if (size === 'small') return [x < 0 ? 9 : -9, 0]
  const away = Math.hypot(x, y) || 1
  return [(-x / away) * 11, (-y / away) * 11]
}

/** A picture 128 millimetres wide is laid over the top, its middle on the given point. */
function pictured(geometry: BufferGeometry, middle: Point): void {
  const places = geometry.getAttribute('position')
  const uv = geometry.getAttribute('uv')
  for (let i = 0; i < places.count; i++)
    uv.setXY(i, (places.getX(i) - middle[0]) / 0.128 + 0.5, (places.getY(i) - middle[1]) / 0.128 + 0.5)
}

export function die(colour: string, size: number, colours: Colours): Mesh {
  const paint = new MeshStandardMaterial({
    color: colours[`die-${colour}` as keyof Colours],
    roughness: colour === 'black' ? 0.35 : 0.45,
  })
  const shape = (size: number): RoundedBoxGeometry => new RoundedBoxGeometry(size, size, size, 3, size * 0.1)
  const body = solid(new Mesh(shape(size), paint))
  // without a rim it is lost over dark wood and felt
  if (colour === 'black')
    body.add(new Mesh(shape(size * 1.14), new MeshBasicMaterial({ color: colours['die-black-rim'], side: BackSide })))
  return body
}

export function pawn(seat: number, colours: Colours): Group {
  const profile = [[0, 0], [11, 0], [11, 2], [8.5, 4], [4.5, 12], [3.8, 17], [5.6, 18.5], [4, 20]].map(([r, z]) => new Vector2(r! / 1000, z! / 1000)) // prettier-ignore
  const paint = new MeshStandardMaterial({ color: colours[`ring-${seat}` as keyof Colours], roughness: 0.4 })
  const body = solid(new Mesh(new LatheGeometry(profile, 24), paint))
  body.rotation.x = Math.PI / 2
  const head = solid(new Mesh(new SphereGeometry(0.0072, 20, 14), paint))
  head.position.z = 0.0255
  // its seat's shape lies on the ground around it: round, square, triangle, diamond
  const sides = [32, 4, 3, 4][seat] ?? 32
  const foot = solid(
    new Mesh(new CylinderGeometry(0.0135, 0.0135, 0.002, sides), new MeshStandardMaterial({ color: '#1d1826', roughness: 0.7 })),
  )
  foot.rotation.set(Math.PI / 2, seat === 1 ? Math.PI / 4 : 0, 0)
  foot.position.z = 0.001
  return new Group().add(body, head, foot)
}

export function gameBox(kind: string): Mesh {
  const lid = new MeshStandardMaterial({ map: textures.boxLid(), roughness: 0.55 })
  const side = new MeshStandardMaterial({ map: textures.boxSide(), roughness: 0.6 })
  const [length, wide, tall] = [LENGTH, width(kind), high(kind)]
  // faces: +x -x +y -y +z -z; a standing box shows its lid to both sides
  const faces = kind === 'standing' ? [side, side, lid, lid, side, side] : [side, side, side, side, lid, lid]
  const mesh = solid(new Mesh(new BoxGeometry(length, wide, tall), faces))
  if (kind === 'standing') uprightPictures(mesh.geometry)
  mesh.position.z = tall / 2
  return mesh
}

/** The pictures on the sides of a standing box have their heads up. */
function uprightPictures(geometry: BufferGeometry): void {
  const places = geometry.getAttribute('position')
  const normals = geometry.getAttribute('normal')
  const uv = geometry.getAttribute('uv')
  for (let i = 0; i < places.count; i++) {
    const way = normals.getY(i)
    if (Math.abs(way) > 0.5) uv.setXY(i, (-way * places.getX(i)) / LENGTH + 0.5, places.getZ(i) / LENGTH + 0.5)
  }
}

export function burner(outline: Point[]): Group {
  const hole = new Path().absarc(0, 0, 0.0118, 0, Math.PI * 2, true)
  const dark = new MeshStandardMaterial({ color: '#3a2018', emissive: '#ff5a1f', emissiveIntensity: 0.25, roughness: 0.5 })
  const edge = new MeshStandardMaterial({ color: '#ff8a3d', emissive: '#ff6a1f', emissiveIntensity: 0.6 })
  const body = slab(outline, [hole as Path], dark, edge)
  body.position.z = 0.012
  return new Group().add(body)
}

/** A ring to turn something by, with a knob to the east. */
export function ring(radius: number, colour: string): Group {
  const paint = new MeshStandardMaterial({
    color: colour,
    emissive: colour,
    emissiveIntensity: 0.35,
    transparent: true,
    opacity: 0.85,
  })
  const circle = new Mesh(new TorusGeometry(radius, 0.0022, 8, 72), paint)
  const knob = new Mesh(new SphereGeometry(0.013, 20, 14), paint)
  knob.position.x = radius
  knob.castShadow = true
  return new Group().add(circle, knob)
}

/** Frees what a piece holds on the graphics card. */
export function free(object: Object3D): void {
  object.removeFromParent()
  object.traverse((part) => {
    if (!(part instanceof Mesh)) return
    ;(part.geometry as BufferGeometry).dispose()
    for (const material of [part.material].flat() as MeshStandardMaterial[]) {
      material.map?.dispose()
      material.dispose()
    }
  })
}
