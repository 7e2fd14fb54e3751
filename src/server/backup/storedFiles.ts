// Which pictures and which of the club's shared files a backup contains, and which of them are lost.
import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import type { TableName } from '../db/clubRows.ts'
import { ifThere } from '../objects/atomicFile.ts'
import { toFileKey } from '../storage/files.ts'
import { listPictureKeys, type PictureKind } from '../storage/pictures.ts'
import type { JsonRow } from './db/tables.ts'

/** The tables whose rows name something that is stored. */
export const filedTables = ['picture', 'media_file'] as const
export type FiledTable = (typeof filedTables)[number]

/** What a row names, by content. */
export interface NamedFile {
  readonly table: FiledTable
  readonly hash: string
  /** For people: "picture 3f2a…", or the name of a shared file. */
  readonly label: string
  /** Where it lies. */
  readonly keys: readonly string[]
}

export function findNamedFile(table: TableName, row: JsonRow): NamedFile | undefined {
  const filed = filedTables.find((name) => name === table)
  if (filed === undefined) return undefined
  const hash = String(row.hash)
  if (filed === 'media_file') {
    return { table: filed, hash, label: `file ${row.name}`, keys: [toFileKey(hash)] }
  }
  const keys = listPictureKeys({ kind: row.kind as PictureKind, hash, width: Number(row.width) })
  return { table: filed, hash, label: `picture ${hash}`, keys }
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
