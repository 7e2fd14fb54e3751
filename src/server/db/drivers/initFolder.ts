// Runs as a child process: makes a new folder for the embedded database and syncs it to the disk. The engine
// needs 700 MB for this once, and the server should not keep that memory for the rest of its life.
import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { createEmbeddedRoles } from '../scope/roles.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Which folder?')

// The parent holds the other end. When it dies, nobody needs this folder any more.
process.stdin.on('end', () => process.exit(1)).resume()

const engine = await PGlite.create({ fs: new NodeFS(folder) })
await engine.exec(createEmbeddedRoles)
await engine.close()
syncAll(folder)
process.exit(0)

function syncAll(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) syncAll(path)
    else sync(path)
  }
  sync(directory)
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
