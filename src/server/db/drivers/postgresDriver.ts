// Kysely on a PostgreSQL server: role and club are set together with `begin`, statements are prepared once.
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
} from 'kysely'
import { DatabaseError, Pool, type PoolClient, type PoolConfig } from 'pg'
import { databaseConnections, longestDatabaseStepMs } from '../../limits/machine.ts'
import { writeBegin } from '../scope/scope.ts'
import { listDatabaseUrls } from './databaseUrls.ts'
import { trackLines, withinGoodbye } from './lines.ts'
import { type Primary, watchPrimary } from './primary.ts'
import { StatementNames } from './statements.ts'
import { findParser, toParameter } from './valueTypes.ts'

export interface PostgresOptions {
  /** As the setting has it, maybe with several hosts. */
  readonly databaseUrl: string
  /** The one that takes writes now. */
  readonly primary: Primary
  /** Runs first on each new connection. */
  readonly onConnect: string
}

export class TenantPostgresDialect implements Dialect {
  readonly #options: PostgresOptions

  constructor(options: PostgresOptions) {
    this.#options = options
  }

  createAdapter(): PostgresAdapter {
    return new PostgresAdapter()
  }

  createDriver(): PostgresDriver {
    return new TenantPostgresDriver(this.#options)
  }

  createIntrospector(db: Kysely<unknown>): PostgresIntrospector {
    return new PostgresIntrospector(db)
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler()
  }
}

class TenantPostgresDriver extends PostgresDriver {
  constructor(options: PostgresOptions) {
    super({ pool: async () => openPool(options) })
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const begin = writeBegin()
    try {
      await connection.executeQuery(CompiledQuery.raw(begin))
    } catch (error) {
      await connection.executeQuery(CompiledQuery.raw('rollback'))
      throw error
    }
  }
}

function openPool({ databaseUrl, primary, onConnect }: PostgresOptions): PostgresPool {
  const hasSeveral = listDatabaseUrls(databaseUrl).length > 1
  const lines = trackLines()
  const options: PoolConfig & { connectionString: string } = {
    connectionString: primary.url,
    Client: lines.Client,
    // by the pool, which takes a connection back when this fails
    onConnect: (client) => client.query(onConnect),
    // a machine that died says nothing
    ...(hasSeveral ? { connectionTimeoutMillis: longestDatabaseStepMs } : {}),
    max: databaseConnections,
    // a transaction waits for each answer by itself, unless it is told not to (scope/unqueued)
    pipeline: true,
    types: { getTypeParser: findParser as never },
  }
  const pool = new Pool(options)
  // A broken connection leaves the pool by itself. Without a listener, its event would end the process.
  pool.on('error', () => undefined)
  let isAway = false
  const watch = hasSeveral ? watchPrimary(databaseUrl, primary, { onMoved, onLost }) : undefined

  /** Whoever waits for an answer of the former one would wait for ever. */
  function onMoved(url: string): void {
    isAway = false
    pool.options.connectionString = url
    lines.cutAll('The database server was left for another one.')
  }

  function onLost(): void {
    isAway = true
    lines.cutAll(noPrimaryAnswers)
  }

  const names = new StatementNames()
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    connect: async () => {
      if (isAway) throwLost(new Error(noPrimaryAnswers))
      const client = await pool.connect().catch(throwLost)
      const known = wrapped.get(client) ?? prepareAll(client, names)
      wrapped.set(client, known)
      return known
    },
    async end() {
      watch?.close()
      await withinGoodbye(Promise.all([lines.waitForEnds(), pool.end()]))
      lines.cutAll('The database was closed.')
    },
  }
}

const noPrimaryAnswers = 'No database server answers that takes writes.'

/** What is wrong with a line, and not with a statement, has no code of its own in the driver. */
function throwLost(error: unknown): never {
  if (error instanceof Error && !(error instanceof DatabaseError) && !('code' in error)) {
    Object.assign(error, { code: 'ECONNRESET' })
  }
  throw error
}

function prepareAll(client: PoolClient, names: StatementNames): PostgresPoolClient {
  const query = (text: string, parameters: readonly unknown[]): Promise<unknown> => {
    const name = names.find(text)
    const values = parameters.map(toParameter)
    return client.query(name === undefined ? { text, values } : { name, text, values }).catch(throwLost)
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: (broken?: boolean) => client.release(broken),
  }
}
