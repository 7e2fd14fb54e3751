// The space as the map stage, its list and its legend take it from a screen.
import { type SpaceKind, type SpaceOutline, toSpaceKind } from '../../domain/space.ts'

/** Outline and coordinates as `domain/space.ts` defines them; `title` and `detail` are words for people. */
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

/** Viewer: patterns say what is sold there. Picker: what can still be had. */
export type MapMode = 'viewer' | 'picker'

export type SpaceLook = SpaceKind | 'free' | 'unavailable' | 'selected'

export function toSpaceLook(space: Pick<MapSpace, 'status' | 'type'>, mode: MapMode): SpaceLook {
  if (space.status !== 'taken') return space.status
  return mode === 'picker' ? 'unavailable' : toSpaceKind(space.type)
}
