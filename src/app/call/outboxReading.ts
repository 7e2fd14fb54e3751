// What this page shows of the outbox. One reading serves all its screens, and reads only what has changed.
import { findStorageFault } from '../../offline/notSaved.ts'
import type { OutboxSpan } from '../../offline/outboxDatabase.ts'
import type { OutboxDevice } from '../../offline/outboxDevice.ts'
import type { OutboxEntry, StoredGrant } from '../../offline/outboxRecords.ts'
import { keepUnchanged } from './unchangedEntries.ts'

export interface OutboxState {
  /** In the order they were made, with tombstones; undefined until the device has been read. */
  entries: readonly OutboxEntry[] | undefined
  /** The device has entries, perhaps, and did not answer. It is asked again. */
  isUnreadable: boolean
  /** The current judge of each event on this device, and earlier judges. */
  grants: readonly StoredGrant[]
}

export interface OutboxReading {
  getState(): OutboxState
  subscribe(listener: () => void): () => void
  /** Something has changed, in this part or anywhere. A page that nobody sees reads when it is seen again. */
  noteChange(part: OutboxSpan | undefined, isOwn: boolean): void
  /** Reads all, whatever this page was told. */
  readAgain(): Promise<void>
}

export interface OutboxReadingParts {
  outbox: Pick<OutboxDevice['outbox'], 'list'>
  grants: Pick<OutboxDevice['grants'], 'list'>
  isSeen(): boolean
  /** Calls this whenever it may work again, until what it returns is called. */
  keepTrying(readAgain: () => Promise<void>): () => void
  onRead(): void
}

/** What another tab sends, fifty sheets after fifty, is read ten times a second at most. */
const othersWaitMs = 100

export function createOutboxReading({
  outbox,
  grants,
  isSeen,
  keepTrying,
  onRead,
}: OutboxReadingParts): OutboxReading {
  let state: OutboxState = { entries: undefined, isUnreadable: false, grants: [] }
  let stopRetrying: (() => void) | undefined
  const listeners = new Set<() => void>()
  let isReading = false
  let due: OutboxSpan | 'all' | undefined
  let othersTimer: ReturnType<typeof setTimeout> | undefined

  /** Reads once at a time. Changes during a reading cause one more. */
  async function read(): Promise<void> {
    if (isReading) return
    isReading = true
    while (due !== undefined) {
      const part = due
      due = undefined
      try {
        state = part === 'all' ? await readAll() : await readPart(part)
        stopRetrying?.()
        stopRetrying = undefined
      } catch (error) {
        if (findStorageFault(error) === 'no-storage') {
          state = { ...state, entries: [], isUnreadable: false } // there never was an entry here
        } else {
          state = { ...state, isUnreadable: true }
          stopRetrying ??= keepTrying(readAgain)
        }
      }
      for (const listener of listeners) listener()
    }
    isReading = false
    onRead()
  }

  async function readAll(): Promise<OutboxState> {
    const [entries, held] = await Promise.all([outbox.list(), grants.list()])
    return { entries: keepUnchanged(state.entries ?? [], entries), isUnreadable: false, grants: held }
  }

  async function readPart(part: OutboxSpan): Promise<OutboxState> {
    const { entries } = state
    // what was not read before, or could not be, is read whole
    if (entries === undefined || state.isUnreadable) return readAll()
    const isIn = ({ order }: OutboxEntry) => order >= part.from && order <= part.to
    const found = keepUnchanged(entries.filter(isIn), await outbox.list(part))
    const before = entries.filter(({ order }) => order < part.from)
    return { ...state, entries: [...before, ...found, ...entries.filter(({ order }) => order > part.to)] }
  }

  function readOthers(): void {
    othersTimer = undefined
    void read()
  }

  function readAgain(): Promise<void> {
    due = 'all'
    return read()
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    noteChange(part, isOwn) {
      due = join(due, part ?? 'all')
      if (!isSeen()) return
      if (isOwn || part === undefined) void read()
      else if (othersTimer === undefined) othersTimer = setTimeout(readOthers, othersWaitMs)
    },
    readAgain,
  }
}

function join(one: OutboxSpan | 'all' | undefined, other: OutboxSpan | 'all'): OutboxSpan | 'all' {
  if (one === undefined) return other
  if (one === 'all' || other === 'all') return 'all'
  return { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) }
}
