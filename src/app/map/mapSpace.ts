// A space as screens give it to the map stage, its list and its legend.
import { type SpaceKind, type SpaceOutline, toSpaceKind } from './space.ts'

/** Outline and coordinates are those of `space.ts`. `title` and `detail` are texts for people. */
export interface MapSpace extends SpaceOutline {
  id: number
  row: string
  num: number | string
  /** 1 swap, 2 food, 3 merchandise, otherwise any. */
  type: number
  status: 'free' | 'taken' | 'unavailable' | 'selected'
  title: string
  detail?: string
}

/** Viewer: patterns show what is sold. Picker: patterns show what is still free. */
export type MapMode = 'viewer' | 'picker'

export type SpaceVariant = SpaceKind | 'free' | 'unavailable' | 'selected'

export function toSpaceVariant(space: Pick<MapSpace, 'status' | 'type'>, mode: MapMode): SpaceVariant {
  if (space.status !== 'taken') return space.status
  return mode === 'picker' ? 'unavailable' : toSpaceKind(space.type)
}
