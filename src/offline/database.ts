// A database of this device. An opening only adds missing stores and changes nothing else.
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb'
import { openTimeLimitMs, StorageTimeout, transactionTimeLimitMs, withTimeLimit } from './notSaved.ts'

export type StoreName<Stores extends DBSchema> = Extract<StoreNames<Stores>, string>
export type Tx<Stores extends DBSchema, Mode extends IDBTransactionMode> = IDBPTransaction<
  Stores,
  StoreName<Stores>[],
  Mode
>

export interface Database<Stores extends DBSchema> {
  read<T>(stores: StoreName<Stores>[], body: (tx: Tx<Stores, 'readonly'>) => Promise<T>): Promise<T>
  /**
   * Resolves on the transaction's `complete`; with `strict` only after the device has written the data down.
   * If the browser closed the connection, or the transaction does not end, it is opened again and `body` runs
   * once more. If there is no room, room is made and `body` runs again. So `body` must not keep state.
   */
  write<T>(
    stores: StoreName<Stores>[],
    durability: 'strict' | 'relaxed',
    body: (tx: Tx<Stores, 'readwrite'>) => Promise<T>,
  ): Promise<T>
  close(): Promise<void>
}

export interface DatabaseOptions<Stores extends DBSchema> {
  name: string
  makeStore: Readonly<Record<StoreName<Stores>, (database: IDBPDatabase<Stores>) => void>>
  /** Of a database that is not there yet. */
  firstVersion?: number
  /** Deletes what can be fetched again. Returns whether there was anything. */
  makeRoom?(): Promise<boolean>
}

/** Browsers notice some seconds late that there is room again. */
const roomWaitsMs = [0, 500, 1_000, 2_000, 4_000]
/** Each opening may meet another tab that has just raised the version. */
const mostOpenings = 5

export function createDatabase<Stores extends DBSchema>({
  name,
  makeStore,
  firstVersion,
  makeRoom = async () => false,
}: DatabaseOptions<Stores>): Database<Stores> {
  type Name = StoreName<Stores>
  type WriteTx = Tx<Stores, 'readwrite'>
  const storeNames = Object.keys(makeStore) as Name[]
  function findMissing(database: IDBPDatabase<Stores>): Name[] {
    return storeNames.filter((store) => !database.objectStoreNames.contains(store))
  }

  let opening: Promise<IDBPDatabase<Stores>> | undefined

  /** rules/offline 1.12: an older build can open the database of a newer one, whatever its version. */
  async function openWhole(): Promise<IDBPDatabase<Stores>> {
    if ((globalThis.indexedDB as IDBFactory | null | undefined) == null) {
      throw new DOMException('This browser has no IndexedDB.', 'SecurityError')
    }
    let version = firstVersion
    for (let count = 0; count < mostOpenings; count++) {
      try {
        const database = await openDB<Stores>(name, version, {
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
    throw new Error('The database keeps changing while it is opened.')
  }

  async function open(): Promise<IDBPDatabase<Stores>> {
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
    database: IDBPDatabase<Stores>,
    stores: Name[],
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
    stores: Name[],
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
    async function runAgain(again: IDBPDatabase<Stores>, first: unknown): Promise<T> {
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
    read: (stores, body) =>
      run(stores, 'readonly', 'relaxed', (tx) => body(tx as unknown as Tx<Stores, 'readonly'>)),
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
