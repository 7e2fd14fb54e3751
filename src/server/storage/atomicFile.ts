// Writes files completely or not at all, even when the process is killed.
import { randomUUID } from 'node:crypto'
import { access, link, mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Only the owner reads it. */
export const ownFile = 0o600

/** With all above it that are missing. Only the owner reads them. */
export async function makeOwnFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

/**
 * Writes a draft in the same folder, syncs it, then renames it. `mode` counts only for a new file: its owner's, as all
 * that a club has. With `isNew` it fails with EEXIST where the file exists.
 */
export async function writeWholeFile(
  path: string,
  bytes: Uint8Array | string,
  mode = ownFile,
  isNew = false,
): Promise<void> {
  await writeDraft(path, bytes, { mode }, (draft) => putInPlace(draft, path, isNew))
}

/**
 * The same with this time, in epoch milliseconds, but a file that is there stays: then undefined. Otherwise the time as
 * the disk keeps it. Of several that write at once, exactly one makes the file.
 */
export async function writeMissingFile(
  path: string,
  bytes: Uint8Array,
  timeMs: number,
): Promise<number | undefined> {
  return writeDraft(path, bytes, { timeMs }, async (draft) => {
    const { mtimeMs } = await stat(draft)
    return (await linkMissing(draft, path)) ? mtimeMs : undefined
  })
}

async function linkMissing(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path)
  } catch (error) {
    if (hasCode(error, ['EEXIST'])) return false
    // some disks know no second name for a file
    if (!hasCode(error, ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'])) throw error
    await rename(draft, path)
  }
  return true
}

async function writeDraft<T>(
  path: string,
  bytes: Uint8Array | string,
  { mode = ownFile, timeMs }: { readonly mode?: number; readonly timeMs?: number },
  put: (draft: string) => Promise<T>,
): Promise<T> {
  const folder = dirname(path)
  await makeOwnFolder(folder)
  const draft = join(folder, `.new-${randomUUID()}`)
  try {
    const file = await open(draft, 'wx', mode)
    try {
      await file.writeFile(bytes)
      if (timeMs !== undefined) await file.utimes(timeMs / 1000, timeMs / 1000)
      await file.sync()
    } finally {
      await file.close()
    }
    const result = await put(draft)
    await syncFolder(folder)
    return result
  } finally {
    await rm(draft, { force: true })
  }
}

/** Renames the draft. With `isNew` it fails with EEXIST where the file exists. */
export async function putInPlace(draft: string, path: string, isNew: boolean): Promise<void> {
  // two programs that write at once: only one of them makes the file
  if (isNew) await (await open(path, 'wx')).close()
  await rename(draft, path)
}

/** A file's name is safe on the disk only after its folder was synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function isFile(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Sets the file's time, and returns it as the disk keeps it. Undefined if there is no such file. */
export function touchFile(path: string, timeMs: number): Promise<number | undefined> {
  return ifThere(async () => {
    await utimes(path, timeMs / 1000, timeMs / 1000)
    return (await stat(path)).mtimeMs
  })
}

/**
 * Deletes the file if it `isOld`, by its time in epoch milliseconds, which is returned. It is put aside first:
 * whoever touches it at this moment either is seen here, or finds no file any more.
 */
export async function removeOldFile(
  path: string,
  isOld: (modifiedMs: number) => boolean,
): Promise<number | undefined> {
  const aside = join(dirname(path), `.old-${randomUUID()}`)
  const isAside = await ifThere(async () => {
    if (!isOld((await stat(path)).mtimeMs)) return false
    await rename(path, aside)
    return true
  })
  if (isAside !== true) return undefined
  const { mtimeMs } = await stat(aside)
  if (!isOld(mtimeMs)) {
    await rename(aside, path)
    return undefined
  }
  await rm(aside)
  return mtimeMs
}

/** Undefined if there is no such file. */
export async function ifThere<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Whether a call failed because there is no such file. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, ['ENOENT'])
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
