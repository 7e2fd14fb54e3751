// Copies all objects from one storage to another, while both are in use.
import { Readable } from 'node:stream'
import { storageCopiesAtOnce } from '../limits/machine.ts'
import { largestWholeObjectBytes, objectsNotedTogether } from '../limits/sizes.ts'
import { md5Of, type ObjectStore, StorageFault, type StoredObject } from '../objects/objectStore.ts'
import { inTurns } from '../process/inTurns.ts'
import type { Services } from '../process/services.ts'
import { type NewObject, noteFound } from './db/objects.ts'

export interface CopyResult {
  readonly copied: number
  readonly bytes: number
  /** What was there already, with the same content. */
  readonly same: number
  /** Keys of what was listed, and was not there any more when its turn came. */
  readonly gone: readonly string[]
}

const kinds = ['files/', 'kept/', 'pictures/'] as const

/**
 * What is there already with the same size and checksum is left as it is, so that a copy that broke off goes on. The
 * checksums are noted, because the new storage is looked up by them. Fails with `StorageFault`.
 */
export async function copyObjects(
  { database, now }: Pick<Services, 'database' | 'now'>,
  from: ObjectStore,
  to: ObjectStore,
  onProgress: (done: number) => void,
): Promise<CopyResult> {
  let [copied, bytes, same] = [0, 0, 0]
  const gone: string[] = []
  const noteGone = (key: string): undefined => void gone.push(key)
  const copyOne = async (
    object: StoredObject,
    there: StoredObject | undefined,
  ): Promise<NewObject | undefined> => {
    const { key } = object
    const md5 = object.md5 ?? (await md5Of(from, key))
    if (md5 === undefined) return noteGone(key)
    const isSame =
      there !== undefined && there.bytes === object.bytes && (there.md5 ?? (await md5Of(to, key))) === md5
    if (isSame) same += 1
    else {
      if (!(await put(from, to, { ...object, md5 }))) return noteGone(key)
      copied += 1
      bytes += object.bytes
    }
    onProgress(copied + same)
    return { key, bytes: object.bytes, md5 }
  }
  for (const kind of kinds) {
    const there = new Map<string, StoredObject>()
    for await (const object of to.list(kind)) there.set(object.key, object)
    for await (const objects of inGroups(from.list(kind))) {
      const found: NewObject[] = []
      await inTurns(objects, storageCopiesAtOnce, async (object) => {
        const one = await copyOne(object, there.get(object.key))
        if (one !== undefined && kind !== 'kept/') found.push(one)
      })
      if (found.length > 0) await database.withoutClub((tx) => noteFound(tx, found, new Date(now())))
    }
  }
  return { copied, bytes, same, gone }
}

/** False if it is not there any more: it may go at any moment, also while it is read. */
async function put(
  from: ObjectStore,
  to: ObjectStore,
  { key, bytes, md5 }: StoredObject & { md5: string },
): Promise<boolean> {
  const open = (): Readable => Readable.from(readAll(from, key), { objectMode: false })
  try {
    if (bytes > largestWholeObjectBytes) await to.write(key, open())
    else await to.put(key, { bytes, md5, open })
    return true
  } catch (error) {
    if (await from.keep(key)) throw error
    return false
  }
}

async function* readAll(store: ObjectStore, key: string): AsyncGenerator<Buffer> {
  const stream = await store.read(key)
  if (stream === undefined)
    throw new StorageFault('damaged', `${store.place}, ${key}: it is not there any more.`)
  yield* stream as AsyncIterable<Buffer>
}

async function* inGroups(objects: AsyncIterable<StoredObject>): AsyncGenerator<StoredObject[]> {
  let group: StoredObject[] = []
  for await (const object of objects) {
    group.push(object)
    if (group.length < objectsNotedTogether) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
