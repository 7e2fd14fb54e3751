// A file of its own for what was read in one transaction and is written after it: it may be more than fits into memory.
import { randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { compressionLevels } from '../limits/machine.ts'
import { makeOwnFolder } from '../objects/atomicFile.ts'

export interface Spool {
  /** Where to write. */
  readonly input: Writable
  /** All that was written, once. */
  read(): Promise<Readable>
  close(): Promise<void>
}

/** The file has no name any more when it is used, so that nothing is left of it, however the process ends. */
export async function openSpool(folder: string): Promise<Spool> {
  await makeOwnFolder(folder)
  const path = join(folder, `.spool-${randomUUID()}`)
  const writer = await open(path, 'wx', 0o600)
  const reader = await open(path, 'r')
  await unlink(path)
  const input = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: compressionLevels.spool.zstd },
  })
  const output = createZstdDecompress()
  const written = pipeline(input, writer.createWriteStream())
  // who writes gets the same error
  written.catch((error: Error) => input.destroy(error))
  input.on('error', () => undefined)
  output.on('error', () => undefined)
  return {
    input,
    async read() {
      input.end()
      await written
      // who reads gets the same error
      pipeline(reader.createReadStream(), output).catch(() => undefined)
      return output
    },
    async close() {
      input.destroy()
      output.destroy()
      await written.catch(() => undefined)
      await reader.close()
    },
  }
}
