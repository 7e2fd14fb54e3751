// The files that a club offers to its members, stored by content.
import { createHash } from 'node:crypto'
import { contentOf, contentOfFile, type ObjectContent } from '../objects/objectStore.ts'
import type { Services } from '../process/services.ts'
import { keepObjects, readStored, storeObjects } from './storedObjects.ts'

export interface HashedFile {
  /** The beginning of the content's SHA-256. */
  readonly hash: string
  readonly bytes: number
}

type Parts = Pick<Services, 'config' | 'database' | 'now'>

/** The same content is stored only once. Fails with `StorageFault`. Not within a transaction. */
export async function storeFile(parts: Parts, bytes: Uint8Array): Promise<HashedFile> {
  return store(parts, measureFile(bytes), contentOf(bytes))
}

/** What `storeFile` answers, and stores nothing. */
export function measureFile(bytes: Uint8Array): HashedFile {
  return { hash: toHash(createHash('sha256').update(bytes).digest('hex')), bytes: bytes.length }
}

/** The same from a file on this machine, which is never in memory as a whole. */
export async function storeFileOf(parts: Parts, path: string): Promise<HashedFile> {
  const content = await contentOfFile(path)
  return store(parts, { hash: toHash(content.sha256), bytes: content.bytes }, content)
}

async function store(parts: Parts, file: HashedFile, content: ObjectContent): Promise<HashedFile> {
  const key = toFileKey(file.hash)
  if (!(await keepObjects(parts, [key]))) await storeObjects(parts, new Map([[key, content]]))
  return file
}

/** All of it, as it was stored. Undefined if it is not there. Fails with `StorageFault`. */
export function readFile(
  parts: Pick<Services, 'config' | 'database'>,
  hash: string,
): Promise<Buffer | undefined> {
  return readStored(parts, [toFileKey(hash)])
}

export function toFileKey(hash: string): string {
  return `files/${hash.slice(0, 2)}/${hash}`
}

function toHash(sha256: string): string {
  return sha256.slice(0, 40)
}
