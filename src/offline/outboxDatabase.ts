// The outbox's own database.
import type { DBSchema } from 'idb'
import { createDatabase, type Database, type Tx } from './database.ts'
import type { DraftRecord, OutboxEntry, StoredGrant } from './outboxRecords.ts'

export const outboxDatabaseName = 'showfield-outbox'

export interface OutboxStores extends DBSchema {
  entries: { key: string; value: OutboxEntry; indexes: { order: number } }
  drafts: { key: string; value: DraftRecord }
  grants: { key: string; value: StoredGrant }
}

export type WriteTx = Tx<OutboxStores, 'readwrite'>
export type OutboxDatabase = Database<OutboxStores>

/** All at once: one after the other, fifty entries would wait for the database fifty times. */
export function getEntries(tx: WriteTx, keys: readonly string[]): Promise<(OutboxEntry | undefined)[]> {
  const entries = tx.objectStore('entries')
  return Promise.all(keys.map((key) => entries.get(key)))
}

export async function putEntries(tx: WriteTx, changed: readonly OutboxEntry[]): Promise<void> {
  const entries = tx.objectStore('entries')
  await Promise.all(changed.map((entry) => entries.put(entry)))
}

export interface OutboxDatabaseOptions {
  name?: string
  /** Deletes what can be fetched again. Returns whether there was anything. */
  makeRoom?(): Promise<boolean>
}

export function createOutboxDatabase({
  name = outboxDatabaseName,
  ...options
}: OutboxDatabaseOptions = {}): OutboxDatabase {
  return createDatabase<OutboxStores>({
    name,
    makeStore: {
      entries: (database) =>
        void database.createObjectStore('entries', { keyPath: 'key' }).createIndex('order', 'order'),
      drafts: (database) => void database.createObjectStore('drafts', { keyPath: 'id' }),
      grants: (database) => void database.createObjectStore('grants', { keyPath: 'id' }),
    },
    ...options,
  })
}
