// One saved event as the viewer sees it: read from the device at once, kept fresh in the background.

import type { EntryChange, SeenEntry } from '../../domain/schedule.ts'
import { createClock } from '../../offline/clock.ts'
import { forgetPainting, openPictureDevice, openSaveDevice } from '../../offline/device.ts'
import { type Favourite, type FavouriteKind, Favourites } from '../../offline/favourites.ts'
import {
  Library,
  type SavedCars,
  type SavedCheck,
  type SavedField,
  type SavedShow,
  type ShowId,
  toKey,
} from '../../offline/library.ts'
import type { PageMessage, WorkerAnswer } from '../../offline/messages.ts'
import { deleteSavedEvent, findNextLookMs, type SaveOutcome, saveEvent } from '../../offline/savedEvents.ts'
import { untilIdle } from '../untilIdle.ts'

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

export interface ShowClock {
  now(): number
  learnTime(serverNow: number): void
}

export interface ShowStore {
  readonly show: ShowId
  /** Resolves when the device has said what it holds, or takes too long to say it. */
  readonly opened: Promise<void>
  getState(): ShowState
  subscribe(listener: () => void): () => void
  /** Maps and vendors are read when somebody first wants them. */
  wantField(): void
  /** Classes, cars and forms likewise. */
  wantCars(): void
  /** Looks at the server now. */
  look(): Promise<void>
  /** Looks now and goes on looking while the page is visible; the answer ends that. */
  keepFresh(): () => void
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

const workerSilenceMs = 90_000
/** A database that another tab holds, or that a browser never opens, must not keep the screen empty. */
const openingLimitMs = 2_000

function createShowStore(show: ShowId, clock: ShowClock): ShowStore {
  const listeners = new Set<() => void>()
  let state: ShowState = {
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
  let isFieldWanted = false
  let areCarsWanted = false
  let looking: Promise<void> | undefined
  let failures = 0
  const unanswered = new Set(['show', 'check', 'marks'])
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  window.setTimeout(open, openingLimitMs)

  function noteAnswered(question: string): void {
    unanswered.delete(question)
    if (unanswered.size === 0) open()
  }

  function change(part: Partial<ShowState>): void {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  // A browser that keeps nothing fails here; the show then lives in memory, from the server's answer.
  const nothingKept = (question: string) => {
    change(state.saved === undefined ? { saved: null, check: null } : {})
    noteAnswered(question)
  }

  library.follow(
    () => library.findShow(show),
    (saved) => {
      if (state.isUnkept && saved === undefined) return
      const before = state.saved
      const isNewer = before != null && saved !== undefined && before.version !== saved.version
      change({ saved: saved ?? null, isUnkept: false, ...(isNewer ? { updatedTo: saved.version } : {}) })
      noteAnswered('show')
    },
    () => nothingKept('show'),
  )
  library.follow(
    () => library.findCheck(show),
    (check) => {
      change({ check: check ?? null })
      noteAnswered('check')
    },
    () => nothingKept('check'),
  )
  favourites.follow(
    show,
    (marks) => {
      change({ marks })
      noteAnswered('marks')
    },
    () => {
      change({ marks: [] })
      noteAnswered('marks')
    },
  )

  function wantField(): void {
    if (isFieldWanted) return
    isFieldWanted = true
    library.follow(
      () => library.findField(show),
      (field) => {
        if (!(state.isUnkept && field === undefined)) change({ field: field ?? null })
      },
      () => change(state.field === undefined ? { field: null } : {}),
    )
  }

  function wantCars(): void {
    if (areCarsWanted) return
    areCarsWanted = true
    library.follow(
      () => library.findCars(show),
      (cars) => {
        if (!(state.isUnkept && cars === undefined)) change({ cars: cars ?? null })
      },
      () => change(state.cars === undefined ? { cars: null } : {}),
    )
  }

  async function look(): Promise<void> {
    looking ??= lookOnce().finally(() => {
      looking = undefined
    })
    return looking
  }

  async function lookOnce(): Promise<void> {
    change({ isLooking: true })
    const outcome = (await askWorker(show, clock)) ?? (await saveHere(show, clock))
    failures = outcome.kind === 'unreachable' ? failures + 1 : 0
    if (outcome.kind === 'not-kept' && state.saved == null) {
      const { pack } = outcome
      change({
        isUnkept: true,
        saved: {
          ...show,
          key: toKey(show),
          version: pack.version,
          savedAt: clock.now(),
          bytes: 0,
          event: pack.event,
          schedule: pack.schedule,
          mapNames: pack.maps.map(({ id, label }) => ({ id, label })),
          vendorCount: pack.vendors.length,
          carCount: pack.entries.cars.length,
          formCount: pack.forms.length,
        },
        field: { key: toKey(show), version: pack.version, maps: pack.maps, vendors: pack.vendors },
        cars: {
          key: toKey(show),
          version: pack.version,
          classes: pack.classes,
          entries: pack.entries,
          forms: pack.forms,
        },
      })
    }
    change({ isLooking: false, outcome: outcome.kind })
  }

  function keepFresh(): () => void {
    let timer = 0
    const isVisible = () => document.visibilityState === 'visible'
    const lookAgain = () => {
      window.clearTimeout(timer)
      if (!isVisible()) return
      void look().then(() => {
        window.clearTimeout(timer)
        timer = window.setTimeout(lookAgain, findNextLookMs(failures, Math.random))
      })
    }
    // A look that began before the network was back says nothing about now, and its failures do not count.
    const lookAfresh = () => {
      void Promise.resolve(looking).finally(() => {
        failures = 0
        lookAgain()
      })
    }
    lookAgain()
    window.addEventListener('online', lookAfresh)
    window.addEventListener('pageshow', lookAgain)
    document.addEventListener('visibilitychange', lookAgain)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('online', lookAfresh)
      window.removeEventListener('pageshow', lookAgain)
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }

  return {
    show,
    opened,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    wantField,
    wantCars,
    look,
    keepFresh,
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
    forgetUpdate: () => change({ updatedTo: undefined }),
    async deleteSaved() {
      await forgetPainting(show)
      await deleteSavedEvent(show, library, await openPictureDevice())
    },
  }
}

/** Undefined when no worker controls this page, or it never answers. */
async function askWorker(show: ShowId, clock: ShowClock): Promise<SaveOutcome | undefined> {
  const worker = navigator.serviceWorker?.controller
  if (!worker) return undefined
  const { port1, port2 } = new MessageChannel()
  const message: PageMessage = { type: 'save-event', club: show.club, eventId: show.eventId }
  return new Promise((resolve) => {
    const timer = window.setTimeout(() => {
      port1.close()
      resolve(undefined)
    }, workerSilenceMs)
    port1.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
      if (data.type !== 'event-outcome') return
      window.clearTimeout(timer)
      port1.close()
      const { kind } = data.outcome
      if (kind === 'saved' || kind === 'unchanged') clock.learnTime(Date.now() + data.clockOffset)
      resolve(data.outcome)
    }
    worker.postMessage(message, [port2])
  })
}

async function saveHere(show: ShowId, clock: ShowClock): Promise<SaveOutcome> {
  const own = createClock(() => Date.now())
  const device = await openSaveDevice(library, { ...own, now: clock.now, learn: clock.learnTime })
  return saveEvent(show, { ...device, untilIdle })
}
