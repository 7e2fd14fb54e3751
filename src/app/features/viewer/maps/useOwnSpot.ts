// Where somebody has left their car: one spot on one map of the show, kept on this phone with the stars.
import { useMemo } from 'react'
import type { EventPlace } from '../../../../domain/event.ts'
import { useNotKept } from '../../../call/useNotKept.ts'
import { useShow, useShowState } from '../../../show/ShowContext.tsx'

/** No place of a club has it: their refs are words of the club's file. */
export const ownSpotRef = 'own:car'

export interface OwnSpot {
  /** As the maps know places; undefined while there is none. */
  place: EventPlace | undefined
  mark(spot: Pick<EventPlace, 'map' | 'x' | 'y'>): void
  forget(): void
}

export function useOwnSpot(label: string): OwnSpot {
  const { store } = useShow()
  const { marks } = useShowState(store)
  const sayNotKept = useNotKept()
  const refs = marks.filter(({ kind }) => kind === 'spot').map(({ ref }) => ref)
  const ref = refs.at(-1)
  const place = useMemo(() => (ref === undefined ? undefined : toPlace(ref, label)), [ref, label])
  const forgetAll = () => Promise.all(refs.map((one) => store.unmark('spot', one)))
  return {
    place,
    mark: ({ map, x, y }) =>
      void forgetAll()
        .then(() => store.mark('spot', [map, x, y].join('/')))
        .catch(sayNotKept),
    forget: () => void forgetAll().catch(sayNotKept),
  }
}

function toPlace(ref: string, label: string): EventPlace {
  const [map = 0, x = 0, y = 0] = ref.split('/').map(Number)
  return { ref: ownSpotRef, label, map, x, y }
}
