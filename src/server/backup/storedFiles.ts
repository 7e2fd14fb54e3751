// Which pictures and which of the club's shared files a backup contains, and which of them are lost.
import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import type { TableName } from '../db/clubRows.ts'
import { ifThere, isFile } from '../storage/atomicFile.ts'
import { toFilePath } from '../storage/files.ts'
import { listPictureFiles, type PictureKind } from '../storage/pictures.ts'
import type { JsonRow } from './db.ts'

/** The tables whose rows name something on the disk. */
export const filedTables = ['picture', 'media_file'] as const
export type FiledTable = (typeof filedTables)[number]

/** What a row names, by content. */
export interface NamedFile {
  readonly table: FiledTable
  readonly hash: string
  /** For people: "picture 3f2a…", or the name of a shared file. */
  readonly label: string
}

export function findNamedFile(table: TableName, row: JsonRow): NamedFile | undefined {
  const filed = filedTables.find((name) => name === table)
  if (filed === undefined) return undefined
  const hash = String(row.hash)
  return { table: filed, hash, label: filed === 'picture' ? `picture ${hash}` : `file ${row.name}` }
}

/** Those that are there, as absolute paths; none of what is lost. */
export async function listStoredFiles(dataDir: string, table: TableName, row: JsonRow): Promise<string[]> {
  if (table === 'picture') return listPictureFiles(dataDir, row.kind as PictureKind, String(row.hash))
  if (table !== 'media_file') return []
  const path = toFilePath(dataDir, String(row.hash))
  return (await isFile(path)) ? [path] : []
}

/** A folder that this user may not read; undefined if there is none. What is not there can be read. */
export async function findClosedFolder(dataDir: string): Promise<string | undefined> {
  for (const folder of [dataDir, join(dataDir, 'pictures'), join(dataDir, 'files')]) {
    try {
      await ifThere(() => access(folder, constants.R_OK | constants.X_OK))
    } catch {
      return folder
    }
  }
  return undefined
}
