// The database for the server: transactions in a club's name or in none, on either engine.
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { DatabaseError } from 'pg'
import {
  databaseConnections,
  longestDatabaseCloseMs,
  mostTransactionRuns,
  transactionPauseMs,
} from '../limits/machine.ts'
import { openEmbedded } from './drivers/embedded.ts'
import { openPostgres } from './drivers/postgres.ts'
import { migrateToLatest, readTablesState, type TablesState } from './migrate.ts'
import type { Schema } from './schema.gen.ts'
import { clubPlugin } from './scope/clubPlugin.ts'
import { runInScope, type TransactionName } from './scope/scope.ts'
import { createTurns, runFirst, type Turns } from './scope/turns.ts'
import { analyzeAll, maintainAll } from './upkeep.ts'

export type Tx = Transaction<Schema>

export interface Database {
  readonly engine: 'embedded' | 'postgres'
  /**
   * One transaction that sees and writes only this club's rows: its queries know the club, and row-level security keeps
   * every other one out. When the database ends it in favour of
   * another (deadlock, serialisation), the body runs again from its start, up to five times. So the body must
   * not act outside of the database. It must not open another transaction.
   */
  inTenant<T>(tenantId: number, body: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * One transaction for the tables without a club, and for jobs. Its queries can name no table of clubs, and raw SQL
   * finds no rows there. Repeats like `inTenant`.
   */
  withoutClub<T>(body: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * One transaction that reads of all clubs together what recurring work must know (see `acrossColumns`), and writes
   * nothing. Repeats like `inTenant`.
   */
  acrossClubs<T>(body: (tx: Tx) => Promise<T>): Promise<T>
  /** Updates the planner's statistics. Needed after an import, or plans are made for empty tables. */
  analyze(): Promise<void>
  /** Upkeep that a PostgreSQL server does by itself, the embedded engine not. Call it about every minute. */
  maintain(): Promise<void>
  /** Calls `listener` after each commit here that queued a job. Other processes' jobs are not reported. */
  onQueued(listener: () => void): void
  /**
   * Calls `listener` right after each commit with the tables that it wrote. On a PostgreSQL server, where
   * other processes write too, it is never called.
   */
  onCommit(listener: (written: ReadonlySet<string>) => void): void
  /** How many times a file was synced to the disk. 0 on a PostgreSQL server, which does that itself. */
  countSyncs(): number
  /** Which version the tables are of, as against this program's. */
  readTablesState(): Promise<TablesState>
  /** Transactions that run now, of so many at most, and those that wait for their turn. */
  countTransactions(): { readonly running: number; readonly most: number; readonly waiting: number }
  /** When a write last found no room on the disk, in milliseconds that only grow; null if none has. */
  findFullDisk(): number | null
  /**
   * Waits for open transactions, of a PostgreSQL server for five seconds: one that does not answer any more would never
   * end them. New ones are refused.
   */
  close(): Promise<void>
}

export interface OpenOptions {
  /** A PostgreSQL server, 15 or newer. Without it, the embedded engine in `dataDir`. */
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
  /** Whether tables of an older version are changed; `empty`: only made, where there are none. Default true. */
  readonly migrate?: boolean | 'empty'
}

/** Fails with `FolderInUse` when another process has the embedded engine's folder open. */
export async function openDatabase({ databaseUrl, dataDir, migrate = true }: OpenOptions): Promise<Database> {
  if (databaseUrl !== undefined) {
    const db = await openPostgres(databaseUrl)
    const close = (): Promise<void> => db.destroy()
    const parts: Parts = {
      ...{ engine: 'postgres', db, connections: databaseConnections, close },
      ...{ onCommit: () => undefined, countSyncs: () => 0 },
    }
    return finish(new OpenDatabase(parts), db, migrate)
  }
  const embedded = await openEmbedded(dataDir)
  return finish(new OpenDatabase({ engine: 'embedded', connections: 1, ...embedded }), embedded.db, migrate)
}

async function finish(
  database: Database,
  db: Kysely<unknown>,
  migrate: OpenOptions['migrate'],
): Promise<Database> {
  if (migrate === false) return database
  try {
    if (migrate === 'empty' && (await database.readTablesState()).version !== null) return database
    if ((await migrateToLatest(db)) > 0) await database.analyze()
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

interface Parts {
  readonly engine: Database['engine']
  readonly db: Kysely<unknown>
  /** So many transactions run at once. */
  readonly connections: number
  onCommit: Database['onCommit']
  countSyncs(): number
  close(): Promise<void>
}

const diskFull = '53100'
const deadlock = '40P01'
const serializationFailure = '40001'

class OpenDatabase implements Database {
  readonly #parts: Parts
  readonly #running = new Set<Promise<unknown>>()
  readonly #listeners: (() => void)[] = []
  readonly #turns: Turns
  #closed: Promise<void> | undefined
  #fullDiskAt: number | null = null

  constructor(parts: Parts) {
    this.#parts = parts
    this.#turns = createTurns({ most: parts.connections })
  }

  get engine(): Database['engine'] {
    return this.#parts.engine
  }

  inTenant<T>(tenantId: number, body: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#track(() => this.#transact(tenantId, body))
  }

  withoutClub<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#track(() => this.#transact(null, body))
  }

  acrossClubs<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#track(() => this.#transact('across', body))
  }

  analyze(): Promise<void> {
    return this.#track(() => analyzeAll(this.#parts.db))
  }

  async maintain(): Promise<void> {
    if (this.engine === 'embedded') await this.#track(() => maintainAll(this.#parts.db))
  }

  onQueued(listener: () => void): void {
    this.#listeners.push(listener)
  }

  onCommit(listener: (written: ReadonlySet<string>) => void): void {
    this.#parts.onCommit(listener)
  }

  countSyncs(): number {
    return this.#parts.countSyncs()
  }

  readTablesState(): Promise<TablesState> {
    return this.#track(() => runInScope(null, () => readTablesState(this.#parts.db)))
  }

  countTransactions(): { running: number; most: number; waiting: number } {
    return {
      running: this.#turns.countRunning(),
      most: this.#parts.connections,
      waiting: this.#turns.countWaiting(),
    }
  }

  findFullDisk(): number | null {
    return this.#fullDiskAt
  }

  close(): Promise<void> {
    this.#closed ??= this.#finish()
    return this.#closed
  }

  async #finish(): Promise<void> {
    const waits: Promise<unknown>[] = [Promise.allSettled(this.#running)]
    if (this.engine === 'postgres') waits.push(pause(longestDatabaseCloseMs, undefined, { ref: false }))
    await Promise.race(waits)
    await this.#parts.close()
  }

  async #transact<T>(name: TransactionName, body: (tx: Tx) => Promise<T>): Promise<T> {
    const db = this.#parts.db as Kysely<Schema>
    for (let attempt = 1; ; attempt++) {
      try {
        return await runInScope(
          name,
          () => this.#turns.take(() => db.transaction().execute((tx) => body(tx.withPlugin(clubPlugin)))),
          this.#tellQueued,
        )
      } catch (error) {
        if (error instanceof DatabaseError && error.code === diskFull) this.#fullDiskAt = performance.now()
        if (attempt === mostTransactionRuns || !isWorthRepeating(error)) throw error
        await pause(Math.random() * transactionPauseMs * attempt)
      }
    }
  }

  readonly #tellQueued = (): void => {
    // what begins now is no caller's work
    for (const listener of this.#listeners) runFirst(listener)
  }

  async #track<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed !== undefined) throw new Error('The database is closed.')
    const running = work()
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
    }
  }
}

function isWorthRepeating(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === deadlock || error.code === serializationFailure)
}
