// The outbox's own database: opened as it is found, and only ever given the stores that it lacks.
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import type { OutboxEntry, StoredDraft, StoredGrant } from './outboxRecords.ts'

export const outboxDatabaseName = 'showfield-outbox'

export interface OutboxStores extends DBSchema {
  entries: { key: string; value: OutboxEntry; indexes: { order: number } }
  drafts: { key: string; value: StoredDraft }
  grants: { key: string; value: StoredGrant }
}

export type StoreName = 'entries' | 'drafts' | 'grants'
export type ReadTx = IDBPTransaction<OutboxStores, StoreName[], 'readonly'>
export type WriteTx = IDBPTransaction<OutboxStores, StoreName[], 'readwrite'>

export interface OutboxDatabase {
  read<T>(stores: StoreName[], body: (tx: ReadTx) => Promise<T>): Promise<T>
  /**
   * Resolves on the transaction's `complete`, and with `strict` only after the device has written it down. A
   * connection that the browser closed is opened again and the body run once more: it must not keep state.
   */
  write<T>(
    stores: StoreName[],
    durability: 'strict' | 'relaxed',
    body: (tx: WriteTx) => Promise<T>,
  ): Promise<T>
  close(): Promise<void>
}

/** Some browsers never answer an opening after they woke up; a person then has to learn that nothing was kept. */
export const openTimeLimitMs = 10_000
/** Each may meet another tab that has just made the database newer. */
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

export function createOutboxDatabase(name: string = outboxDatabaseName): OutboxDatabase {
  let opening: Promise<IDBPDatabase<OutboxStores>> | undefined

  /** rules/offline 1.12: no version is asked for, so that an older build opens what a newer one has left. */
  async function openWhole(): Promise<IDBPDatabase<OutboxStores>> {
    let version: number | undefined
    for (let count = 0; count < mostOpenings; count++) {
      try {
        const database = await openDB<OutboxStores>(name, version, {
          upgrade: (found) => {
            for (const store of findMissing(found)) makeStore[store](found)
          },
          // Another context adds a store: it must not wait for this one, which opens again when needed.
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
        version = undefined // somebody made it newer between the two openings
      }
    }
    throw new Error('The outbox keeps changing while it is opened.')
  }

  async function open(): Promise<IDBPDatabase<OutboxStores>> {
    opening ??= openWhole()
    const current = opening
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      return await Promise.race([
        current,
        new Promise<never>((_, reject) => {
          timer = setTimeout(
            () => reject(new Error('The browser does not open its storage.')),
            openTimeLimitMs,
          )
        }),
      ])
    } catch (error) {
      if (opening === current) opening = undefined
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  async function runOnce<T>(
    stores: StoreName[],
    mode: 'readonly' | 'readwrite',
    durability: 'strict' | 'relaxed',
    body: (tx: WriteTx) => Promise<T>,
  ): Promise<T> {
    const database = await open()
    const tx = database.transaction(stores, mode, { durability }) as WriteTx
    try {
      const [result] = await Promise.all([body(tx), tx.done])
      return result
    } catch (error) {
      const cause = tx.error ?? error
      try {
        tx.abort()
      } catch {
        throw cause // it had ended by itself
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
    try {
      return await runOnce(stores, mode, durability, body)
    } catch (error) {
      if (!isConnectionLost(error)) throw error
      const lost = opening
      opening = undefined
      void lost?.then((database) => database.close(), forgetLost)
      return runOnce(stores, mode, durability, body)
    }
  }

  return {
    read: (stores, body) => run(stores, 'readonly', 'relaxed', (tx) => body(tx as unknown as ReadTx)),
    write: (stores, durability, body) => run(stores, 'readwrite', durability, body),
    async close() {
      const last = opening
      opening = undefined
      ;(await last)?.close()
    },
  }
}

/** What never opened needs no closing. */
function forgetLost(): void {}

const lostNames: ReadonlySet<string> = new Set([
  'InvalidStateError',
  'UnknownError',
  'AbortError',
  'TransactionInactiveError',
])

/** The names under which browsers say that the connection went away beneath a transaction. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && lostNames.has(error.name)
}
