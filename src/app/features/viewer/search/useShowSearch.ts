// The one search of a show: its words are the same on each screen, and find the same there.
import { useDeferredValue, useEffect, useMemo } from 'react'
import type { EventMap, EventPlace, EventVendor } from '../../../../domain/event.ts'
import {
  findInShow,
  type ListedCar,
  type ShowFindings,
  type ShowIndex,
  toListedCars,
  toListedEntries,
  toListedNotes,
  toListedPlaces,
  toListedStalls,
} from '../../../../domain/showSearch.ts'
import { useShow, useShowState, useTimeline } from '../../../show/ShowContext.tsx'
import { useTabState } from '../../../show/tabMemory.ts'

const noPlaces: readonly EventPlace[] = []
const noCars: readonly ListedCar[] = []

/** The cars that visitors may read; none where the club lists none. Undefined while they are read from the device. */
export function useListedCars(): readonly ListedCar[] | null | undefined {
  const { store, saved } = useShow()
  const { cars } = useShowState(store)
  const isListed = saved.event.carList
  useEffect(() => {
    if (isListed) store.wantCarList()
  }, [store, isListed])
  return useMemo(() => (isListed ? cars && toListedCars(cars.entries) : noCars), [isListed, cars])
}

export function useShowIndex(maps: readonly EventMap[], vendors: readonly EventVendor[]): ShowIndex {
  const { places = noPlaces, event } = useShow().saved
  const timeline = useTimeline()
  const cars = useListedCars() ?? noCars
  const stalls = useMemo(() => toListedStalls(maps, vendors, places), [maps, vendors, places])
  const listedPlaces = useMemo(() => toListedPlaces(maps, places), [maps, places])
  const entries = useMemo(() => toListedEntries(timeline), [timeline])
  const notes = useMemo(() => toListedNotes(event.viewerNotes), [event.viewerNotes])
  return useMemo(
    () => ({ stalls, places: listedPlaces, cars, entries, notes }),
    [stalls, listedPlaces, cars, entries, notes],
  )
}

/** What somebody has typed. It goes along from tab to tab; the list of the cars begins with a search of its own. */
export function useSearchWords(of: 'show' | 'car' = 'show'): [string, (words: string) => void] {
  const { saved } = useShow()
  return useTabState(`${saved.key} ${of} search`, '')
}

/** Undefined while nothing is typed. */
export function useFindings(index: ShowIndex, words: string): ShowFindings | undefined {
  const wanted = useDeferredValue(words)
  return useMemo(() => (wanted.trim() === '' ? undefined : findInShow(index, wanted)), [index, wanted])
}
