// What a page knows of one event: from the device, from the last poll, or from memory alone.
import type { EventPack } from '../../domain/event.ts'
import type { Favourite } from '../../offline/favourites.ts'
import {
  type SavedCars,
  type SavedCheck,
  type SavedField,
  type SavedShow,
  type ShowId,
  toSavedParts,
} from '../../offline/library.ts'
import type { SaveOutcome } from '../../offline/savedEvents.ts'

export interface ShowState {
  /** Undefined while the device is read, null if it has nothing. */
  saved: SavedShow | null | undefined
  field: SavedField | null | undefined
  cars: SavedCars | null | undefined
  check: SavedCheck | null | undefined
  marks: readonly Favourite[]
  /** The marks are the device's. */
  areMarksRead: boolean
  /** A poll is running. */
  isPolling: boolean
  /** The result of the last poll; undefined before the first. */
  outcome: SaveOutcome['kind'] | undefined
  /** The device has not answered for so long that the screens say so. */
  isUnreadable: boolean
  /** The event is shown from memory, because this browser saves nothing. */
  isUnsaved: boolean
  /** The version that replaced another one while the page was open. */
  updatedTo: string | undefined
}

export const unreadShow: ShowState = {
  saved: undefined,
  field: undefined,
  cars: undefined,
  check: undefined,
  marks: [],
  areMarksRead: false,
  isPolling: false,
  outcome: undefined,
  isUnreadable: false,
  isUnsaved: false,
  updatedTo: undefined,
}

/** The event from the server's answer, for a page that cannot use the device. `now` is the server's time. */
export function toUnsavedShow(show: ShowId, pack: EventPack, now: number): Partial<ShowState> {
  return { isUnsaved: true, ...toSavedParts(show, pack, { savedAt: now, bytes: 0 }) }
}
