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
import { Pool, type PoolClient } from 'pg'
import { databaseConnections } from '../../limits/machine.ts'
import { writeBegin } from '../scope/scope.ts'
import { StatementNames } from './statements.ts'
import { findParser, toParameter } from './valueTypes.ts'

export interface PostgresOptions {
  readonly databaseUrl: string
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
  constructor({ databaseUrl, onConnect }: PostgresOptions) {
    super({
      pool: async () => openPool(databaseUrl),
      onCreateConnection: async (connection) => {
        await connection.executeQuery(CompiledQuery.raw(onConnect))
      },
    })
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

function openPool(databaseUrl: string): PostgresPool {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: databaseConnections,
    // a transaction waits for each answer by itself, unless it is told not to (scope/unqueued)
    pipeline: true,
    types: { getTypeParser: findParser as never },
  })
  // A broken connection leaves the pool by itself. Without a listener, its event would end the process.
  const onBroken = (): void => undefined
  pool.on('error', onBroken)
  pool.on('connect', (client) => client.on('error', onBroken))
  const names = new StatementNames()
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      const known = wrapped.get(client) ?? prepareAll(client, names)
      wrapped.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

function prepareAll(client: PoolClient, names: StatementNames): PostgresPoolClient {
  const query = (text: string, parameters: readonly unknown[]): Promise<unknown> => {
    const name = names.find(text)
    const values = parameters.map(toParameter)
    return client.query(name === undefined ? { text, values } : { name, text, values })
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: (broken?: boolean) => client.release(broken),
  }
}
