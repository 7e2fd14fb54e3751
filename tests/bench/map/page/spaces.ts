// The measured map: 2,000 spaces of every kind in rows, some of them turned.
import type { MapSpace } from '../../../../src/app/map/mapSpace.ts'

const columns = 50
const rows = 40
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

export function makeSpaces(): MapSpace[] {
  return Array.from({ length: columns * rows }, (_, position) => {
    const column = position % columns
    const row = Math.floor(position / columns)
    return {
      id: position + 1,
      shape: 'box',
      x: 12 + column * 20,
      y: 10 + row * 18.8,
      w: 17,
      h: 15,
      a: (row % 4) * 3,
      row: letters[row % letters.length] ?? 'A',
      num: column + 1,
      type: position % 4,
      status: position % 5 === 0 ? 'free' : 'taken',
      title: `Space ${position + 1}`,
    }
  })
}
