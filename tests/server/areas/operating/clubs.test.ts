// A club is the default while it is the only one, loses no picture without a word, and goes alone.
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { runClubCommand } from '../../../../src/server/assembly/commands.ts'
import { listTenantTables, readTableRows } from '../../../../src/server/backup/db/tables.ts'
import { enterTenant, listTenants } from '../../../../src/server/db/clubRows.ts'
import { createTenantResolver } from '../../../../src/server/dispatch/clubOfCall.ts'
import type { Services } from '../../../../src/server/process/services.ts'
import {
  type ClubFolder,
  makeClubFile,
  makeFolder,
  makePicture,
  makeServices,
  putPictures,
  runImport,
} from '../../../support/clubs/clubFiles.ts'
import { insertSubmissions } from '../../../support/clubs/submissions.ts'
import {
  createPlace,
  describeOnEachEngine,
  describeOnPostgres,
  openTestDatabase,
  type TestDatabase,
} from '../../../support/database/database.ts'
import { makeTestFolder } from '../../../support/database/testFolder.ts'
import { startMain } from '../../../support/processes/mainProcess.ts'
import { runProgram } from '../../../support/processes/program.ts'

describeOnEachEngine('a club', (engine) => {
  let database: TestDatabase
  let services: Services
  let folder: ClubFolder
  let path: string

  beforeEach(async () => {
    database = await openTestDatabase(engine)
    services = makeServices(database)
    folder = makeFolder()
    path = join(folder.path, 'club.backup')
    await putPictures(folder)
    const { tenant } = await runImport(services, folder.write(makeClubFile()))
    await database.inTenant(tenant.id, (tx) => insertSubmissions(tx))
  })
  afterEach(() => database.dispose())

  async function run(...args: string[]): Promise<{ code: number; text: string }> {
    let text = ''
    const code = await runClubCommand(services, args, (printed) => {
      if (!printed.startsWith('\u0001')) text += printed
    })
    return { code, text }
  }

  /** The same club again under another name, with one picture of its own and all others shared. */
  async function addSecond(): Promise<void> {
    const file = makeClubFile()
    folder.put('pictures/other.png', await makePicture('teal', 900, 500))
    const club = { ...file.club, slug: 'second', logo: 'pictures/other.png' }
    await runImport(services, folder.write({ ...file, club, events: [], posts: [] }))
  }

  function listFiles(): string[] {
    const names = readdirSync(services.config.dataDir, { recursive: true, encoding: 'utf8' })
    return names.filter((name) => /^(pictures|files)\/.*[0-9a-f]{40}/.test(name)).sort()
  }

  /** Every row of a club. */
  function readRows(slug: string): Promise<unknown> {
    return database.withoutClub(async (tx) => {
      const tenant = (await listTenants(tx)).find((each) => each.slug === slug)
      if (tenant === undefined) return undefined
      await enterTenant(tx, tenant.id)
      const all: unknown[] = []
      for (const table of await listTenantTables(tx)) {
        const rows = await readTableRows(tx, table)
        all.push([table, rows.map((row) => JSON.stringify(row)).sort()])
      }
      return all
    })
  }

  it('answers at any address while it is the only one', async () => {
    const tenants = createTenantResolver(services)
    expect(await tenants.findDefault()).toMatchObject({ slug: 'marlow' })
    const file = folder.write({ ...makeClubFile(), events: [] })
    const added = await run('import', file, '--tenant', 'second', '--new')
    expect(added.text).toContain(
      'There are 2 clubs now: marlow, second. Set DEFAULT_TENANT to the one that is meant where an address names none, or HOST_DOMAIN.\n',
    )
    // another process learns it within a second; this one has a clock that stands
    expect(await createTenantResolver({ ...services, now: () => Date.now() }).findDefault()).toBeUndefined()
  })

  it('is asked for by a DEFAULT_TENANT that must be one of them', async () => {
    const find = async (config: Partial<Services['config']>) => {
      let text = ''
      const others = { ...services, config: { ...services.config, ...config } }
      await runClubCommand(others, ['findings', '--about', 'clubs'], (printed) => {
        text += printed
      })
      return (JSON.parse(text) as { clubs: { level: string; text: string }[] }).clubs
    }
    expect(await find({})).toEqual([{ level: 'good', text: 'There is one club: marlow.', club: 'marlow' }])
    expect(await find({ defaultTenant: 'harbour' })).toEqual([
      {
        level: 'fault',
        text: "DEFAULT_TENANT is 'harbour', and there is no such club: addresses that name no club lead nowhere. There are: marlow.",
      },
    ])
    await addSecond()
    expect(await find({})).toMatchObject([
      { level: 'warning', text: expect.stringContaining('Set DEFAULT_TENANT') },
    ])
    expect(await find({ hostDomain: 'shows.example' })).toMatchObject([{ level: 'good' }])
    expect(await find({ defaultTenant: 'second' })).toMatchObject([{ level: 'good' }])
  })

  it('is removed with all that nobody else uses, and comes back from its backup', async () => {
    await addSecond()
    const [files, first, second] = [listFiles(), await readRows('marlow'), await readRows('second')]
    const foreseen = await run('clubs', 'remove', 'second', '--dry-run')
    expect(foreseen.code).toBe(0)
    expect(foreseen.text).toMatch(
      /^This removes the club second \(Marlow Valley Motor Club\):\n {2}\d+ rows, among them \d+ members.*\n {2}\d+ files that nobody else uses\n {2}\d+ files stay, because another club has the same\nDry run, nothing was changed\.\n$/,
    )
    expect(await run('clubs', 'remove', 'second', '--backup', path)).toMatchObject({
      code: 1,
      text: expect.stringContaining('Nothing was changed. The same command with --yes does it.'),
    })
    expect([existsSync(path), await readRows('second')]).toEqual([false, second])
    const removed = await run('clubs', 'remove', 'second', '--backup', path, '--yes')
    expect(removed.code, removed.text).toBe(0)
    const told = (text: string) => text.split('\n').filter((line) => line.startsWith('  '))
    expect(told(removed.text)).toEqual(told(foreseen.text))
    expect([await readRows('second'), await readRows('marlow')]).toEqual([undefined, first])
    const gone = files.filter((file) => !listFiles().includes(file))
    expect(gone.length).toBeGreaterThan(0)
    expect(Number(/(\d+) files? that nobody/.exec(removed.text)?.[1])).toBe(gone.length)
    expect((await run('export', join(folder.path, 'first', 'club.json'))).code).toBe(1)
    expect((await run('backup', join(folder.path, 'first.backup'))).text).not.toContain('missing')
    expect((await run('restore', path)).code).toBe(0)
    expect([await readRows('second'), listFiles()]).toEqual([second, files])
  })

  it('is not removed without a backup that is new and whole', async () => {
    await addSecond()
    const before = await readRows('second')
    expect(await run('clubs', 'remove', 'second', '--yes')).toMatchObject({ code: 2 })
    expect(await run('clubs', 'remove', 'thrid', '--backup', path, '--yes')).toMatchObject({ code: 2 })
    writeFileSync(path, 'mine')
    expect(await run('clubs', 'remove', 'second', '--backup', path, '--yes')).toMatchObject({ code: 1 })
    expect(readFileSync(path, 'utf8')).toBe('mine')
    const pictures = join(services.config.dataDir, 'pictures')
    renameSync(pictures, `${pictures}.away`)
    const lost = await run('clubs', 'remove', 'second', '--backup', `${path}2`, '--yes')
    renameSync(`${pictures}.away`, pictures)
    expect(lost).toMatchObject({ code: 1, text: expect.stringContaining('Nothing was removed.') })
    expect(await readRows('second')).toEqual(before)
  })

  it('goes out of the list of the demo, and is the default no more', async () => {
    await addSecond()
    const list = join(services.config.dataDir, 'demo.json')
    writeFileSync(list, JSON.stringify({ tenants: [{ subdomain: 'second' }, { subdomain: 'marlow' }] }))
    const tenants = createTenantResolver({ ...services, now: () => Date.now() })
    expect(await tenants.findDefault()).toMatchObject({ slug: 'second' })
    await run('clubs', 'remove', 'second', '--backup', path, '--yes')
    expect(JSON.parse(readFileSync(list, 'utf8'))).toEqual({ tenants: [{ subdomain: 'marlow' }] })
    await expect.poll(() => tenants.findDefault(), { timeout: 3000 }).toMatchObject({ slug: 'marlow' })
  })

  it.each(['backup', 'export'])(
    'has a %s that says how many pictures and files are lost',
    async (command) => {
      const { dataDir } = services.config
      const [picture = ''] = listFiles().filter((name) => name.startsWith('pictures'))
      const hash = /[0-9a-f]{40}/.exec(picture)?.[0] ?? ''
      for (const name of listFiles()) if (name.includes(hash)) rmSync(join(dataDir, name))
      const first = await run(command, path)
      expect(first).toMatchObject({
        code: 1,
        text: expect.stringContaining(
          `1 picture or file that a club names is missing in ${dataDir} (DATA_DIR).`,
        ),
      })
      expect((await run(command, `${path}2`, '--without-missing')).code).toBe(0)
      for (const name of ['pictures', 'files']) rmSync(join(dataDir, name), { recursive: true })
      const all = await run(command, `${path}3`)
      expect([all.code, all.text]).toEqual([
        1,
        expect.stringMatching(/\n1\d pictures or files that clubs name are/),
      ])
      if (command === 'backup') expect(all.text).toContain('is this the folder of this database?')
    },
  )

  it('says at the restore what its backup was without', async () => {
    rmSync(join(services.config.dataDir, 'files'), { recursive: true })
    expect((await run('backup', path)).code).toBe(1)
    expect((await run('restore', path, '--replace')).text).toContain(
      '2 pictures or files were missing when the backup was made.\n',
    )
  })
})

describeOnPostgres('a club beside a database server', () => {
  it('is gone within seconds for a server that runs meanwhile', async () => {
    const place = await createPlace('postgres')
    const folder = makeFolder()
    await putPictures(folder)
    const env = { DATA_DIR: place.options.dataDir, DATABASE_URL: place.options.databaseUrl ?? '' }
    const run = (...args: string[]) => runProgram('src/server/club.ts', args, env)
    expect(await run('import', folder.write(makeClubFile()))).toMatchObject({ code: 0 })
    const server = await startMain(env)
    onTestFinished(() => server.stop())
    const ask = async (body: object) => {
      const answer = await fetch(`http://127.0.0.1:${server.port}/dart/core`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ action: 'get_tenant', ...body }),
      })
      return answer.status
    }
    expect([await ask({ subdomain: 'marlow' }), await ask({})]).toEqual([200, 200])
    const removing = await run(
      'clubs',
      'remove',
      'marlow',
      '--backup',
      join(folder.path, 'a.backup'),
      '--yes',
    )
    expect(removing.code, removing.output).toBe(0)
    await expect
      .poll(async () => [await ask({ subdomain: 'marlow' }), await ask({})], { timeout: 5000, interval: 200 })
      .toEqual([404, 404])
    await server.stop()
    await place.remove()
  })

  it.runIf(process.getuid?.() === 0)('is refused where its user may not read DATA_DIR', async () => {
    const place = await createPlace('postgres')
    const folder = makeTestFolder()
    for (let above = folder; above !== '/'; above = dirname(above)) chmodSync(above, 0o755)
    const [closed, open] = [join(folder, 'closed'), join(folder, 'open')]
    mkdirSync(closed, { mode: 0o700 })
    mkdirSync(open)
    chownSync(open, 65534, 65534)
    const env = { DATA_DIR: closed, DATABASE_URL: place.options.databaseUrl ?? '' }
    const folderOfFiles = makeFolder()
    await putPictures(folderOfFiles)
    const importing = ['import', folderOfFiles.write(makeClubFile())]
    expect(await runProgram('src/server/club.ts', importing, env)).toMatchObject({ code: 0 })
    for (const command of ['backup', 'export']) {
      const args = [command, join(open, 'all')]
      expect(await runProgram('src/server/club.ts', args, env, { uid: 65534 })).toEqual({
        code: 1,
        output: `This user may not read the folder ${closed}. Give the command as the user who runs the server. Nothing was written.\n`,
      })
    }
    expect(readdirSync(open)).toEqual([])
    await place.remove()
  })
})
