// Stores and removes objects so that of two processes that do either at the same moment, the second sees the first
// (decisions/many-machines).
import { storageLooksAtOnce, storagePutsAtOnce } from '../limits/machine.ts'
import { unendedRemovalMs } from '../limits/times.ts'
import {
  contentOf,
  type ObjectContent,
  type ObjectStore,
  readObject,
  StorageFault,
} from '../objects/objectStore.ts'
import { getStorage } from '../objects/openStorage.ts'
import { inTurns } from '../process/inTurns.ts'
import type { Log } from '../process/log.ts'
import type { Services } from '../process/services.ts'
import {
  areNoted,
  beginRemoval,
  claimRemoval,
  endRemoval,
  listStored,
  listUnendedRemovals,
  noteStored,
  wantNew,
  wantStored,
} from './db/objects.ts'

type Parts = Pick<Services, 'config' | 'database' | 'now'>

/** False if one of them is not stored. Otherwise who removes them knows that they are wanted. */
export async function keepObjects(parts: Parts, keys: readonly string[]): Promise<boolean> {
  return (await wantObjects(parts, keys)) && areThere(parts, keys)
}

/** The same by what is known of them, without asking the storage: `areThere` does that. */
export async function wantObjects({ database, now }: Parts, keys: readonly string[]): Promise<boolean> {
  const known = await database.withoutClub((tx) => wantStored(tx, keys, new Date(now())))
  return known.length === keys.length
}

export async function areThere(
  { config }: Pick<Services, 'config'>,
  keys: readonly string[],
): Promise<boolean> {
  const storage = getStorage(config)
  const there = await Promise.all(keys.map((key) => storage.keep(key)))
  return there.every(Boolean)
}

/** The checksums of those of these that are stored; null where none is known. */
export async function findChecksums(
  { database }: Pick<Services, 'database'>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const stored = await database.withoutClub(async (tx) => ((await areNoted(tx)) ? listStored(tx, keys) : []))
  return new Map(stored.map(({ key, md5 }) => [key, md5]))
}

/**
 * The first of them that is there, as it was stored. Undefined if none is. For what fits into memory. Fails with
 * `StorageFault`. Not within a transaction.
 */
export async function readStored(
  { config, database }: Pick<Services, 'config' | 'database'>,
  keys: readonly string[],
): Promise<Buffer | undefined> {
  const checksums = await findChecksums({ database }, keys)
  // of what an older version stored nothing is known
  const likely = keys.filter((key) => checksums.has(key))
  for (const key of likely.length > 0 ? likely : keys) {
    const bytes = await readObject(getStorage(config), key, checksums.get(key))
    if (bytes !== undefined) return bytes
  }
  return undefined
}

/** Which of these are there. For a storage on another machine, by what is known of it: `storage check` asks it. */
export async function findKept(
  { config, database }: Pick<Services, 'config' | 'database'>,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const storage = getStorage(config)
  if (!storage.isFolder) {
    const stored = await database.withoutClub((tx) => listStored(tx, keys))
    return new Set(stored.map(({ key }) => key))
  }
  const there = new Set<string>()
  await inTurns([...new Set(keys)], storageLooksAtOnce, async (key) => {
    if (await storage.keep(key)) there.add(key)
  })
  return there
}

/** Without what is there already with another content: whoever has it keeps it. */
export async function leaveStored(
  { config, database }: Pick<Services, 'config' | 'database'>,
  contents: ReadonlyMap<string, ObjectContent>,
): Promise<Map<string, ObjectContent>> {
  const stored = await database.withoutClub((tx) => listStored(tx, [...contents.keys()]))
  const known = new Map(stored.map(({ key, md5 }) => [key, md5]))
  const storage = getStorage(config)
  const left = new Map(contents)
  await inTurns([...contents], storageLooksAtOnce, async ([key, { md5 }]) => {
    if (known.get(key) === md5 || !(await storage.keep(key))) return
    const here =
      known.get(key) ?? (await readObject(storage, key).then((bytes) => bytes && contentOf(bytes).md5))
    if (here !== md5) left.delete(key)
  })
  return left
}

/**
 * All of them, or it fails with `StorageFault`. Answers the keys that nobody has wanted before. Not within a
 * transaction.
 */
export async function storeObjects(
  { config, database, now }: Parts,
  contents: ReadonlyMap<string, ObjectContent>,
): Promise<string[]> {
  const objects = [...contents].map(([key, { bytes, md5 }]) => ({ key, bytes, md5 }))
  const fresh = await database.withoutClub((tx) => wantNew(tx, objects, new Date(now())))
  if (fresh === null) throw new StorageFault('busy', 'The same is being removed at this moment.')
  const storage = getStorage(config)
  await inTurns([...contents], storagePutsAtOnce, ([key, content]) => storage.put(key, content))
  await database.withoutClub((tx) => noteStored(tx, [...contents.keys()], new Date(now())))
  return fresh
}

/**
 * Removes those that nobody has wanted since `before`, in epoch milliseconds, or, where that is null, that only one call
 * has ever wanted. Answers how many. What the storage does not remove now is removed later.
 */
export async function removeObjects(
  parts: Parts,
  keys: readonly string[],
  before: number | null,
): Promise<number> {
  if (keys.length === 0) return 0
  const since = before === null ? null : new Date(before)
  const at = new Date(parts.now())
  const free = await parts.database.withoutClub((tx) => beginRemoval(tx, keys, { before: since, at }))
  await removeFree(
    parts,
    free.map((key) => ({ key, since: at })),
  ).catch(() => undefined)
  return free.length
}

/** Ends removals that were broken off, after so long that no request of the first try is still on its way. */
export async function endRemovals(parts: Parts, log: Log): Promise<void> {
  const before = new Date(parts.now() - unendedRemovalMs)
  const found = await parts.database.withoutClub((tx) => listUnendedRemovals(tx, before))
  const removals = found.flatMap(({ key, removing_at: since }) => (since === null ? [] : [{ key, since }]))
  if (removals.length === 0) return
  await removeFree(parts, removals)
  log.info({ objects: removals.length }, 'removals that had been broken off were ended')
}

interface Removal {
  readonly key: string
  /** When somebody last went on with it. */
  readonly since: Date
}

/** One that is refused keeps no other from going; a storage that does not answer is asked no more. */
async function removeFree(parts: Parts, removals: readonly Removal[]): Promise<void> {
  const storage = getStorage(parts.config)
  let refused: unknown
  for (const removal of removals) {
    try {
      await removeOne(parts, storage, removal)
    } catch (error) {
      if (!(error instanceof StorageFault) || error.trouble === 'unreachable') throw error
      refused = error
    }
  }
  if (refused !== undefined) throw refused
}

/**
 * Many take long, and a process may stand still: what has waited for its turn may have been removed by another process
 * since, and stored again. So each is asked for anew just before it goes.
 */
async function removeOne(
  { database, now }: Parts,
  storage: ObjectStore,
  { key, since }: Removal,
): Promise<void> {
  const at = new Date(now())
  if (!(await database.withoutClub((tx) => claimRemoval(tx, key, { since, at })))) return
  // long before anybody else goes on with it
  if (now() - at.getTime() > unendedRemovalMs / 2) return
  await storage.remove(key)
  await database.withoutClub((tx) => endRemoval(tx, key, at))
}
