// The embedded database in its folder: made if missing, locked, and opened.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import { mostRemovalRetries } from '../../limits/machine.ts'
import { becomeEmbeddedOwner } from '../scope/roles.ts'
import { lockFolder } from './folderLock.ts'
import { type CommitListener, PgliteDialect } from './pgliteDriver.ts'
import { SyncedFiles } from './pgliteFiles.ts'
import { endProcess } from './processEnd.ts'

export interface Embedded {
  readonly db: Kysely<unknown>
  /** Hears of every commit, because nothing else writes to this database. */
  onCommit(listener: CommitListener): void
  countSyncs(): number
  close(): Promise<void>
}

/**
 * The engine's own parameters without `-F` (no syncing), plus syncing that works with our files. Plans are
 * cached with their statements: a plan that was made for a small table must not scan a large one
 * (enable_seqscan=off).
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'timezone=UTC', 'log_line_prefix=', 'enable_seqscan=off'].flatMap(
    (setting) => ['-c', setting],
  ),
]

export async function openEmbedded(dataDir: string): Promise<Embedded> {
  const lock = lockFolder(dataDir)
  try {
    const folder = join(dataDir, 'db')
    removeDrafts(dataDir)
    if (!existsSync(join(folder, 'PG_VERSION'))) await makeFolder(dataDir, folder)
    const files = new SyncedFiles(folder)
    const engine = await openEngine(files, folder)
    const listeners: CommitListener[] = []
    const onCommit: CommitListener = (written) => {
      for (const listener of listeners) listener(written)
    }
    const db = new Kysely<unknown>({ dialect: new PgliteDialect(engine, onCommit) })
    const close = async (): Promise<void> => {
      await db.destroy()
      if (!engine.closed) await engine.close()
      lock.release()
    }
    return {
      db,
      onCommit: (listener) => void listeners.push(listener),
      countSyncs: () => files.syncs,
      close,
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Watches the engine's log. After a PANIC (for example when the disk is full and the log cannot be written)
 * the engine would continue in a state that PostgreSQL itself does not survive, and its next call would never
 * return. Further lines of a message begin with a tab, so no user's text can look like one.
 */
async function openEngine(files: SyncedFiles, folder: string): Promise<PGlite> {
  let fatal = ''
  const onStderr = (line: string): boolean => {
    if (line.startsWith('PANIC:')) {
      const why = line.includes('No space left on device')
        ? 'The disk of DATA_DIR is full. Make room on it, then start again; nothing that was confirmed is lost. '
        : ''
      endProcess(`${why}The embedded database had to stop, and the server with it: ${line}`)
    }
    if (line.startsWith('FATAL:')) fatal = line
    return false
  }
  try {
    const engine = await PGlite.create({ fs: files, startParams, onStderr })
    await engine.exec(becomeEmbeddedOwner)
    return engine
  } catch (cause) {
    throw new Error(`The embedded database in ${folder} does not open. ${fatal}`.trim(), { cause })
  }
}

const draftPrefix = 'db.new-'

/** Removes what an interrupted start left. Its child may have gone on writing, so this runs at each start. */
function removeDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(draftPrefix))
      rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: mostRemovalRetries })
  }
}

/** A kill at any point leaves either no folder `db` or a complete one. */
async function makeFolder(dataDir: string, folder: string): Promise<void> {
  const draft = join(dataDir, `${draftPrefix}${randomUUID()}`)
  try {
    await runInitFolder(draft)
  } catch (error) {
    // a full disk is not kept full
    rmSync(draft, { recursive: true, force: true, maxRetries: mostRemovalRetries })
    throw error
  }
  renameSync(draft, folder)
  const descriptor = openSync(dataDir, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

function runInitFolder(folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'initFolder.ts'), folder], {
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) resolve()
      else {
        // the engine's own number of ENOSPC
        const why = errors.includes('errno: 51 ') ? 'No space left on device' : errors.trim()
        reject(new Error(`The database folder could not be made (${signal ?? code}): ${why}`))
      }
    })
  })
}
