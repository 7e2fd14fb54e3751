// Writes files completely or not at all, even when the process is killed.
import { randomUUID } from 'node:crypto'
import { access, mkdir, open, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** With all above it that are missing. Only the owner reads them. */
export async function makeOwnFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

/**
 * Writes a draft in the same folder, syncs it, then renames it. Only the owner reads the file. With `isNew` it fails
 * with EEXIST where the file exists.
 */
export async function writeWholeFile(
  path: string,
  content: Uint8Array | string | AsyncIterable<Buffer>,
  isNew = false,
): Promise<void> {
  const folder = dirname(path)
  await makeOwnFolder(folder)
  const draft = join(folder, `.new-${randomUUID()}`)
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await putInPlace(draft, path, isNew)
    await syncFolder(folder)
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * The same for what can be had again: a power cut may leave something else in its place, so whoever reads it checks it.
 * Waiting for the disk would keep other files waiting.
 */
export async function writeCopy(path: string, content: Uint8Array): Promise<void> {
  const folder = dirname(path)
  await makeOwnFolder(folder)
  const draft = join(folder, `.new-${randomUUID()}`)
  try {
    await writeFile(draft, content, { mode: 0o600 })
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Renames the draft. With `isNew` it fails with EEXIST where the file exists. */
async function putInPlace(draft: string, path: string, isNew: boolean): Promise<void> {
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

/** Sets the file's time. False if there is no such file. */
export async function touchFile(path: string, timeMs: number): Promise<boolean> {
  return (await ifThere(() => utimes(path, timeMs / 1000, timeMs / 1000).then(() => true))) === true
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

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
