// The outbox's own database.
import { type DBSchema, unwrap } from 'idb'
import { createDatabase, type Database, type Tx } from './database.ts'
import { type DraftRecord, isPending, type OutboxEntry, type StoredGrant } from './outboxRecords.ts'

export const outboxDatabaseName = 'showfield-outbox'

export interface OutboxStores extends DBSchema {
  entries: { key: string; value: OutboxEntry; indexes: { order: number } }
  drafts: { key: string; value: DraftRecord }
  grants: { key: string; value: StoredGrant }
}

export type WriteTx = Tx<OutboxStores, 'readwrite'>
export type OutboxDatabase = Database<OutboxStores>

/** The places in the order between which something changed, both included. */
export interface OutboxSpan {
  from: number
  to: number
}

/** What holds all of these places; undefined of none. */
export function toSpan(places: readonly number[]): OutboxSpan | undefined {
  return places.length === 0 ? undefined : { from: Math.min(...places), to: Math.max(...places) }
}

/**
 * Fifty entries that were made one after another are one reading. `places` says where they were last seen; what is
 * not found there is looked for by its key.
 */
export async function getEntries(
  tx: WriteTx,
  keys: readonly string[],
  places: ReadonlyMap<string, number>,
): Promise<(OutboxEntry | undefined)[]> {
  const entries = tx.objectStore('entries')
  const span = toSpan(keys.map((key) => places.get(key)).filter((place) => place !== undefined))
  const isDense = span !== undefined && span.to - span.from < 2 * keys.length
  const near = isDense ? await entries.index('order').getAll(IDBKeyRange.bound(span.from, span.to)) : []
  const found = new Map(near.map((entry) => [entry.key, entry]))
  return Promise.all(keys.map((key) => found.get(key) ?? entries.get(key)))
}

/** A write that fails ends its transaction, so nobody waits for each of them. */
export function putEntries(tx: WriteTx, changed: readonly OutboxEntry[]): void {
  const entries = unwrap(tx.objectStore('entries'))
  for (const entry of changed) entries.put(entry)
}

export interface OrderedReading {
  /** All entries in their order. */
  readAll(): Promise<OutboxEntry[]>
  /** Those of a part of it. */
  readSpan(span: OutboxSpan): Promise<OutboxEntry[]>
  /** By key, where entries that are not over stood when they were last read. */
  places: ReadonlyMap<string, number>
}

/**
 * What is over does not change any more, and new entries come last: so what stands before the first entry that is not
 * over is read once, as long as nothing of it was deleted.
 */
export function createOrderedReading(database: OutboxDatabase): OrderedReading {
  let over: readonly OutboxEntry[] = []
  const reading = {
    places: new Map<string, number>(),
    async readAll() {
      const before = over
      const last = before.at(-1)
      const { known, rest } = await database.read(['entries'], async (tx) => {
        const index = tx.objectStore('entries').index('order')
        if (last === undefined) return { known: before, rest: await index.getAll() }
        const isThere =
          (await index.getKey(last.order)) === last.key &&
          (await index.count(IDBKeyRange.upperBound(last.order))) === before.length
        return isThere
          ? { known: before, rest: await index.getAll(IDBKeyRange.lowerBound(last.order, true)) }
          : { known: [], rest: await index.getAll() }
      })
      const all = [...known, ...rest]
      const firstOpen = all.findIndex((entry) => isPending(entry))
      over = firstOpen === -1 ? all : all.slice(0, firstOpen)
      reading.places = new Map(all.slice(over.length).map(({ key, order }) => [key, order]))
      return all
    },
    readSpan: ({ from, to }: OutboxSpan) =>
      database.read(['entries'], (tx) =>
        tx.objectStore('entries').index('order').getAll(IDBKeyRange.bound(from, to)),
      ),
  }
  return reading
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
