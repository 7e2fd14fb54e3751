// Compares what the database knows to be stored with what the storage has.
import { objectsNotedTogether } from '../limits/sizes.ts'
import { md5Of, type ObjectStore, type StoredObject } from '../objects/objectStore.ts'
import { getStorage } from '../objects/openStorage.ts'
import type { Services } from '../process/services.ts'
import { type KnownObject, listKnownObjects, type NewObject, noteFound } from '../storage/db/objects.ts'
import { listNamedFiles } from './lostFiles.ts'

export interface StorageCheck {
  /** How many objects were compared, and their size together. */
  readonly objects: number
  readonly bytes: number
  /** What a club names and the storage lacks, as labels for people. */
  readonly lost: readonly string[]
  /** Keys of objects that have other bytes than were stored. */
  readonly damaged: readonly string[]
  /** How many of those that nothing names any more the storage lacks: nobody misses them. */
  readonly forgotten: number
  /** Objects that nothing names, and their size together. */
  readonly unknown: number
  readonly unknownBytes: number
  /** Objects of an older version, whose checksums are known from now on. */
  readonly noted: number
}

const kinds = ['files/', 'pictures/'] as const

/** Reads what has no checksum in the storage's own list. `onProgress`: after each object. */
export async function compareStorage(
  services: Services,
  onProgress: (done: number) => void,
): Promise<StorageCheck> {
  const { config, database, now } = services
  const storage = getStorage(config)
  const labels = new Map<string, string>()
  const named = new Set<string>()
  for await (const { files, slug } of listNamedFiles(services)) {
    for (const { keys, label } of files) {
      for (const key of keys) {
        named.add(key)
        labels.set(key, `${label} of ${slug}`)
      }
    }
  }
  const lost = new Set<string>()
  const damaged: string[] = []
  let [objects, bytes, forgotten, unknown, unknownBytes, noted] = [0, 0, 0, 0, 0, 0]
  let waiting: NewObject[] = []
  const noteWaiting = async (): Promise<void> => {
    const found = waiting
    waiting = []
    noted += found.length
    if (found.length > 0) await database.withoutClub((tx) => noteFound(tx, found, new Date(now())))
  }
  for await (const [known, stored] of pair(listKnown(services), listAll(storage))) {
    const { key } = (stored ?? known) as { key: string }
    const label = labels.get(key)
    named.delete(key)
    if (stored === undefined) {
      if (label === undefined) forgotten += 1
      else lost.add(label)
      continue
    }
    objects += 1
    bytes += stored.bytes
    onProgress(objects)
    if (known === undefined && label === undefined) {
      unknown += 1
      unknownBytes += stored.bytes
      continue
    }
    const md5 = stored.md5 ?? (await md5Of(storage, key))
    // removed at this moment
    if (md5 === undefined) continue
    if (known?.md5 != null && (known.md5 !== md5 || known.bytes !== stored.bytes)) damaged.push(key)
    else if (known?.md5 == null) waiting.push({ key, bytes: stored.bytes, md5 })
    if (waiting.length === objectsNotedTogether) await noteWaiting()
  }
  await noteWaiting()
  // what is neither there nor known to have been stored
  for (const key of named) lost.add(labels.get(key) ?? key)
  return { objects, bytes, lost: [...lost].sort(), damaged, forgotten, unknown, unknownBytes, noted }
}

async function* listAll(storage: ObjectStore): AsyncGenerator<StoredObject> {
  for (const kind of kinds) yield* storage.list(kind)
}

async function* listKnown({ database }: Services): AsyncGenerator<KnownObject> {
  for (let after = ''; ; ) {
    const page = await database.withoutClub((tx) => listKnownObjects(tx, after, objectsNotedTogether))
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = last.key
  }
}

/** Both are sorted by key: each key once, with what either has of it. */
async function* pair(
  known: AsyncGenerator<KnownObject>,
  stored: AsyncGenerator<StoredObject>,
): AsyncGenerator<[KnownObject | undefined, StoredObject | undefined]> {
  let [left, right] = [await known.next(), await stored.next()]
  while (left.done !== true || right.done !== true) {
    const order = left.done === true ? 1 : right.done === true ? -1 : compare(left.value.key, right.value.key)
    yield [
      order <= 0 && left.done !== true ? left.value : undefined,
      order >= 0 && right.done !== true ? right.value : undefined,
    ]
    if (order <= 0) left = await known.next()
    if (order >= 0) right = await stored.next()
  }
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
