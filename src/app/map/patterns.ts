// The patterns of every map: colours and strokes for stage, legend and lists.
import type { SpaceVariant } from './mapSpace.ts'

export const INK = '#11181C'
export const SELECTED_BLUE = '#0B4A8F'
export const GROUND = '#DCE6DA'
export const OUTSIDE = '#E6EAEB'

export interface Pattern {
  ground: string
  border: string
  /** The strokes of the pattern, if it has any. */
  strokes?: { form: 'diagonals' | 'dots' | 'grid' | 'lines'; colour: string; weight: number }
}

/** `weight` is the stroke's share of the pattern's period. */
export const patterns: Record<SpaceVariant, Pattern> = {
  free: { ground: '#FFFFFF', border: INK },
  swap: { ground: '#FFF3D6', border: INK, strokes: { form: 'diagonals', colour: '#C98A1A', weight: 0.22 } },
  food: { ground: '#FFE4DE', border: INK, strokes: { form: 'dots', colour: '#C4462F', weight: 0.42 } },
  goods: { ground: '#E1ECFA', border: INK, strokes: { form: 'grid', colour: '#3F78BD', weight: 0.16 } },
  any: { ground: '#EFE9F6', border: INK, strokes: { form: 'lines', colour: '#7A5BA6', weight: 0.2 } },
  unavailable: {
    ground: '#E3E7E9',
    border: '#566168',
    strokes: { form: 'diagonals', colour: '#7C878D', weight: 0.31 },
  },
  place: { ground: INK, border: '#FFFFFF' },
  selected: { ground: SELECTED_BLUE, border: INK },
}
