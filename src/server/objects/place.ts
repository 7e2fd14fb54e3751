// Where a command writes or reads: a file on this machine, or `storage:NAME`.
import { basename, dirname } from 'node:path'
import { openFolderStore } from './folderStore.ts'
import { type ObjectStore, StorageFault } from './objectStore.ts'
import { getStorage, type StorageSettings } from './openStorage.ts'

export interface NamedPlace {
  readonly store: ObjectStore
  readonly key: string
  /** The key of what lies beside it. */
  toBeside(path: string): string
}

const start = 'storage:'

export function isInStorage(path: string): boolean {
  return path.startsWith(start)
}

/** Whether it names something that is no file of this machine. */
export function isNoPath(text: string): boolean {
  return isInStorage(text) || text.startsWith('s3://')
}

/** Fails with `StorageFault` for a name that leads elsewhere. */
export function findPlace(settings: StorageSettings, path: string): NamedPlace {
  if (!isInStorage(path)) {
    return { store: openFolderStore(dirname(path)), key: basename(path), toBeside: (other) => other }
  }
  const name = path.slice(start.length)
  if (!/^\w[\w.-]*(?:\/\w[\w.-]*)*$/.test(name)) {
    const rule = 'letters, digits, points, hyphens and underscores, with slashes between them'
    throw new StorageFault('refused', `${path}: a name in the storage has ${rule}.`)
  }
  const key = `kept/${name}`
  return { store: getStorage(settings), key, toBeside: (other) => `${dirname(key)}/${other}` }
}
