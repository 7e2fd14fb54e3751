// A space, or a place that is none, as screens give it to the map stage, its list and its legend.
import {
  type Placement,
  type SpaceKind,
  type SpaceOutline,
  toPlacement,
  toSpaceKind,
  toSpaceLabel,
} from './space.ts'

/** Outline and coordinates are those of `space.ts`. `title` and `detail` are texts for people. */
export interface MapSpace extends SpaceOutline {
  id: number
  row: string
  num: number | string
  /** 1 swap, 2 food, 3 merchandise, otherwise any. */
  type: number
  status: 'free' | 'taken' | 'unavailable' | 'selected'
  /** A bandstand or a hall: not let, and always named on the map. */
  isPlace?: true
  title: string
  detail?: string
}

/** Viewer: patterns show what is sold. Picker: patterns show what is still free. */
export type MapMode = 'viewer' | 'picker'

export type SpaceVariant = SpaceKind | 'free' | 'unavailable' | 'selected' | 'place'

export function toSpaceVariant(
  space: Pick<MapSpace, 'status' | 'type' | 'isPlace'>,
  mode: MapMode,
): SpaceVariant {
  if (space.isPlace && space.status !== 'selected') return 'place'
  if (space.status !== 'taken') return space.status
  return mode === 'picker' ? 'unavailable' : toSpaceKind(space.type)
}

/** The viewer's selected space is the one in its sheet; the picker's are those of the order. */
export function toShownVariant(
  space: Pick<MapSpace, 'id' | 'status' | 'type' | 'isPlace'>,
  { mode, focusedId }: { mode: MapMode; focusedId: number | null },
): SpaceVariant {
  return mode === 'viewer' && space.id === focusedId ? 'selected' : toSpaceVariant(space, mode)
}

/** A space made ready for drawing. */
export interface DrawnSpace {
  id: number
  label: string
  variant: SpaceVariant
  place: Placement
  /** Its name stands below it, however small it is. */
  isPlace: boolean
}

/** The same spaces at the same places: only what is known of them may be another. */
export function areInPlace(before: readonly MapSpace[], next: readonly MapSpace[]): boolean {
  return (
    before.length === next.length &&
    next.every((space, at) => {
      const known = before[at]
      return (
        known !== undefined &&
        placedBy.every((name) => known[name] === space[name]) &&
        toSpaceLabel(known) === toSpaceLabel(space)
      )
    })
  )
}

const placedBy = ['id', 'shape', 'x', 'y', 'w', 'h', 'a', 'isPlace'] as const

/** `known` is how the same space was drawn before: it keeps its place. */
export function toDrawnSpace(
  space: MapSpace,
  shown: { mode: MapMode; focusedId: number | null },
  known?: DrawnSpace,
): DrawnSpace {
  const variant = toShownVariant(space, shown)
  if (known !== undefined) return known.variant === variant ? known : { ...known, variant }
  return {
    id: space.id,
    label: toSpaceLabel(space),
    variant,
    place: toPlacement(space),
    isPlace: space.isPlace === true,
  }
}
