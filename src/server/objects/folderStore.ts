// Objects as files below DATA_DIR, under the path that is their key.
import { createHash } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { ifThere, touchFile, writeWholeFile } from './atomicFile.ts'
import {
  type ObjectStore,
  StorageFault,
  type StorageTrouble,
  type StoredObject,
  toDamagedText,
} from './objectStore.ts'

export function openFolderStore(folder: string): ObjectStore {
  const toPath = (key: string): string => join(folder, key)

  async function write(key: string, chunks: AsyncIterable<Buffer>, md5?: string, isNew = false) {
    const digest = createHash('md5')
    let bytes = 0
    async function* counted(): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        digest.update(chunk)
        bytes += chunk.length
        yield chunk
      }
      if (md5 !== undefined && digest.digest('hex') !== md5) {
        throw new StorageFault('damaged', toDamagedText(toPath(key)))
      }
    }
    await named(toPath(key), () => writeWholeFile(toPath(key), counted(), isNew))
    return { bytes }
  }

  return {
    place: folder,
    isFolder: true,
    async put(key, content) {
      const opened = content.open()
      await write(key, opened instanceof Readable ? opened : Readable.from([opened]), content.md5)
    },
    write: (key, stream, isNew) => write(key, stream, undefined, isNew),
    // a process of an older version that removes old files on the same disk looks at the time
    keep: (key) => named(toPath(key), () => touchFile(toPath(key), Date.now())),
    async read(key, range) {
      const file = await named(toPath(key), () => ifThere(() => open(toPath(key), 'r')))
      if (file === undefined || range === undefined) return file?.createReadStream()
      const { size } = await named(toPath(key), () => file.stat())
      if (size === range.of) return file.createReadStream({ start: range.first, end: range.last })
      await file.close()
      throw new StorageFault('damaged', toDamagedText(toPath(key)))
    },
    remove: (key) => named(toPath(key), () => rm(toPath(key), { force: true })),
    list: (prefix) => listFolder(folder, prefix),
    findLink: async () => undefined,
  }
}

/** Drafts of files that are being written are left out. */
async function* listFolder(folder: string, prefix: string): AsyncGenerator<StoredObject> {
  const base = join(folder, prefix)
  const entries = await named(base, () =>
    ifThere(() => readdir(base, { recursive: true, withFileTypes: true })),
  )
  const paths = (entries ?? [])
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const path of paths.sort()) {
    const found = await named(path, () => ifThere(() => stat(path)))
    const key = relative(folder, path).split(sep).join('/')
    if (found !== undefined) yield { key, bytes: found.size, md5: null }
  }
}

const troubles: Readonly<Record<string, StorageTrouble>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EACCES: 'refused',
  EPERM: 'refused',
  EROFS: 'refused',
  EEXIST: 'exists',
}

async function named<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (code === undefined || syscall === undefined) throw error
    const text = `${path} cannot be used (${code}).`
    throw new StorageFault(troubles[code] ?? 'unreachable', text, error)
  }
}
