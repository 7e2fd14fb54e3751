// The rows of a club as one hash: if it is equal before and after, nothing of the club was written.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../../src/server/db/open.ts'
import { ofClub } from '../../../src/server/db/scope/clubPlugin.ts'
import { findTenantTables } from './filledTables.ts'

export async function hashRows(database: Database, tenantId: number): Promise<string> {
  const tables = await findTenantTables(database)
  const hash = createHash('sha256')
  await database.inTenant(tenantId, async (tx) => {
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string }>`
        select t::text as text from ${ofClub(name, 't')} order by 1`.execute(tx)
      hash.update(`${name}\n`)
      for (const { text } of rows) hash.update(`${text}\n`)
    }
  })
  return hash.digest('hex')
}
