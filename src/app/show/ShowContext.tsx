// Provides the saved event, its favourites and the time to the viewer's screens.
import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import {
  type Clash,
  findChanges,
  findClashes,
  type ScheduleChange,
  type TimedScheduleEntry,
  toTimeline,
} from '../../domain/schedule.ts'
import type { FavouriteKind } from '../../offline/favourites.ts'
import type { SavedField, SavedShow } from '../../offline/library.ts'
import { useSession } from '../session/SessionContext.tsx'
import type { ShowState } from './showState.ts'
import type { ShowStore } from './showStore.ts'

interface ShowWithEvent {
  store: ShowStore
  saved: SavedShow
}

const ShowContext = createContext<ShowWithEvent | undefined>(undefined)
export const ShowProvider = ShowContext

/** The store and the saved event. Use it only below the layout, which waits until there is one. */
export function useShow(): ShowWithEvent {
  const value = useContext(ShowContext)
  if (value === undefined) throw new Error("useShow needs the viewer's layout above it")
  return value
}

export function useShowState(store: ShowStore): ShowState {
  return useSyncExternalStore(store.subscribe, store.getState)
}

/** Maps and vendors; undefined while they are read from the device. */
export function useField(): SavedField | null | undefined {
  const { store } = useShow()
  const { field } = useShowState(store)
  useEffect(() => store.wantField(), [store])
  return field
}

/** Several parts of a screen ask for the same one. */
const timelines = new WeakMap<SavedShow, TimedScheduleEntry[]>()

export function useTimeline(): TimedScheduleEntry[] {
  const { saved } = useShow()
  const known = timelines.get(saved)
  if (known !== undefined) return known
  const timeline = toTimeline(saved.schedule, saved.event.timeZone)
  timelines.set(saved, timeline)
  return timeline
}

export interface Marks {
  has(kind: FavouriteKind, ref: string | number): boolean
  count(kind: FavouriteKind): number
}

export function useMarks(): Marks {
  const { store } = useShow()
  const { marks } = useShowState(store)
  return useMemo(() => {
    const known = new Set(marks.map(({ kind, ref }) => `${kind} ${ref}`))
    return {
      has: (kind, ref) => known.has(`${kind} ${ref}`),
      count: (kind) => marks.filter((mark) => mark.kind === kind).length,
    }
  }, [marks])
}

export function useClashes(timeline: readonly TimedScheduleEntry[]): Clash[] {
  const marks = useMarks()
  return useMemo(
    () => findClashes(timeline.filter(({ entry }) => marks.has('entry', entry.id))),
    [timeline, marks],
  )
}

/** How favourites have changed since the person last saw them. */
export function useChanges(): ScheduleChange[] {
  const { store, saved } = useShow()
  const { marks } = useShowState(store)
  return useMemo(
    () =>
      findChanges(
        marks.flatMap(({ seen }) => (seen === undefined ? [] : [seen])),
        saved.schedule,
      ),
    [marks, saved],
  )
}

const tickMs = 15_000
const tickListeners = new Set<() => void>()
let ticking: number | undefined
let tick = 0

function advance(): void {
  tick += 1
  for (const listener of tickListeners) listener()
}

function subscribeToTick(listener: () => void): () => void {
  tickListeners.add(listener)
  if (ticking === undefined) {
    ticking = window.setInterval(advance, tickMs)
    document.addEventListener('visibilitychange', advance)
  }
  return () => {
    tickListeners.delete(listener)
    if (tickListeners.size > 0) return
    window.clearInterval(ticking)
    ticking = undefined
    document.removeEventListener('visibilitychange', advance)
  }
}

/** The server's time, renewed four times a minute and when the page becomes visible. */
export function useNow(): number {
  const session = useSession()
  useSyncExternalStore(subscribeToTick, () => tick)
  return session.now()
}

/** The same, but undefined while the server's clock is not known for sure. Nothing is closed by a guess. */
export function useShowNow(): number | undefined {
  const session = useSession()
  useSyncExternalStore(subscribeToTick, () => tick)
  return session.findServerNow()
}
