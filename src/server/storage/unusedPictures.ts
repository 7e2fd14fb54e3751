// Removes pictures that no club names any more. Nothing else ever deletes one.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '../../domain/time.ts'
import { listTenants } from '../db/club/clubRows.ts'
import { deleteUnusedPictures, listHeldPictures } from '../db/club/picture.ts'
import type { Log } from '../log.ts'
import type { Services } from '../services.ts'
import { removeOldFile } from './atomicFile.ts'
import { listPictureFiles, type PictureKind, type StoredPicture } from './pictures.ts'

/** Longer than any import or call takes from storing a picture's files to the row that names it. */
export const pictureGraceMs = dayMs

const pictureFile = /^([0-9a-f]{40})-\d+\.webp$/
/** What a killed process leaves: a file that it was writing, or one that it was deleting. */
const leftFile = /^\.(?:new|old)-/

/**
 * What a call stored before it was refused. Files that another call wanted meanwhile, or any club has, stay.
 * `pictures` are those that this call wrote itself.
 */
export async function removeRefusedPictures(
  services: Services,
  pictures: readonly StoredPicture[],
): Promise<void> {
  const written = pictures.filter(({ writtenMs }) => writtenMs !== null)
  const held = await findHeld(
    services,
    written.map(({ row }) => row.hash),
  )
  for (const { row, writtenMs } of written) {
    if (held.has(row.hash)) continue
    const files = await listPictureFiles(services.config.dataDir, row.kind, row.hash)
    await removeFiles(files, (modifiedMs) => modifiedMs === writtenMs)
  }
}

/** First the clubs' rows of pictures that nothing names, then the files that no club has a row of. */
export async function removeUnusedPictures(services: Services, log: Log): Promise<void> {
  const { database, config, now } = services
  let rows = 0
  for (const { id } of await listClubs(services)) {
    rows += await database.inTenant(id, (tx) => deleteUnusedPictures(tx, id))
  }
  const isOld = (modifiedMs: number) => modifiedMs < now() - pictureGraceMs
  let pictures = 0
  for (const kind of ['public', 'member'] satisfies PictureKind[]) {
    const folder = join(config.dataDir, 'pictures', kind)
    for (const part of await listNames(folder)) {
      const names = await listNames(join(folder, part))
      for (const name of names) {
        if (leftFile.test(name)) await removeOldFile(join(folder, part, name), isOld)
      }
      const hashes = new Set(names.flatMap((name) => pictureFile.exec(name)?.[1] ?? []))
      const held = await findHeld(services, [...hashes])
      for (const hash of hashes) {
        if (held.has(hash)) continue
        if (await removeFiles(await listPictureFiles(config.dataDir, kind, hash), isOld)) pictures += 1
      }
    }
  }
  if (rows > 0 || pictures > 0) log.info({ rows, pictures }, 'pictures that nothing names were removed')
}

/** `files` from the narrowest to the widest, which is the one that says whether the picture is wanted. */
async function removeFiles(
  files: readonly string[],
  isOld: (modifiedMs: number) => boolean,
): Promise<boolean> {
  const [widest, ...narrower] = [...files].reverse()
  const removedMs = widest === undefined ? undefined : await removeOldFile(widest, isOld)
  if (removedMs === undefined) return false
  // later ones belong to a call that stores the same picture at this moment
  for (const file of narrower) await removeOldFile(file, (modifiedMs) => modifiedMs <= removedMs)
  return true
}

async function findHeld(services: Services, hashes: readonly string[]): Promise<Set<string>> {
  const held = new Set<string>()
  if (hashes.length === 0) return held
  for (const { id } of await listClubs(services)) {
    const found = await services.database.inTenant(id, (tx) => listHeldPictures(tx, id, hashes))
    for (const hash of found) held.add(hash)
  }
  return held
}

function listClubs({ database }: Services): ReturnType<typeof listTenants> {
  return database.asOwner((tx) => listTenants(tx))
}

/** No names where there is no folder. */
async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
