// What officers of an installation see of its storage, and the way of all that lies in it to another place.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { runClubCommand } from '../../../../src/server/assembly/commands.ts'
import { readBackupOrigin } from '../../../../src/server/backup/backup.ts'
import { contentOf, type ObjectStore } from '../../../../src/server/objects/objectStore.ts'
import { getStorage } from '../../../../src/server/objects/openStorage.ts'
import type { Services } from '../../../../src/server/process/services.ts'
import {
  makeClubFile,
  makeFolder,
  makeServices,
  putPictures,
  runImport,
} from '../../../support/clubs/clubFiles.ts'
import { setUpDatabase } from '../../../support/database/setUp.ts'
import { makeTestFolder } from '../../../support/database/testFolder.ts'
import { setUpStorageSandbox } from '../../../support/storage/sandboxStorage.ts'

const sandbox = setUpStorageSandbox({ listPage: 7 })
const database = setUpDatabase('embedded')

/** The same database with other places for pictures and files. */
function toServices(kind: 'folder' | 's3'): Services {
  const made = makeServices(database)
  const storage = kind === 's3' ? sandbox.place() : null
  return { ...made, config: { ...made.config, dataDir: makeTestFolder(), storage } }
}

async function run(services: Services, ...args: string[]): Promise<{ code: number; text: string }> {
  let text = ''
  const code = await runClubCommand(services, args, (printed) => {
    if (!printed.startsWith('\u0001')) text += printed
  })
  return { code, text }
}

async function listKeys(store: ObjectStore): Promise<string[]> {
  return (await Array.fromAsync(store.list(''))).map(({ key }) => key)
}

describe.each(['folder', 's3'] as const)('a storage that is a %s', (kind) => {
  let services: Services
  let store: ObjectStore

  beforeEach(async () => {
    sandbox.get().bucket.objects.clear()
    await database.withoutClub((tx) => tx.deleteFrom('stored_object').execute())
    services = toServices(kind)
    store = getStorage(services.config)
    const folder = makeFolder()
    await putPictures(folder)
    const file = makeClubFile()
    await runImport(services, folder.write(file))
    await restoreAll(folder.path)
  })

  /** The database is shared: what an earlier test has removed comes back. */
  async function restoreAll(folder: string): Promise<void> {
    const path = join(folder, 'all.backup')
    expect((await run(services, 'backup', path, '--without-missing')).code).toBe(0)
    expect((await run(services, 'restore', path, '--replace')).code).toBe(0)
  }

  it('is compared with what clubs name, by checksums', async () => {
    const whole = await run(services, 'storage', 'check')
    expect(whole).toEqual({
      code: 0,
      text: expect.stringMatching(
        /^\d+ objects \(.* MB\) compared\.\nAll that clubs name is there, as it was stored\.\n$/,
      ),
    })
    const keys = await listKeys(store)
    const picture = keys.find((key) => key.startsWith('pictures/member/')) ?? ''
    const file = keys.find((key) => key.startsWith('files/')) ?? ''
    await store.remove(picture)
    await store.put(file, contentOf(Buffer.from('something else')))
    await store.put('files/zz/zz', contentOf(Buffer.from('of nobody')))
    const { code, text } = await run(services, 'storage', 'check')
    expect(code).toBe(1)
    const [, hash = ''] = /([0-9a-f]{40})/.exec(picture) ?? []
    expect(text).toContain(`1 is named by a club and missing:\n  picture ${hash} of marlow\n`)
    expect(text).toContain(`1 has other bytes than were stored:\n  ${file}\n`)
    expect(text).toContain('A backup has them: ')
    expect(text).toContain('1 that no club names (0.0 MB): they do no harm.')
  })

  it('keeps backups and exports under names of its own', async () => {
    const saved = await run(services, 'backup', 'storage:2026-11-30.backup')
    expect([saved.code, saved.text]).toEqual([0, expect.stringContaining('in storage:2026-11-30.backup.')])
    expect(await store.keep('kept/2026-11-30.backup')).toBe(true)
    const again = await run(services, 'backup', 'storage:2026-11-30.backup')
    expect([again.code, again.text]).toEqual([1, expect.stringContaining('2026-11-30.backup')])
    expect((await run(services, 'backup', 'storage:../all')).code).toBe(1)
    expect(await readBackupOrigin(services.config, 'storage:2026-11-30.backup')).toMatchObject({
      madeAt: new Date(services.now()).toISOString(),
    })
    for (const key of await listKeys(store)) if (!key.startsWith('kept/')) await store.remove(key)
    expect((await run(services, 'storage', 'check')).code).toBe(1)
    const restored = await run(services, 'restore', 'storage:2026-11-30.backup', '--replace')
    expect([restored.code, restored.text]).toEqual([0, expect.stringContaining('are restored')])
    expect((await run(services, 'storage', 'check')).code).toBe(0)
    expect((await run(services, 'export', 'storage:marlow/club.json')).code).toBe(0)
    expect(
      (await listKeys(store)).filter((key) => key.startsWith('kept/marlow/pictures/')).length,
    ).toBeGreaterThan(0)
  })

  it('gives an export back to whatever machine imports it, and says why it cannot', async () => {
    expect((await run(services, 'export', 'storage:again/club.json')).code).toBe(0)
    const again = await run(services, 'import', 'storage:again/club.json', '--dry-run')
    expect([again.code, again.text]).toEqual([0, expect.stringContaining('0 created, 0 changed, ')])
    const none = await run(services, 'import', 'storage:none.json')
    expect([none.code, none.text]).toEqual([
      1,
      expect.stringContaining('There is no file storage:none.json.'),
    ])
    const outside = await run(services, 'import', 'storage:../club.json')
    expect([outside.code, outside.text]).toEqual([1, expect.stringContaining('a name in the storage has')])
    if (kind === 'folder') return
    sandbox.get().misbehave(() => 'fail')
    const away = await run(services, 'import', 'storage:again/club.json', '--dry-run')
    expect([away.code, away.text]).toEqual([1, expect.stringMatching(/it does not answer .*\.\n$/)])
    sandbox.get().misbehave()
  })

  it('goes to another place and back while it is used, from where it broke off', async () => {
    const other = toServices(kind === 's3' ? 'folder' : 's3')
    const there = getStorage(other.config)
    const to = kind === 's3' ? other.config.dataDir : sandbox.get().url
    const all = await listKeys(store)
    let puts = 0
    sandbox.get().misbehave(({ method }) => {
      if (method !== 'PUT' && method !== 'GET') return undefined
      puts += 1
      return puts > 5 ? 'fail' : undefined
    })
    const broken = await run(services, 'storage', 'copy', '--to', to)
    expect(broken.code).toBe(1)
    expect(broken.text).toMatch(
      /it does not answer \(500 InternalError\)\. Give the command again when it answers;/,
    )
    sandbox.get().misbehave()
    const done = await run(services, 'storage', 'copy', '--to', to)
    expect(done).toEqual({
      code: 0,
      text: expect.stringMatching(/^\d+ objects? \(.* MB\) copied to .*, \d+ were there already\.\n$/),
    })
    expect(await listKeys(there)).toEqual(all)
    expect((await run(other, 'storage', 'check')).code).toBe(0)
    // what was stored meanwhile, and what was damaged there
    await store.put('files/aa/new', contentOf(Buffer.from('new')))
    const [first = ''] = all
    await there.put(first, contentOf(Buffer.alloc(10)))
    const from = kind === 's3' ? sandbox.get().url : services.config.dataDir
    const again = await run(other, 'storage', 'copy', '--from', from, '--to', to)
    expect(again.text).toMatch(new RegExp(`^2 objects .* copied to .*, ${all.length - 1} were there already`))
    expect((await run(other, 'storage', 'check')).code).toBe(0)
    const back = await run(other, 'storage', 'copy', '--to', from)
    expect(back.text).toMatch(/^0 objects /)
    expect((await run(services, 'storage', 'copy', '--to', from)).code).toBe(2)
    expect((await run(services, 'storage', 'copy', '--to', 's3://x/y')).text).toContain('or like s3://')
  })

  it('says what there is', async () => {
    const { code, text } = await run(services, 'storage')
    expect([code, text]).toEqual([0, expect.stringMatching(/^In .*:\n/)])
    expect(text).toMatch(/pictures for everybody +\d+ +\d/)
  })
})

describe('a storage from which something goes while it is copied', () => {
  it('is copied without it, and the command says what a club still names', async () => {
    sandbox.get().bucket.objects.clear()
    await database.withoutClub((tx) => tx.deleteFrom('stored_object').execute())
    const services = toServices('s3')
    const folder = makeFolder()
    await putPictures(folder)
    await runImport(services, folder.write(makeClubFile()))
    const store = getStorage(services.config)
    const all = await listKeys(store)
    const there = getStorage(toServices('folder').config)
    const copy = (going: readonly string[]) => {
      // listed already, and gone when it is read
      sandbox.get().misbehave(({ method, key }) => {
        if (method === 'GET' && going.includes(key)) sandbox.get().bucket.objects.delete(key)
        return undefined
      })
      return run(services, 'storage', 'copy', '--to', there.place)
    }
    await store.put('files/00/unnamed', contentOf(Buffer.from('of nobody')))
    const unnamed = await copy(['files/00/unnamed'])
    expect([unnamed.code, unnamed.text]).toEqual([0, expect.stringMatching(/ copied to .* already\.\n$/)])
    expect(await listKeys(there)).toEqual(all)
    const named = all.find((key) => key.startsWith('pictures/')) ?? ''
    const [, hash = ''] = /([0-9a-f]{40})/.exec(named) ?? []
    await there.remove(named)
    const lost = await copy([named])
    expect([lost.code, lost.text]).toEqual([
      1,
      expect.stringContaining(
        `1 was gone when its turn came, and a club names it:\n  picture ${hash} of marlow\n`,
      ),
    ])
  })
})

describe('a folder of an older version', () => {
  it('has no checksums noted, and is known from the first check on', async () => {
    const services = toServices('folder')
    const folder = makeFolder()
    await putPictures(folder)
    await runImport(services, folder.write(makeClubFile()))
    await database.withoutClub((tx) => tx.deleteFrom('stored_object').execute())
    expect((await run(services, 'storage', 'check')).text).toMatch(
      /The checksums of \d+ that had none are known now\./,
    )
    const store = getStorage(services.config)
    const [key = ''] = await listKeys(store)
    rmSync(join(services.config.dataDir, key))
    expect((await run(services, 'storage', 'check')).code).toBe(1)
    expect((await run(services, 'storage', 'check')).text).not.toContain('known now')
  })
})
