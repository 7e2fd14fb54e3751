// The outbox on this device, live: also while another tab or the worker sends it.
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { isPending, type OutboxEntry } from '../../offline/outboxRecords.ts'
import { useSession } from '../session/SessionContext.tsx'
import { type OutboxStore, openOutbox } from './outboxStore.ts'

export interface OutboxView {
  /** In the order they were made. With tombstones of 30 days, without dismissed entries. */
  entries: readonly OutboxEntry[]
  /** How many entries the person still waits for or must act on. */
  waiting: number
  /** The oldest of these. */
  oldest: OutboxEntry | undefined
  /** False until the device has been read. */
  isRead: boolean
  sendNow(): Promise<void>
  takeBack: OutboxStore['outbox']['takeBack']
  /** Dismisses a refused entry. */
  dismiss(key: string): Promise<void>
  /** The entries that the person still waits for or must act on. */
  pending: readonly OutboxEntry[]
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
    oldest: pending[0],
    isRead: state.entries !== undefined,
    sendNow,
    takeBack: store.outbox.takeBack,
    dismiss: store.outbox.dismiss,
    pending,
  }
}
