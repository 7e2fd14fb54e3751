// Removes pictures that no club names any more. Nothing else ever deletes one.
import { unusedPictureRetentionMs } from '../limits/times.ts'
import type { Log } from '../process/log.ts'
import type { Services } from '../process/services.ts'
import { listWantedSince, noteSeen } from './db/objects.ts'
import {
  deleteUnusedPictures,
  listClubsWithPictures,
  listHeldPictures,
  listUnusedPictures,
} from './db/pictures.ts'
import { listPictureKeys, type StoredPicture } from './pictures.ts'
import { removeObjects } from './storedObjects.ts'

/**
 * What a call stored before it was refused. What another call wanted meanwhile, or any club has, stays.
 * `pictures`: as the call stored them.
 */
export async function removeRefusedPictures(
  services: Services,
  pictures: readonly StoredPicture[],
): Promise<void> {
  const hashes = pictures.map(({ row }) => row.hash)
  const held = await findHeld(services, hashes)
  const refused = pictures.filter(({ row }) => !held.has(row.hash))
  const keys = refused.flatMap(({ newKeys }) => newKeys)
  await removeObjects(services, keys, null)
}

/**
 * Pictures that nothing of any club names, and that no call has stored for a day. What no club of this database has ever
 * had stays: the storage may have been another database's before.
 */
export async function removeUnusedPictures(services: Services, log: Log): Promise<void> {
  const { database, now } = services
  const before = now() - unusedPictureRetentionMs
  let removed = 0
  for (const id of await database.acrossClubs(listClubsWithPictures)) {
    const unused = await database.inTenant(id, (tx) => listUnusedPictures(tx))
    if (unused.length === 0) continue
    const keys = unused.flatMap(listPictureKeys)
    const wanted = await database.withoutClub(async (tx) => {
      await noteSeen(tx, keys, new Date(now()))
      return new Set(await listWantedSince(tx, keys, new Date(before)))
    })
    const old = unused.filter((picture) => !listPictureKeys(picture).some((key) => wanted.has(key)))
    if (old.length === 0) continue
    const hashes = old.map(({ hash }) => hash)
    const deleted = new Set(await database.inTenant(id, (tx) => deleteUnusedPictures(tx, hashes)))
    const held = await findHeld(services, [...deleted])
    const free = old.filter(({ hash }) => deleted.has(hash) && !held.has(hash))
    if ((await removeObjects(services, free.flatMap(listPictureKeys), before)) > 0) removed += free.length
  }
  if (removed > 0) log.info({ pictures: removed }, 'pictures that nothing names were removed')
}

/** Which of them any club has. */
async function findHeld({ database }: Services, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set()
  return new Set(await database.acrossClubs((tx) => listHeldPictures(tx, hashes)))
}
