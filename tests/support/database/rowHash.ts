// The rows of a club as one hash: if it is equal before and after, nothing of the club was written.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { LocalEngine } from '../../../src/server/assembly/localEngine.ts'
import type { Database } from '../../../src/server/db/open.ts'
import { ofClub } from '../../../src/server/db/scope/clubPlugin.ts'
import { findTenantTables } from './filledTables.ts'

const statements = new WeakMap<Database, ReturnType<typeof hashTables>>()

export async function hashRows(database: Database, tenantId: number): Promise<string> {
  const found = statements.get(database) ?? hashTables(database)
  statements.set(database, found)
  const statement = await found
  const { rows } = await database.inTenant(tenantId, (tx) => statement.execute(tx))
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

/** The same, once what earlier calls have queued is done: mail that leaves meanwhile changes rows. */
export async function hashAtRest(
  world: { readonly database: Database; readonly engine: Pick<LocalEngine, 'runDue'> },
  tenantId: number,
): Promise<string> {
  await world.engine.runDue()
  return hashRows(world.database, tenantId)
}

/** One statement for all tables, because some tests ask after each call. */
async function hashTables(database: Database) {
  const tables = await findTenantTables(database)
  const hashes = tables.map(
    ({ name }) => sql`
      select ${sql.lit(name)} as name, md5(string_agg(t::text, chr(10) order by t::text)) as hash
      from ${ofClub(name, 't')}`,
  )
  return sql<{ name: string; hash: string | null }>`${sql.join(hashes, sql` union all `)}`
}
