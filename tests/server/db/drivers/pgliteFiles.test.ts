// The file layer of the embedded database, at the two points where it must stop.
import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
import { SyncedFiles } from '../../../../src/server/db/drivers/pgliteFiles.ts'

const source = join(import.meta.dirname, '../../../../src/server/db/drivers/pgliteFiles.ts')

it('refuses an engine that has no place for its hook, before anything is written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'showfield-files-'))
  const { emscriptenOpts } = await new SyncedFiles(folder).init({} as PGlite, {})
  const hook = emscriptenOpts.preRun?.at(-1)
  expect(() => hook?.({} as never)).toThrow(/cannot be made to sync/)
  expect(() => hook?.({ NODEFS: {} } as never)).toThrow(/cannot be made to sync/)
  rmSync(folder, { recursive: true })
})

it('syncs files, counts them, and lets directories be', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'showfield-files-'))
  const files = new SyncedFiles(folder)
  const { emscriptenOpts } = await files.init({} as PGlite, {})
  const operations: { fsync?: (file: { nfd?: number }) => number } = {}
  emscriptenOpts.preRun?.at(-1)?.({ NODEFS: { stream_ops: operations } } as never)
  const descriptor = openSync(join(folder, 'file'), 'w')
  expect(operations.fsync?.({ nfd: descriptor })).toBe(0)
  expect(operations.fsync?.({})).toBe(0)
  closeSync(descriptor)
  expect(files.syncs).toBe(1)
  rmSync(folder, { recursive: true })
})

it('ends the process when the disk does not take a write', async () => {
  const script = `
    import { SyncedFiles } from ${JSON.stringify(source)}
    const { emscriptenOpts } = await new SyncedFiles(${JSON.stringify(tmpdir())}).init({}, {})
    const operations = {}
    emscriptenOpts.preRun.at(-1)({ NODEFS: { stream_ops: operations } })
    operations.fsync({ nfd: 9999 })
    process.stdout.write('went on')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  let output = ''
  child.stdout.on('data', (data) => {
    output += data
  })
  child.stderr.on('data', (data) => {
    output += data
  })
  const signal = await new Promise((resolve) => child.on('close', (_, by) => resolve(by)))
  expect(output).toMatch(/^The disk refused a write of the database, so the server stops: .*EBADF.*\n$/)
  expect(signal).toBe('SIGKILL')
})
