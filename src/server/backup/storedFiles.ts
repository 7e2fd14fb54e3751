// Which pictures and files of a club go into a backup: those that its rows name and that are there.
import { readFile } from 'node:fs/promises'
import type { TableName } from '../db/clubRows.ts'
import { isFile, isMissing } from '../storage/atomicFile.ts'
import { toFilePath } from '../storage/files.ts'
import { listPictureFiles, type PictureKind } from '../storage/pictures.ts'
import type { JsonRow } from './db.ts'

export async function listStored(dataDir: string, table: TableName, row: JsonRow): Promise<string[]> {
  if (table === 'picture') return listPictureFiles(dataDir, row.kind as PictureKind, String(row.hash))
  if (table !== 'media_file') return []
  const path = toFilePath(dataDir, String(row.hash))
  return (await isFile(path)) ? [path] : []
}

/** Undefined for a picture that was removed since the rows were read, because nothing names it any more. */
export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
