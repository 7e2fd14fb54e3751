// What is on each map of the event: its spaces with their vendors, and places that are no stalls.
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { EventMap, EventPlace, EventVendor } from '../../../../domain/event.ts'
import { findNearestPlace, toMiddle } from '../../../../domain/showSearch.ts'
import { toHolders, toStallType } from '../../../../domain/stall.ts'
import type { MapSpace } from '../../../map/mapSpace.ts'
import { toSpaceLabel } from '../../../map/space.ts'
import { useMarks } from '../../../show/ShowContext.tsx'

/** Map units: large enough to be seen when the whole map is on the screen. */
const placeSide = 26

/** Places share the map with spaces, whose ids are above 0. */
export function toPlaceSpaceId(places: readonly EventPlace[], place: EventPlace | undefined): number | null {
  return place === undefined ? null : -1 - places.indexOf(place)
}

export function findPlaceOf(places: readonly EventPlace[], id: number): EventPlace | undefined {
  return places[-1 - id]
}

function toPlaceSpaces(places: readonly EventPlace[], mapId: number): MapSpace[] {
  return places
    .filter((place) => place.map === mapId)
    .map((place) => ({
      id: toPlaceSpaceId(places, place) ?? 0,
      shape: 'circle',
      x: place.x,
      y: place.y,
      w: placeSide,
      h: placeSide,
      a: 0,
      row: place.label,
      num: '',
      type: 0,
      status: 'taken',
      isPlace: true,
      title: place.label,
    }))
}

/** The spaces and places of every map, for the stage and the list, by the map's id. */
export function useMapSpaces(
  maps: readonly EventMap[],
  vendors: readonly EventVendor[],
  places: readonly EventPlace[],
): ReadonlyMap<number, MapSpace[]> {
  const { t } = useLingui()
  const marks = useMarks()
  return useMemo(
    () =>
      new Map(
        maps.map((map) => {
          const holders = toHolders(map, vendors)
          const spaces = map.elements.map((element): MapSpace => {
            const there = holders.get(element.id) ?? []
            const names = there.map(({ name }) => name).join(', ')
            const goods = there.map((vendor) => vendor.goods).filter((words) => words !== '')
            const isFavourite =
              marks.has('space', element.id) || there.some((vendor) => marks.has('vendor', vendor.id))
            const label = toSpaceLabel(element)
            const near = findNearestPlace(places, map.id, toMiddle(element))?.label
            return {
              id: element.id,
              shape: element.shape,
              x: element.x,
              y: element.y,
              w: element.w,
              h: element.h,
              a: element.a,
              row: element.row,
              num: element.num,
              type: toStallType(element, there[0]),
              status: there.length > 0 ? 'taken' : element.available ? 'free' : 'unavailable',
              title: names === '' ? t`Space ${label}` : names,
              detail: [isFavourite ? t`Favourite` : '', ...goods, near === undefined ? '' : t`Near ${near}`]
                .filter((words) => words !== '')
                .join(' · '),
            }
          })
          return [map.id, [...spaces, ...toPlaceSpaces(places, map.id)]]
        }),
      ),
    [maps, vendors, places, marks, t],
  )
}
