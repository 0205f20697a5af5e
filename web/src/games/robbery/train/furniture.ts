// What a car is painted like, and what stands about in it: line drawings in a square of 24, one or two kinds a car.
export interface Trim {
  /** the shell's colour */
  paint: string
  /** stripe and name plate */
  brass: string
  things: string[]
}

const TRIMS: Record<string, Trim> = {
  caboose: { paint: '#9c2f35', brass: '#f8d07a', things: ['M8 20h8V9H8zM10 9V5h4v4M12 12v5', 'M9 4h6v3H9zM8 9h8v9H8zM12 11v4'] },
  engine: { paint: '#2c2b3d', brass: '#f2b233', things: ['M3 19l4-8 4 4 4-6 6 10z', 'M12 5a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM12 12l4-3'] },
  dining: { paint: '#2a6258', brass: '#f8d07a', things: ['M12 5a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM2 6v12M22 6v12', 'M9 21h6M12 21v-7M7 4h10q0 10-5 10T7 4z'] },
  kitchen: { paint: '#94511c', brass: '#ffe3a0', things: ['M5 10h14v9H5zM3 12h2M19 12h2M9 7q2-2 0-4M14 7q2-2 0-4', 'M4 14a7 5 0 1 0 10-3l8-6-9 5'] },
  sleeping: { paint: '#3f4f8f', brass: '#d9e2ff', things: ['M3 19V7M3 16h18v3M21 16v-4H9v4M4 12h4v3', 'M8 6h7l-7 8h7M16 14h4l-4 5h4'] },
  bathing: { paint: '#24708a', brass: '#d6f5ff', things: ['M3 12h18q0 7-5 7H8q-5 0-5-7zM6 12V6q0-2 3-2', 'M8 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM16 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM16 15a2 2 0 1 1 0 4 2 2 0 0 1 0-4z'] },
  mail: { paint: '#8a5a2b', brass: '#fff0c9', things: ['M3 6h18v12H3zM3 6l9 7 9-7', 'M7 9h10l2 11H5zM9 9q0-4 3-4t3 4'] },
  baggage: { paint: '#6b4a8a', brass: '#f1d7ff', things: ['M4 8h16v11H4zM9 8V5h6v3M8 8v11M16 8v11', 'M5 6h14v14H5zM5 11h14M11 10h2v3h-2z'] },
  circus: { paint: '#b03341', brass: '#ffe27a', things: ['M12 3l2.600 6 6.400.600-4.900 4.300 1.500 6.300L12 17l-5.600 3.200 1.500-6.300L3 9.600 9.400 9z', 'M4 20h16L17 8H7zM7 8l5-5 5 5M10 8v12M14 8v12'] },
  cattle: { paint: '#6f5f2d', brass: '#f5e6a8', things: ['M4 18q8-5 16 0M5 15q7-4 14 0M6 12q6-4 12 0M9 9q3-3 6 0', 'M6 8q6-4 12 0v8q-6 6-12 0zM6 8 3 5M18 8l3-3M9 12h1M14 12h1'] },
  library: { paint: '#4f6b3a', brass: '#f0e2b8', things: ['M4 5h4v15H4zM8 7h4v13H8zM13 6l4-1 3 14-4 1z', 'M3 6q5-2 9 0 4-2 9 0v13q-5-2-9 0-4-2-9 0zM12 6v13'] },
  lounge: { paint: '#8b4765', brass: '#ffd9e6', things: ['M5 12V6q7-3 14 0v6M3 12h4v4h10v-4h4v7H3z', 'M12 21v-9M7 12 9 4h6l2 8zM8 21h8'] },
  vault: { paint: '#56606b', brass: '#ffe27a', things: ['M4 4h16v16H4zM12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 6v2M12 16v2M6 12h2M16 12h2', 'M6 12h5l1 5H5zM13 12h5l1 5h-7zM9.500 6h5l1 5h-7z'] },
  smoking: { paint: '#5a4a3f', brass: '#e8d3b8', things: ['M4 12h4q0 7 5 7t5-7v-2h-6v2M9 8q2-2 0-4M14 7q2-2 0-4', 'M5 14h14q0 5-7 5t-7-5zM8 14l6-6'] },
  ice: { paint: '#3f7391', brass: '#eafaff', things: ['M5 8l7-4 7 4v8l-7 4-7-4zM5 8l7 4 7-4M12 12v8', 'M12 3v18M4 7l16 10M20 7 4 17'] },
  observation: { paint: '#3a5f7a', brass: '#ffe9a8', things: ['M4 13 17 5l3 5-13 8zM11 16l-3 6M13 15l4 7', 'M12 4v4M12 16v4M4 12h4M16 12h4M7 7l2 2M15 15l2 2M17 7l-2 2M9 15l-2 2'] },
} // prettier-ignore

/** A car's looks; one that nobody has painted is grey. */
export const trim = (key: string): Trim => TRIMS[key] ?? { paint: '#6b6472', brass: '#f3e3b8', things: [] }

/** What stands on a space, if anything: always the same for the same space. */
export function thing(key: string, row: number, column: number): string | null {
  const { things } = trim(key)
  const lot = (row * 7 + column * 5 + key.length * 3) % 5
  return things.length && lot < 2 && row !== 1 ? things[lot % things.length]! : null
}
