// The files of the embedded database, which are synced to the disk when PostgreSQL asks for it.
import { fdatasyncSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { endProcess } from './processEnd.ts'

type Options = Parameters<NodeFS['init']>[1]

interface OpenFile {
  /** The descriptor in this process. Directories have none. */
  readonly nfd?: number
}

interface FileOperations {
  fsync?: (file: OpenFile) => number
}

/** The engine's own file layer reports success for every fsync but does nothing. This class really syncs. */
export class SyncedFiles extends NodeFS {
  /** How many times a file was synced to the disk. */
  syncs = 0

  override async init(engine: PGlite, options: Options): Promise<{ emscriptenOpts: Options }> {
    const { emscriptenOpts } = await super.init(engine, options)
    const preRun = [...(emscriptenOpts.preRun ?? []), (module: object) => this.#hook(module)]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }

  #hook(module: object): void {
    const { NODEFS } = module as { NODEFS?: { stream_ops?: FileOperations } }
    const operations = NODEFS?.stream_ops
    if (operations === undefined) {
      throw new Error('This version of the embedded database cannot be made to sync its files to the disk.')
    }
    operations.fsync = (file) => {
      if (file.nfd !== undefined) this.#sync(file.nfd)
      return 0
    }
  }

  #sync(descriptor: number): void {
    try {
      fdatasyncSync(descriptor)
      this.syncs++
    } catch (error) {
      // After a failed sync the kernel may have dropped the pages, so a second try could report false
      // success. PostgreSQL itself ends here. The engine would swallow an exception.
      endProcess(`The disk refused a write of the database, so the server stops: ${String(error)}`)
    }
  }
}
