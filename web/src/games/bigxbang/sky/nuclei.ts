// How a nucleus is put together on the page: its particles and where they sit around the middle of the circle.
export type Side = 'matter' | 'antimatter'

export interface Nucleus {
  side: Side
  name: string
  protons: number
  neutrons: number
}

export interface Particle {
  x: number
  y: number
  r: number
  proton: boolean
}

const PROTONS: Record<string, number> = { n: 0, H: 1, He: 2 }

/** Reads `anti-He4` as the game's pieces are called: the letters give the protons, the figure all particles. */
export function nucleus(piece: string): Nucleus | null {
  const found = /^(anti-)?(n|H|He)(\d?)$/.exec(piece)
  if (!found) return null
  const [, anti, letters = '', mass] = found
  const protons = PROTONS[letters] ?? 0
  const name = `${letters}${mass}`
  return { side: anti ? 'antimatter' : 'matter', name, protons, neutrons: Number(mass || 1) - protons }
}

/** Particles around the middle, protons and neutrons mixed as they lie best; a sky's circle has radius ½. */
export function particles(protons: number, neutrons: number): Particle[] {
  const kinds = [...Array<boolean>(protons).fill(true), ...Array<boolean>(neutrons).fill(false)]
  if (kinds.length === 1) return [{ x: 0, y: 0, r: 0.27, proton: kinds[0]! }]
  if (kinds.length === 2) return kinds.map((proton, i) => ({ x: i ? 0.185 : -0.185, y: -0.04, r: 0.215, proton }))
  if (kinds.length === 3) {
    const alone = protons === 1 ? 0 : 2 // the odd one sits on top
    const order = [alone, ...[0, 1, 2].filter((i) => i !== alone)]
    return order.map((kind, i) => {
      const turn = ((-90 + 120 * i) * Math.PI) / 180
      return { x: 0.215 * Math.cos(turn), y: -0.01 + 0.215 * Math.sin(turn), r: 0.192, proton: kinds[kind]! }
    })
  }
  const corners: [number, number][] = [[-0.245, -0.05], [0.245, -0.05], [0, -0.26], [0, 0.16]] // prettier-ignore
  return corners.map(([x, y], i) => ({ x, y, r: 0.185, proton: kinds[i]! }))
}
