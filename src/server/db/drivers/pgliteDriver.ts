// Kysely on the embedded database: one connection, statements prepared once, one exchange for each query.
import type { PGlite } from '@electric-sql/pglite'
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { writeBegin } from '../scope/scope.ts'
import { listWrittenTables } from '../writtenTables.ts'
import { StatementNames } from './statements.ts'
import {
  type ResultColumn,
  readAnswer,
  type WireAnswer,
  writeExecute,
  writeParse,
  writeQuery,
} from './wireProtocol.ts'

/** Called right after each commit with the tables that it wrote. */
export type CommitListener = (written: ReadonlySet<string>) => void

export class PgliteDialect implements Dialect {
  readonly #engine: PGlite
  readonly #onCommit: CommitListener

  constructor(engine: PGlite, onCommit: CommitListener) {
    this.#engine = engine
    this.#onCommit = onCommit
  }

  createAdapter(): PGliteAdapter {
    return new PGliteAdapter()
  }

  createDriver(): Driver {
    return new PgliteDriver(this.#engine, this.#onCommit)
  }

  createIntrospector(db: Kysely<unknown>): PostgresIntrospector {
    return new PostgresIntrospector(db)
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler()
  }
}

/** The adapter says that there is only one connection, so Kysely's own mutex gives it to one at a time. */
class PgliteDriver implements Driver {
  readonly #engine: PGlite
  readonly #connection: PgliteConnection

  constructor(engine: PGlite, onCommit: CommitListener) {
    this.#engine = engine
    this.#connection = new PgliteConnection(engine, onCommit)
  }

  async init(): Promise<void> {
    await this.#engine.waitReady
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async beginTransaction(): Promise<void> {
    const { error, isIdle } = await this.#connection.run(writeBegin())
    if (error === undefined) return
    if (!isIdle) await this.#connection.run('rollback')
    throw error
  }

  async commitTransaction(): Promise<void> {
    const { error, tag } = await this.#connection.run('commit')
    if (error !== undefined) throw error
    // a statement failed and the caller caught the error: PostgreSQL answers COMMIT by rolling back
    if (tag === 'ROLLBACK') throw new AbortedTransactionError()
  }

  async rollbackTransaction(): Promise<void> {
    const { error } = await this.#connection.run('rollback')
    if (error !== undefined) throw error
  }

  async releaseConnection(): Promise<void> {
    if (!this.#connection.isIdle) await this.rollbackTransaction()
  }

  async destroy(): Promise<void> {
    await this.#engine.close()
  }
}

interface PreparedQuery {
  readonly fields: readonly ResultColumn[] | null
}

const unnamed = ''
const rowCount = /^(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)$/

class PgliteConnection implements DatabaseConnection {
  readonly #engine: PGlite
  readonly #onCommit: CommitListener
  readonly #names = new StatementNames()
  readonly #prepared = new Map<string, PreparedQuery>()
  #written = new Set<string>()
  isIdle = true

  constructor(engine: PGlite, onCommit: CommitListener) {
    this.#engine = engine
    this.#onCommit = onCommit
  }

  /**
   * Runs one or more statements without parameters. The answer has any error; the connection stays usable.
   */
  run(text: string): Promise<WireAnswer> {
    return this.#exchange(writeQuery(text), null)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const name = this.#names.find(query.sql) ?? unnamed
    for (const table of listWrittenTables(query.sql)) this.#written.add(table)
    const prepared = this.#prepared.get(name)
    const execute = writeExecute(name, query.parameters)
    const message = prepared ? execute : Buffer.concat([writeParse(name, query.sql), execute])
    const answer = await this.#exchange(message, prepared?.fields ?? null)
    if (answer.isParsed && answer.fields !== undefined && name !== unnamed) {
      this.#prepared.set(name, { fields: answer.fields })
    }
    if (answer.error !== undefined) throw answer.error
    const count = rowCount.exec(answer.tag)?.[1]
    return {
      rows: answer.rows as R[],
      ...(count === undefined ? {} : { numAffectedRows: BigInt(count) }),
    }
  }

  /** After a transaction, or after a statement outside of one. */
  #tellWritten({ tag }: WireAnswer): void {
    const written = this.#written
    if (written.size === 0) return
    this.#written = new Set()
    if (tag !== 'ROLLBACK') this.#onCommit(written)
  }

  // biome-ignore lint/correctness/useYield: there is no cursor on this engine, and Kysely asks for a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The embedded database does not stream: ask for pages.')
  }

  /**
   * The engine works synchronously. We use the stream variant of its call, because the plain one keeps every
   * answer in memory for ever.
   */
  async #exchange(message: Uint8Array, known: readonly ResultColumn[] | null): Promise<WireAnswer> {
    const chunks: Buffer[] = []
    await this.#engine.execProtocolRawStream(message, {
      syncToFs: false,
      onRawData: (data) => chunks.push(Buffer.from(data)),
    })
    const answer = readAnswer(Buffer.concat(chunks), known)
    this.isIdle = answer.isIdle
    if (answer.isIdle) this.#tellWritten(answer)
    return answer
  }
}
