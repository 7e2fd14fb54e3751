// Statements of one transaction that need not wait for each other's answers.
import { type DatabaseConnection, type KyselyProps, Transaction } from 'kysely'
import type { Database, Tx } from '../open.ts'

/** A transaction asks them of nobody but its executor. */
const unused = { config: {}, driver: {}, dialect: {} } as Omit<KyselyProps, 'executor'>

/**
 * The same transaction, which sends each statement at once, behind those that it has sent before: several begun together
 * take one round trip to a PostgreSQL server. They run in the order in which they were begun, and after one that fails all
 * others fail, also the commit. The embedded engine has no round trips, and takes one statement after the other.
 */
export async function toUnqueued(tx: Tx, { engine }: Pick<Database, 'engine'>): Promise<Tx> {
  if (engine === 'embedded') return tx
  const queued = tx.getExecutor()
  const connection = await queued.provideConnection(async (own) => own)
  const provideConnection = <T>(use: (own: DatabaseConnection) => Promise<T>) => use(connection)
  return new Transaction({ ...unused, executor: queued.withConnectionProvider({ provideConnection }) })
}
