// The storage that the settings name.
import { openFolderStore } from './folderStore.ts'
import type { ObjectStore } from './objectStore.ts'
import { openS3Store, type S3Place } from './s3Store.ts'

export interface StorageSettings {
  /** An absolute path. */
  readonly dataDir: string
  /** Null: DATA_DIR. */
  readonly storage: S3Place | null
}

/** One for each place: a storage keeps its connections. */
const opened = new Map<string, ObjectStore>()

export function getStorage({ dataDir, storage }: StorageSettings): ObjectStore {
  if (storage === null) return openFolderStore(dataDir)
  const name = JSON.stringify(storage)
  const store = opened.get(name) ?? openS3Store(storage)
  opened.set(name, store)
  return store
}

/** Undefined if the text is no such address. The folder of a path is the caller's to find. */
export function parseStorageUrl(text: string): S3Place | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, pathname, searchParams, username, port } = new URL(text)
  const known = ['endpoint', 'region', 'prefix', 'links']
  const endpoint = searchParams.get('endpoint')
  const prefix = searchParams.get('prefix') ?? ''
  const isPlain = ['', '/'].includes(pathname) && username === '' && port === ''
  const isRight =
    protocol === 's3:' &&
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(hostname) &&
    isPlain &&
    [...searchParams.keys()].every((key) => known.includes(key)) &&
    [null, 'signed'].includes(searchParams.get('links')) &&
    (endpoint === null || isEndpoint(endpoint)) &&
    /^(?:[\w.-]+\/)*$/.test(prefix)
  if (!isRight) return undefined
  return {
    bucket: hostname,
    endpoint: endpoint === null ? null : new URL(endpoint).origin,
    region: searchParams.get('region') ?? 'us-east-1',
    prefix,
    hasSignedLinks: searchParams.has('links'),
  }
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, username } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && pathname === '/' && search === '' && username === ''
}
