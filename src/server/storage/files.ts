// The files that a club offers to its members, stored by content.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { isFile, writeWholeFile } from './atomicFile.ts'

export const maxFileBytes = 50 * 2 ** 20

/** The same content is stored only once. */
export async function storeFile(
  dataDir: string,
  bytes: Uint8Array,
): Promise<{ hash: string; bytes: number }> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 40)
  const path = toFilePath(dataDir, hash)
  if (!(await isFile(path))) await writeWholeFile(path, bytes)
  return { hash, bytes: bytes.length }
}

export function toFilePath(dataDir: string, hash: string): string {
  return join(dataDir, 'files', hash.slice(0, 2), hash)
}
