// Removes pictures that no club names any more. Nothing else ever deletes one.
import { stat } from 'node:fs/promises'
import { listTenants } from '../db/clubRows.ts'
import { unusedPictureRetentionMs } from '../limits/times.ts'
import type { Log } from '../process/log.ts'
import type { Services } from '../process/services.ts'
import { removeOldFile } from './atomicFile.ts'
import { deleteUnusedPictures, listHeldPictures, listUnusedPictures } from './db.ts'
import { listPictureFiles, type StoredPicture } from './pictures.ts'

/**
 * What a call stored before it was refused. Files that another call wanted meanwhile, or any club has, stay.
 * `pictures`: as the call stored them, for the club `tenantId`.
 */
export async function removeRefusedPictures(
  services: Services,
  tenantId: number,
  pictures: readonly StoredPicture[],
): Promise<void> {
  const written = pictures.filter(({ writtenMs }) => writtenMs !== null)
  const hashes = written.map(({ row }) => row.hash)
  const held = await findHeld(services, hashes, tenantId)
  for (const { row, writtenMs } of written) {
    if (held.has(row.hash)) continue
    const files = await listPictureFiles(services.config.dataDir, row.kind, row.hash)
    await removeFiles(files, (modifiedMs) => modifiedMs === writtenMs)
  }
}

/**
 * Pictures that nothing of any club names, and that no call has stored for a day. A file that no club of this
 * database has ever had stays: the folder may have been another database's before.
 */
export async function removeUnusedPictures(services: Services, log: Log): Promise<void> {
  const { database, config, now } = services
  const isOld = (modifiedMs: number) => modifiedMs < now() - unusedPictureRetentionMs
  let removed = 0
  for (const { id } of await listClubs(services)) {
    const unused = await database.inTenant(id, (tx) => listUnusedPictures(tx))
    const old: string[] = []
    for (const hash of unused) {
      const widest = (await listPictureFiles(config.dataDir, 'member', hash)).at(-1)
      if (widest === undefined || isOld((await stat(widest)).mtimeMs)) old.push(hash)
    }
    if (old.length === 0) continue
    const deleted = await database.inTenant(id, (tx) => deleteUnusedPictures(tx, old))
    const held = await findHeld(services, deleted, id)
    for (const hash of deleted) {
      if (held.has(hash)) continue
      await removeFiles(await listPictureFiles(config.dataDir, 'member', hash), isOld)
      removed += 1
    }
  }
  if (removed > 0) log.info({ pictures: removed }, 'pictures that nothing names were removed')
}

/**
 * `files` from the narrowest to the widest, which is the one that says whether the picture is wanted. Answers how many
 * were removed.
 */
export async function removeFiles(
  files: readonly string[],
  isOld: (modifiedMs: number) => boolean,
): Promise<number> {
  const [widest, ...narrower] = [...files].reverse()
  if (widest === undefined || (await removeOldFile(widest, isOld)) === undefined) return 0
  let removed = 1
  // others belong to a call that stores the same picture at this moment
  for (const file of narrower) if ((await removeOldFile(file, isOld)) !== undefined) removed += 1
  return removed
}

/** Which of them any club has. `likely`: the club that most often has them all is asked first. */
async function findHeld(
  services: Services,
  hashes: readonly string[],
  likely: number,
): Promise<ReadonlySet<string>> {
  const held = new Set<string>()
  const ask = async (id: number): Promise<void> => {
    const found = await services.database.inTenant(id, (tx) => listHeldPictures(tx, hashes))
    for (const hash of found) held.add(hash)
  }
  if (hashes.length > 0) await ask(likely)
  if (held.size === new Set(hashes).size) return held
  for (const { id } of await listClubs(services)) {
    if (id !== likely) await ask(id)
  }
  return held
}

function listClubs({ database }: Services): ReturnType<typeof listTenants> {
  return database.withoutClub((tx) => listTenants(tx))
}
