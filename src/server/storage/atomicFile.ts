// Writes files completely or not at all, even when the process is killed.
import { randomUUID } from 'node:crypto'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
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
