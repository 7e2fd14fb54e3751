// One saved event as the viewer sees it: read from the device at once, kept fresh in the background.
import type { EntryChange, SeenEntry } from '../../domain/schedule.ts'
import { forgetPainting, openPictureDevice } from '../../offline/device.ts'
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
  mark(kind: FavouriteKind, ref: string, seen?: SeenEntry): Promise<void>
  unmark(kind: FavouriteKind, ref: string): Promise<void>
  acknowledge(changes: readonly EntryChange[]): Promise<void>
  keepReminder(entryId: string, startsAt: number): Promise<void>
  forgetUpdate(): void
  /** Throws the saved copy away. */
  deleteSaved(): Promise<void>
}

const library = new Library()
const favourites = new Favourites()
const stores = new Map<string, ShowStore>()

/** The one store of an event in this page; the first call begins to read. */
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
  return {
    show,
    getState: state.get,
    subscribe: state.subscribe,
    ...followDevice(show, state, { library, favourites }),
    ...createShowPolling(show, clock, state, library),
    async mark(kind, ref, seen) {
      await forgetPainting(show)
      await favourites.add(show, kind, ref, {
        addedAt: clock.now(),
        ...(seen === undefined ? {} : { seen }),
      })
    },
    async unmark(kind, ref) {
      await forgetPainting(show)
      await favourites.remove(show, kind, ref)
    },
    async acknowledge(changes) {
      await forgetPainting(show)
      await favourites.acknowledge(show, changes)
    },
    keepReminder: (entryId, startsAt) => favourites.keepReminder(show, entryId, startsAt),
    forgetUpdate: () => state.change({ updatedTo: undefined }),
    async deleteSaved() {
      await forgetPainting(show)
      await deleteSavedEvent(show, library, await openPictureDevice())
    },
  }
}
