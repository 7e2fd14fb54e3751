// Where pictures lie in a folder, as paths.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listPicturePlaces, type PictureKind } from '../../../src/server/storage/pictures.ts'

/** The file that is at least this wide, or else the widest; null wants the widest. */
export function findPictureFile(
  dataDir: string,
  kind: PictureKind,
  hash: string,
  width: number | null,
): string | undefined {
  return listPicturePlaces(kind, hash, width)
    .map((key) => join(dataDir, key))
    .find(existsSync)
}

/** From the narrowest to the widest. */
export function listPictureFiles(dataDir: string, kind: PictureKind, hash: string): string[] {
  return listPicturePlaces(kind, hash, 1)
    .map((key) => join(dataDir, key))
    .filter(existsSync)
}
