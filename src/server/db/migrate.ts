// Brings the tables to the newest version. Several processes may do this at once.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { migrations as cardSandbox } from '../../../card-sandbox/migrations.ts'
import { runInScope } from './scope/scope.ts'

/**
 * All files of the folder, in the order of their names. A migration that has run anywhere is never changed or renamed,
 * because databases know it by its name. This is why two have the number 0003 and none has 0004.
 */
async function readMigrations(): Promise<Record<string, Migration>> {
  const files = await readdir(join(import.meta.dirname, 'migrations'))
  const read = files
    .filter((file) => file.endsWith('.ts'))
    .map(
      async (file): Promise<[string, Migration]> => [
        file.slice(0, -'.ts'.length),
        await import(`./migrations/${file}`),
      ],
    )
  return { ...Object.fromEntries(await Promise.all(read)), ...cardSandbox }
}

/**
 * Answers how many migrations ran. They take effect together or not at all. On PostgreSQL it waits while
 * another process migrates; on the embedded engine the lock on the folder keeps others out.
 */
export async function migrateToLatest(db: Kysely<unknown>): Promise<number> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
  const { error, results } = await runInScope(null, () => migrator.migrateToLatest())
  if (error !== undefined) throw error
  return results?.length ?? 0
}
