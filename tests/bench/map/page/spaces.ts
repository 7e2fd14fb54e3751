// The measured map: spaces of every kind in rows, some of them turned.
import type { MapSpace } from '../../../../src/app/map/mapSpace.ts'

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

const grids = {
  500: { columns: 25, rows: 20 },
  2000: { columns: 50, rows: 40 },
  10000: { columns: 125, rows: 80 },
} as const

export type MapSize = keyof typeof grids
export const mapSizes: readonly MapSize[] = [500, 2000, 10000]

export interface BenchSpaces {
  spaces: MapSpace[]
  /** How large a space is beside those of the map of 2,000. Labels are as much larger. */
  unit: number
}

export function makeSpaces(size: MapSize): BenchSpaces {
  const { columns, rows } = grids[size]
  const pitch = { x: 1000 / columns, y: 752 / rows }
  const spaces = Array.from({ length: columns * rows }, (_, position): MapSpace => {
    const column = position % columns
    const row = Math.floor(position / columns)
    return {
      id: position + 1,
      shape: 'box',
      x: 12 + column * pitch.x,
      y: 10 + row * pitch.y,
      w: 0.85 * pitch.x,
      h: 0.8 * pitch.y,
      a: (row % 4) * 3,
      row: letters[row % letters.length] ?? 'A',
      num: column + 1,
      type: position % 4,
      status: position % 5 === 0 ? 'free' : 'taken',
      title: `Space ${position + 1}`,
    }
  })
  return { spaces, unit: 50 / columns }
}
