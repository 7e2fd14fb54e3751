// Pictures for whoever has their address. From a storage on another machine each is fetched once, checked, and kept on
// this disk: an address means the same content for ever.
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  cacheSizes,
  largestPictureCacheBytes,
  pictureCacheSweptAfterBytes,
  pictureMemoryMs,
} from '../limits/machine.ts'
import { ifThere, writeCopy } from '../objects/atomicFile.ts'
import { type ObjectStore, readObject } from '../objects/objectStore.ts'
import { getStorage, type StorageSettings } from '../objects/openStorage.ts'
import type { Engine } from '../process/engine.ts'
import { createLru } from '../process/lru.ts'
import { listPicturePlaces, type PictureKind } from './pictures.ts'

export interface ReadPicture {
  readonly key: string
  readonly content: Readable | Uint8Array
}

/**
 * Finds the stored version that is at least this wide, or else the widest; null wants the widest. Undefined when there is
 * no such picture. Fails with `StorageFault`.
 */
export type PictureReader = (
  kind: PictureKind,
  hash: string,
  width: number | null,
) => Promise<ReadPicture | undefined>

export interface PictureReaderParts {
  readonly config: StorageSettings
  readonly engine: Pick<Engine, 'findStored'>
  /** Milliseconds that only grow. */
  elapsed(): number
}

export function createPictureReader(parts: PictureReaderParts): PictureReader {
  const storage = getStorage(parts.config)
  if (!storage.isFolder) return createCachedReader(parts, storage)
  return async (kind, hash, width) => {
    for (const key of listPicturePlaces(kind, hash, width)) {
      const content = await storage.read(key)
      if (content !== undefined) return { key, content }
    }
    return undefined
  }
}

interface KnownObject {
  readonly key: string
  readonly md5: string | null
  readonly until: number
}

function createCachedReader(
  { config, engine, elapsed }: PictureReaderParts,
  storage: ObjectStore,
): PictureReader {
  const folder = join(config.dataDir, 'cache')
  const known = createLru<KnownObject>(cacheSizes.pictures)
  const fetching = new Map<string, Promise<Uint8Array | undefined>>()
  let written = pictureCacheSweptAfterBytes

  async function findKnown(kind: PictureKind, hash: string, width: number | null) {
    const asked = `${kind} ${hash} ${width}`
    const before = known.get(asked)
    if (before !== undefined && before.until > elapsed()) return before
    const places = listPicturePlaces(kind, hash, width)
    const stored = places.length === 0 ? [] : await engine.findStored(places)
    const found = places.flatMap((key) => stored.filter((object) => object.key === key))[0]
    if (found === undefined) return undefined
    const now = { ...found, until: elapsed() + pictureMemoryMs }
    known.set(asked, now)
    return now
  }

  /** A crowd that looks at one page fetches each picture once, and waits for no disk. */
  function fetchAndKeep(object: KnownObject): Promise<Uint8Array | undefined> {
    const { key, md5 } = object
    const running = readObject(storage, key, md5)
    fetching.set(key, running)
    void running
      .then((bytes) => bytes && keep(key, bytes))
      // a full disk only makes the next one slower
      .catch(() => undefined)
      .finally(() => fetching.delete(key))
    return running
  }

  async function keep(key: string, bytes: Uint8Array): Promise<void> {
    await writeCopy(join(folder, key), bytes)
    written += bytes.length
    if (written < pictureCacheSweptAfterBytes) return
    written = 0
    await sweep(folder)
  }

  return async (kind, hash, width) => {
    const object = await findKnown(kind, hash, width)
    if (object === undefined) return undefined
    const { key } = object
    // a disk that fails, or has something else, costs a fetch
    const kept = await readFile(join(folder, key)).catch(() => undefined)
    if (kept !== undefined && isRight(kept, object)) return { key, content: kept }
    const content = await (fetching.get(key) ?? fetchAndKeep(object))
    return content && { key, content }
  }
}

function isRight(bytes: Uint8Array, { md5 }: KnownObject): boolean {
  return md5 === null || createHash('md5').update(bytes).digest('hex') === md5
}

/** Removes the oldest until the folder has room again. Other processes may do the same at this moment. */
async function sweep(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files: { path: string; bytes: number; at: number }[] = []
  for (const entry of names) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const found = await ifThere(() => stat(path))
    if (found !== undefined) files.push({ path, bytes: found.size, at: found.mtimeMs })
  }
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { path, bytes } of files.sort((a, b) => a.at - b.at)) {
    if (total <= largestPictureCacheBytes) return
    await rm(path, { force: true })
    total -= bytes
  }
}
