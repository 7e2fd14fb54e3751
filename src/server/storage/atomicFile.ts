// Writes files completely or not at all, even when the process is killed.
import { randomUUID } from 'node:crypto'
import { access, mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Writes a draft in the same folder, syncs it, then renames it. `mode` counts only for a new file. With
 * `isNew` it fails with EEXIST where the file exists.
 */
export async function writeWholeFile(
  path: string,
  bytes: Uint8Array | string,
  mode = 0o644,
  isNew = false,
): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true })
  const draft = join(folder, `.new-${randomUUID()}`)
  try {
    const file = await open(draft, 'wx', mode)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await putInPlace(draft, path, isNew)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncFolder(folder)
}

/** Renames the draft. With `isNew` it fails with EEXIST where the file exists. */
export async function putInPlace(draft: string, path: string, isNew: boolean): Promise<void> {
  // two programs that write at once: only one of them makes the file
  if (isNew) await (await open(path, 'wx')).close()
  await rename(draft, path)
}

/** A file's name is safe on the disk only after its folder was synced. */
async function syncFolder(folder: string): Promise<void> {
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
export async function touchFile(path: string, timeMs: number): Promise<number | undefined> {
  try {
    await utimes(path, timeMs / 1000, timeMs / 1000)
    return (await stat(path)).mtimeMs
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
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
  try {
    if (!isOld((await stat(path)).mtimeMs)) return undefined
    await rename(path, aside)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  const { mtimeMs } = await stat(aside)
  if (!isOld(mtimeMs)) {
    await rename(aside, path)
    return undefined
  }
  await rm(aside)
  return mtimeMs
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
