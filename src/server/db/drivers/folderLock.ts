// The lock on the data folder: one process at a time. The kernel holds it and frees it when the process dies.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process, or another part of this one, has the folder open. */
export class FolderInUse extends Error {
  readonly folder: string

  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another Showfield process. Stop that process, or set DATA_DIR to another folder.`,
    )
    this.name = 'FolderInUse'
    this.folder = folder
  }
}

export interface FolderLock {
  release(): void
}

/**
 * Fails with `FolderInUse` at once, without waiting. A file with a process id would not do: containers that
 * share the folder can have the same ids. Nothing else in this process may open `lock.db`, because the kernel
 * drops such locks when any descriptor of the file is closed.
 */
export function lockFolder(dataDir: string): FolderLock {
  const folder = resolve(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(folder, 'lock.db'), { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if (isBusy(error)) throw new FolderInUse(folder)
    throw error
  }
  held.add(lock)
  return {
    release() {
      held.delete(lock)
      lock.close()
    },
  }
}

/** A lock that nobody refers to any more would be closed with the next garbage, while the folder is still in use. */
const held = new Set<DatabaseSync>()

const sqliteBusy = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}
