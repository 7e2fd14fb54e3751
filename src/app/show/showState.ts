// What a page knows of one event: from the device, from the last look at the server, or from memory alone.
import type { EventPack } from '../../domain/event.ts'
import type { Favourite } from '../../offline/favourites.ts'
import {
  type SavedCars,
  type SavedCheck,
  type SavedField,
  type SavedShow,
  type ShowId,
  toKey,
} from '../../offline/library.ts'
import type { SaveOutcome } from '../../offline/savedEvents.ts'

export interface ShowState {
  /** Undefined while the device is asked, null when it has nothing. */
  saved: SavedShow | null | undefined
  field: SavedField | null | undefined
  cars: SavedCars | null | undefined
  check: SavedCheck | null | undefined
  marks: readonly Favourite[]
  /** Somebody is asking the server now. */
  isLooking: boolean
  /** What the last look gave; undefined before the first. */
  outcome: SaveOutcome['kind'] | undefined
  /** The event is shown from memory, because this browser keeps nothing. */
  isUnkept: boolean
  /** The version that replaced another one while the page was open. */
  updatedTo: string | undefined
}

export const unreadShow: ShowState = {
  saved: undefined,
  field: undefined,
  cars: undefined,
  check: undefined,
  marks: [],
  isLooking: false,
  outcome: undefined,
  isUnkept: false,
  updatedTo: undefined,
}

/** The event from the server's answer, for a page that lives without the device. `now` is the server's time. */
export function toUnkeptShow(show: ShowId, pack: EventPack, now: number): Partial<ShowState> {
  const key = toKey(show)
  const { version } = pack
  return {
    isUnkept: true,
    saved: {
      ...show,
      key,
      version,
      savedAt: now,
      bytes: 0,
      event: pack.event,
      schedule: pack.schedule,
      mapNames: pack.maps.map(({ id, label }) => ({ id, label })),
      vendorCount: pack.vendors.length,
      carCount: pack.entries.cars.length,
      formCount: pack.forms.length,
    },
    field: { key, version, maps: pack.maps, vendors: pack.vendors },
    cars: { key, version, classes: pack.classes, entries: pack.entries, forms: pack.forms },
  }
}
