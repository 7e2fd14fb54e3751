// Pictures and files that rows of clubs name, and that are not stored.
import { enterTenant } from '../db/clubRows.ts'
import type { Services } from '../process/services.ts'
import { findKept } from '../storage/storedObjects.ts'
import { listClubsWithFiles, readTableRows } from './db/tables.ts'
import { filedTables, findNamedFile, type NamedFile } from './storedFiles.ts'

export interface LostFiles {
  /** How many are named. */
  readonly named: number
  /** Labels for people. */
  readonly lost: readonly string[]
}

export async function listLostFiles(services: Services): Promise<LostFiles> {
  let named = 0
  const lost: string[] = []
  for await (const { files, slug } of listNamedFiles(services)) {
    const there = await findKept(
      services,
      files.flatMap(({ keys }) => keys),
    )
    named += files.length
    for (const { keys, label } of files) {
      if (!keys.some((key) => there.has(key))) lost.push(`${label} of ${slug}`)
    }
  }
  return { named, lost }
}

/** What each club names, without clubs that name nothing. */
export async function* listNamedFiles({
  database,
}: Pick<Services, 'database'>): AsyncGenerator<{ slug: string; files: readonly NamedFile[] }> {
  for (const { id, slug } of await database.acrossClubs(listClubsWithFiles)) {
    const files = await database.withoutClub(async (tx) => {
      await enterTenant(tx, id)
      const all: NamedFile[] = []
      for (const table of filedTables) {
        for (const row of await readTableRows(tx, table)) {
          const file = findNamedFile(table, row)
          if (file !== undefined) all.push(file)
        }
      }
      return all
    })
    yield { slug, files }
  }
}
