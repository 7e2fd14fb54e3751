// Stars something on this device, or takes the star away. If the device cannot keep that, it is said.
import type { SeenScheduleEntry } from '../../../domain/schedule.ts'
import type { FavouriteKind } from '../../../offline/favourites.ts'
import { useNotKept } from '../../call/useNotKept.ts'
import { useShow } from '../../show/ShowContext.tsx'

export interface Starred {
  kind: FavouriteKind
  ref: string
  isFavourite: boolean
  /** The schedule entry as the person sees it, so that a change of it can be told. */
  seen?: SeenScheduleEntry
}

export function useToggleFavourite(): (starred: Starred) => void {
  const { store } = useShow()
  const sayNotKept = useNotKept()
  return ({ kind, ref, isFavourite, seen }) => {
    const change = isFavourite ? store.unmark(kind, ref) : store.mark(kind, ref, seen)
    change.catch(sayNotKept)
  }
}
