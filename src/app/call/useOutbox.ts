// The outbox on this device, live: also while another tab or the worker sends it.
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { isPending } from '../../offline/outbox.ts'
import type { OutboxEntry } from '../../offline/outboxRecords.ts'
import { useSession } from '../session/SessionContext.tsx'
import { saveOutboxFile } from './outboxFile.ts'
import { type OutboxStore, openOutbox } from './outboxStore.ts'

export interface OutboxView {
  /** In the order they were made. With tombstones of 30 days, without dismissed entries. */
  entries: readonly OutboxEntry[]
  /** How many entries the person still waits for or must act on. */
  waiting: number
  /** When the oldest of these was made, by the device's clock. */
  oldestAt: number | undefined
  /** False until the device has been read. */
  isRead: boolean
  sendNow(): Promise<void>
  takeBack: OutboxStore['outbox']['takeBack']
  /** Dismisses a refused entry. */
  dismiss(key: string): Promise<void>
  /** Saves waiting entries as a file that an officer can read. */
  exportFile(entries: readonly OutboxEntry[]): void
}

function saveNow(entries: readonly OutboxEntry[]): void {
  saveOutboxFile(entries, Date.now())
}

const none: readonly OutboxEntry[] = []

/** `filter` must stay the same function between renders. */
export function useOutbox(filter?: (entry: OutboxEntry) => boolean): OutboxView {
  const session = useSession()
  const store = openOutbox(session)
  const state = useSyncExternalStore(store.subscribe, store.getState)
  const all = state.entries ?? none
  const entries = useMemo(() => (filter === undefined ? all : all.filter(filter)), [all, filter])
  const pending = useMemo(() => entries.filter(isPending), [entries])
  const sendNow = useCallback(async () => {
    await store.sendNow()
  }, [store])
  return {
    entries,
    waiting: pending.length,
    oldestAt: pending.length === 0 ? undefined : Math.min(...pending.map(({ madeAt }) => madeAt)),
    isRead: state.entries !== undefined,
    sendNow,
    takeBack: store.outbox.takeBack,
    dismiss: store.outbox.dismiss,
    exportFile: saveNow,
  }
}
