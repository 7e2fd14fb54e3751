// The lock on the data folder, against other processes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FolderInUse, lockFolder } from '../../../../src/server/db/drivers/folderLock.ts'
import { openDatabase } from '../../../../src/server/db/open.ts'
import { createPlace } from '../../../support/database/database.ts'
import { startDatabaseProcess } from '../../../support/processes/databaseProcess.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'showfield-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('is held once, even within one process, and free after its release', () => {
  const lock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(FolderInUse)
  expect(() => lockFolder(join(folder, '..', folder.split('/').at(-1) ?? ''))).toThrow(FolderInUse)
  lock.release()
  lockFolder(folder).release()
})

it('makes the folder that it locks', () => {
  lockFolder(join(folder, 'new', 'deep')).release()
})

it('says in one sentence which folder is in use and what to do', () => {
  const lock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(
    `The data folder ${folder} is in use by another Showfield process. Stop that process, or set DATA_DIR to another folder.`,
  )
  lock.release()
})

it('keeps a second process out of the database, and lets it in after a kill', {
  timeout: 60_000,
}, async () => {
  const { options, remove } = await createPlace('embedded')
  const holder = startDatabaseProcess('hold', options)
  await holder.findLine((line) => line === 'open')
  const second = startDatabaseProcess('open', options)
  expect(await second.findLine(() => true)).toBe(
    `refused: The data folder ${options.dataDir} is in use by another Showfield process. Stop that process, or set DATA_DIR to another folder.`,
  )
  await second.gone
  await expect(openDatabase(options)).rejects.toThrow(FolderInUse)
  holder.child.kill('SIGKILL')
  await holder.gone
  const database = await openDatabase(options)
  await database.close()
  await remove()
})
