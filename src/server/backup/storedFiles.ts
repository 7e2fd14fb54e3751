// Which pictures and which of the club's shared files a backup contains.
import type { TableName } from '../db/clubRows.ts'
import { isFile } from '../storage/atomicFile.ts'
import { toFilePath } from '../storage/files.ts'
import { listPictureFiles, type PictureKind } from '../storage/pictures.ts'
import type { JsonRow } from './db.ts'

/** The pictures and files that a row names and that are there. */
export async function listStoredFiles(dataDir: string, table: TableName, row: JsonRow): Promise<string[]> {
  if (table === 'picture') return listPictureFiles(dataDir, row.kind as PictureKind, String(row.hash))
  if (table !== 'media_file') return []
  const path = toFilePath(dataDir, String(row.hash))
  return (await isFile(path)) ? [path] : []
}
