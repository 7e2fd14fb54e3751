// One saved event for the viewer: read from the device at once, renewed in the background.
import type { ScheduleChange, SeenScheduleEntry } from '../../domain/schedule.ts'
import { forgetPrerender, openPictureDevices } from '../../offline/device.ts'
import { type FavouriteKind, Favourites } from '../../offline/favourites.ts'
import { Library, type ShowId, toKey } from '../../offline/library.ts'
import { deleteSavedEvent } from '../../offline/savedEvents.ts'
import { createWatchedState } from '../session/watchedState.ts'
import { followDevice, type ShowDevice } from './showDevice.ts'
import { createShowPolling, type ShowClock, type ShowPolling } from './showPolling.ts'
import { type ShowState, unreadShow } from './showState.ts'

export interface ShowStore extends ShowDevice, ShowPolling {
  readonly show: ShowId
  getState(): ShowState
  subscribe(listener: () => void): () => void
  mark(kind: FavouriteKind, ref: string, seen?: SeenScheduleEntry): Promise<void>
  unmark(kind: FavouriteKind, ref: string): Promise<void>
  acknowledge(changes: readonly ScheduleChange[]): Promise<void>
  saveReminder(entryId: string, startsAt: number): Promise<void>
  forgetUpdate(): void
  /** Deletes the saved copy. */
  deleteSaved(): Promise<void>
}

const library = new Library()
const favourites = new Favourites()
const stores = new Map<string, ShowStore>()

/** The one store of an event in this page. The first call begins to read. */
export function openShow(show: ShowId, clock: ShowClock): ShowStore {
  const key = toKey(show)
  const known = stores.get(key)
  if (known !== undefined) return known
  const made = createShowStore(show, clock)
  stores.set(key, made)
  return made
}

function createShowStore(show: ShowId, clock: ShowClock): ShowStore {
  const state = createWatchedState<ShowState>(unreadShow)
  const device = followDevice(show, state, { library, favourites })
  return {
    show,
    getState: state.get,
    subscribe: state.subscribe,
    ...device,
    ...createShowPolling(show, clock, state, library, device.areCarsWanted),
    async mark(kind, ref, seen) {
      await forgetPrerender(show)
      await favourites.add(show, kind, ref, {
        addedAt: clock.now(),
        ...(seen === undefined ? {} : { seen }),
      })
    },
    async unmark(kind, ref) {
      await forgetPrerender(show)
      await favourites.remove(show, kind, ref)
    },
    async acknowledge(changes) {
      await forgetPrerender(show)
      await favourites.acknowledge(show, changes)
    },
    saveReminder: (entryId, startsAt) => favourites.saveReminder(show, entryId, startsAt),
    forgetUpdate: () => state.change({ updatedTo: undefined }),
    async deleteSaved() {
      await forgetPrerender(show)
      await deleteSavedEvent(show, library, await openPictureDevices())
    },
  }
}
