// The outbox's own database. An opening only adds missing stores and changes nothing else.
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import { openTimeLimitMs, StorageTimeout, transactionTimeLimitMs, withTimeLimit } from './notSaved.ts'
import type { DraftRecord, OutboxEntry, StoredGrant } from './outboxRecords.ts'

export const outboxDatabaseName = 'showfield-outbox'

export interface OutboxStores extends DBSchema {
  entries: { key: string; value: OutboxEntry; indexes: { order: number } }
  drafts: { key: string; value: DraftRecord }
  grants: { key: string; value: StoredGrant }
}

export type StoreName = 'entries' | 'drafts' | 'grants'
export type ReadTx = IDBPTransaction<OutboxStores, StoreName[], 'readonly'>
export type WriteTx = IDBPTransaction<OutboxStores, StoreName[], 'readwrite'>

export interface OutboxDatabase {
  read<T>(stores: StoreName[], body: (tx: ReadTx) => Promise<T>): Promise<T>
  /**
   * Resolves on the transaction's `complete`; with `strict` only after the device has written the data down.
   * If the browser closed the connection, or the transaction does not end, it is opened again and `body` runs
   * once more. If there is no room, room is made and `body` runs again. So `body` must not keep state.
   */
  write<T>(
    stores: StoreName[],
    durability: 'strict' | 'relaxed',
    body: (tx: WriteTx) => Promise<T>,
  ): Promise<T>
  close(): Promise<void>
}

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

/** Browsers notice some seconds late that there is room again. */
const roomWaitsMs = [0, 500, 1_000, 2_000, 4_000]
/** Each opening may meet another tab that has just raised the version. */
const mostOpenings = 5

const makeStore: Record<StoreName, (database: IDBPDatabase<OutboxStores>) => void> = {
  entries: (database) =>
    void database.createObjectStore('entries', { keyPath: 'key' }).createIndex('order', 'order'),
  drafts: (database) => void database.createObjectStore('drafts', { keyPath: 'id' }),
  grants: (database) => void database.createObjectStore('grants', { keyPath: 'id' }),
}
const storeNames = Object.keys(makeStore) as StoreName[]

function findMissing(database: IDBPDatabase<OutboxStores>): StoreName[] {
  return storeNames.filter((name) => !database.objectStoreNames.contains(name))
}

export function createOutboxDatabase({
  name = outboxDatabaseName,
  makeRoom = async () => false,
}: OutboxDatabaseOptions = {}): OutboxDatabase {
  let opening: Promise<IDBPDatabase<OutboxStores>> | undefined

  /** rules/offline 1.12: asks for no version, so that an older build can open the database of a newer one. */
  async function openWhole(): Promise<IDBPDatabase<OutboxStores>> {
    if ((globalThis.indexedDB as IDBFactory | null | undefined) == null) {
      throw new DOMException('This browser has no IndexedDB.', 'SecurityError')
    }
    let version: number | undefined
    for (let count = 0; count < mostOpenings; count++) {
      try {
        const database = await openDB<OutboxStores>(name, version, {
          upgrade: (found) => {
            for (const store of findMissing(found)) makeStore[store](found)
          },
          // Another context adds a store. Close, so that it need not wait; the next use opens again.
          blocking: (_current, _wanted, event) => {
            opening = undefined
            ;(event.target as unknown as { close(): void }).close()
          },
          terminated: () => {
            opening = undefined
          },
        })
        if (findMissing(database).length === 0) return database
        version = database.version + 1
        database.close()
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'VersionError') throw error
        version = undefined // another context raised the version between the two openings
      }
    }
    throw new Error('The outbox keeps changing while it is opened.')
  }

  async function open(): Promise<IDBPDatabase<OutboxStores>> {
    opening ??= openWhole()
    const current = opening
    try {
      return await withTimeLimit(current, openTimeLimitMs)
    } catch (error) {
      if (opening === current) opening = undefined
      throw error
    }
  }

  async function runOnce<T>(
    database: IDBPDatabase<OutboxStores>,
    stores: StoreName[],
    mode: 'readonly' | 'readwrite',
    durability: 'strict' | 'relaxed',
    body: (tx: WriteTx) => Promise<T>,
  ): Promise<T> {
    const tx = database.transaction(stores, mode, { durability }) as WriteTx
    try {
      const [result] = await withTimeLimit(Promise.all([body(tx), tx.done]), transactionTimeLimitMs)
      return result
    } catch (error) {
      const cause = tx.error ?? error
      try {
        tx.abort()
      } catch {
        throw cause // the transaction had ended by itself
      }
      throw cause
    }
  }

  async function run<T>(
    stores: StoreName[],
    mode: 'readonly' | 'readwrite',
    durability: 'strict' | 'relaxed',
    body: (tx: WriteTx) => Promise<T>,
  ): Promise<T> {
    const database = await open()
    try {
      return await runOnce(database, stores, mode, durability, body)
    } catch (error) {
      if (!isConnectionLost(error)) throw error
      const lost = opening
      opening = undefined
      void lost?.then((one) => one.close(), forgetLost)
      return runAgain(await open(), error)
    }

    /** A connection that is lost twice says nothing about whether this browser saves at all. */
    async function runAgain(again: IDBPDatabase<OutboxStores>, first: unknown): Promise<T> {
      try {
        return await runOnce(again, stores, mode, durability, body)
      } catch (error) {
        throw isConnectionLost(error) ? new StorageTimeout({ cause: first }) : error
      }
    }
  }

  async function withRoom<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write()
    } catch (error) {
      if (!isFull(error) || !(await makeRoom())) throw error
      return writeAgain(write, error)
    }
  }

  return {
    read: (stores, body) => run(stores, 'readonly', 'relaxed', (tx) => body(tx as unknown as ReadTx)),
    write: (stores, durability, body) => withRoom(() => run(stores, 'readwrite', durability, body)),
    async close() {
      const last = opening
      opening = undefined
      ;(await last)?.close()
    },
  }
}

async function writeAgain<T>(write: () => Promise<T>, full: unknown): Promise<T> {
  let last = full
  for (const waitMs of roomWaitsMs) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    try {
      return await write()
    } catch (error) {
      if (!isFull(error)) throw error
      last = error
    }
  }
  throw last
}

/** A connection that never opened needs no closing. */
function forgetLost(): void {}

const lostNames: ReadonlySet<string> = new Set([
  'InvalidStateError',
  'UnknownError',
  'AbortError',
  'TransactionInactiveError',
  'StorageTimeout',
])

/** The error names of browsers for a connection that was lost during a transaction. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && lostNames.has(error.name)
}

function isFull(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError'
}
