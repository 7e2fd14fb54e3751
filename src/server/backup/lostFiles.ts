// Pictures and files that rows of clubs name, and that the disk does not have.
import { enterTenant, listTenants } from '../db/clubRows.ts'
import type { Services } from '../process/services.ts'
import { readTableRows } from './db.ts'
import { filedTables, findNamedFile, listStoredFiles } from './storedFiles.ts'

export interface LostFiles {
  /** How many are named. */
  readonly named: number
  /** Labels for people. */
  readonly lost: readonly string[]
}

export async function listLostFiles({ config, database }: Services): Promise<LostFiles> {
  let named = 0
  const lost: string[] = []
  for (const tenant of await database.withoutClub((tx) => listTenants(tx))) {
    const rows = await database.withoutClub(async (tx) => {
      await enterTenant(tx, tenant.id)
      const all = []
      for (const table of filedTables) {
        for (const row of await readTableRows(tx, table)) all.push({ table, row })
      }
      return all
    })
    for (const { table, row } of rows) {
      named += 1
      const stored = await listStoredFiles(config.dataDir, table, row)
      if (stored.length === 0) lost.push(`${findNamedFile(table, row)?.label} of ${tenant.slug}`)
    }
  }
  return { named, lost }
}
