// The files that a club offers to its members, stored by content.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeOwnFolder, ownFile, putInPlace, syncFolder, touchFile, writeWholeFile } from './atomicFile.ts'

/** The same content is stored only once. */
export async function storeFile(
  dataDir: string,
  bytes: Uint8Array,
): Promise<{ hash: string; bytes: number }> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 40)
  const path = toFilePath(dataDir, hash)
  if (!(await isWanted(path))) await writeWholeFile(path, bytes)
  return { hash, bytes: bytes.length }
}

/** The same from a file on this machine, which is copied and never in memory as a whole. */
export async function storeFileOf(dataDir: string, source: string): Promise<{ hash: string; bytes: number }> {
  const draft = join(dataDir, 'files', `.new-${randomUUID()}`)
  await makeOwnFolder(dirname(draft))
  const digest = createHash('sha256')
  let bytes = 0
  try {
    await pipeline(
      createReadStream(source),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          digest.update(chunk)
          bytes += chunk.length
          yield chunk
        }
      },
      createWriteStream(draft, { flags: 'wx', flush: true, mode: ownFile }),
    )
    const hash = digest.digest('hex').slice(0, 40)
    const path = toFilePath(dataDir, hash)
    await makeOwnFolder(dirname(path))
    if (!(await isWanted(path))) {
      await putInPlace(draft, path, false)
      await syncFolder(dirname(path))
    }
    return { hash, bytes }
  } finally {
    await rm(draft, { force: true })
  }
}

/** Whether the file is there. Its time says that it was wanted just now, to whoever removes what a club had. */
async function isWanted(path: string): Promise<boolean> {
  return (await touchFile(path, Date.now())) !== undefined
}

export function toFilePath(dataDir: string, hash: string): string {
  return join(dataDir, 'files', hash.slice(0, 2), hash)
}
