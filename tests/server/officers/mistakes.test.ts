// What commands say to a mistyped name, folder or file, and that nothing comes of it.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runClubCommand } from '../../../src/server/assembly/commands.ts'
import { listTenants } from '../../../src/server/db/clubRows.ts'
import { openDatabase } from '../../../src/server/db/open.ts'
import { parseProgress } from '../../../src/server/officers/progress.ts'
import {
  type ClubFolder,
  makeClubFile,
  makeFolder,
  makeServices,
  putPictures,
  runImport,
} from '../../support/clubs/clubFiles.ts'
import { isEachOnBoth, openTestDatabase, type TestDatabase } from '../../support/database/database.ts'
import { compileCache } from '../../support/processes/compileCache.ts'

const root = join(import.meta.dirname, '..', '..', '..')

let folder: ClubFolder

beforeEach(async () => {
  folder = makeFolder()
  await putPictures(folder)
})

describe('a command', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await openTestDatabase('embedded')
  })
  afterEach(() => database.dispose())

  async function run(...args: string[]): Promise<[code: number, text: string]> {
    let text = ''
    const code = await runClubCommand(makeServices(database), args, (printed) => {
      if (parseProgress(printed) === undefined) text += printed
    })
    return [code, text]
  }
  const listSlugs = () =>
    database.withoutClub(async (tx) => (await listTenants(tx)).map(({ slug }) => slug).sort())

  it('makes a club under another name than that of its file only where the officer says so', async () => {
    const path = folder.write(makeClubFile())
    await runImport(makeServices(database), path)
    for (const slug of ['New Club!', 'www']) {
      const [code, text] = await run('import', path, '--tenant', slug, '--new')
      expect([code, text]).toEqual([2, expect.stringContaining(`cannot have the short name '${slug}'`)])
    }
    expect(await run('import', path, '--tenant', 'marlo')).toEqual([
      1,
      "There is no club 'marlo' here. There are: marlow. Nothing was changed. With --new the file becomes a new club with this short name.\n",
    ])
    expect(await run('import', path, '--new')).toMatchObject([2, expect.stringContaining('--tenant SLUG')])
    expect(await listSlugs()).toEqual(['marlow'])
    // ballots' secrets are unique on the instance, so the second club comes without the events
    const other = folder.write({ ...makeClubFile(), events: [] })
    expect((await run('import', other, '--tenant', 'marlo', '--new'))[1]).toContain('The new club marlo: ')
    expect(await run('import', other, '--tenant', 'marlo')).toMatchObject([0, expect.any(String)])
    expect(await listSlugs()).toEqual(['marlo', 'marlow'])
  })

  it('makes a second club only where the officer knows that addresses without a name then lead nowhere', async () => {
    await runImport(makeServices(database), folder.write(makeClubFile()))
    const other = folder.write({
      showfield: 1,
      club: { slug: 'other', name: 'Other', timeZone: 'America/Chicago' },
    })
    expect(await run('import', other)).toEqual([
      1,
      expect.stringContaining(
        "The file makes a second club, 'other'. Until now addresses that name no club lead",
      ),
    ])
    expect(await listSlugs()).toEqual(['marlow'])
    expect(await run('import', other, '--dry-run')).toMatchObject([0, expect.any(String)])
    expect((await run('import', other, '--yes'))[1]).toContain('There are 2 clubs now')
    expect(await listSlugs()).toEqual(['marlow', 'other'])
    // with two of them nothing is lost
    const third = folder.write({
      showfield: 1,
      club: { slug: 'third', name: 'Third', timeZone: 'America/Chicago' },
    })
    expect(await run('import', third)).toMatchObject([0, expect.any(String)])
  })

  it('reads a club file with the mark of an encoding before it', async () => {
    const path = folder.write(`\uFEFF${JSON.stringify(makeClubFile())}`)
    expect(await run('validate', path)).toMatchObject([0, expect.stringContaining('has no faults')])
  })

  it('takes the first file of the guide as it is printed', async () => {
    const guide = readFileSync(join(root, 'docs/club-file.md'), 'utf8')
    const printed = /```json\n(.*?)```/s.exec(guide)?.[1] ?? ''
    mkdirSync(join(folder.path, 'alone'))
    const [code, text] = await run('import', folder.write(printed, 'alone/club.json'))
    expect([code, text]).toEqual([0, expect.stringMatching(/^The new club marlow: \d+ created/)])
  })

  it('restores only what is a backup, and says what else it was given', async () => {
    const path = folder.write(makeClubFile())
    expect(await run('restore', path)).toEqual([1, `This is not a backup: ${path}.\n`])
    expect(await run('restore', folder.path)).toEqual([1, `${folder.path} is a folder and not a backup.\n`])
    const none = join(folder.path, 'none')
    expect(await run('restore', none)).toEqual([1, `There is no file ${none}.\n`])
  })

  it('restores no backup of a newer version, and says what to do', async () => {
    await runImport(makeServices(database), folder.write(makeClubFile()))
    const path = join(folder.path, 'all.backup')
    expect((await run('backup', path))[0]).toBe(0)
    const lines = gunzipSync(readFileSync(path)).toString('utf8')
    const changes: [from: string, to: string, what: string][] = [
      ['"table":"judge"', '"table":"referee"', 'the table referee'],
      ['"phone":"+1 512', '"rank":1,"phone":"+1 512', 'the column rank of the table judge'],
    ]
    for (const [from, to, what] of changes) {
      expect(lines).toContain(from)
      folder.put('newer.backup', gzipSync(lines.replace(from, to)))
      const [code, text] = await run('restore', join(folder.path, 'newer.backup'), '--replace')
      expect([code, text.slice(text.indexOf('\n') + 1)]).toEqual([
        1,
        `The backup is of a newer version of Showfield: this version does not have ${what}. Nothing was changed. Update Showfield, then restore it.\n`,
      ])
    }
  })
})

describe('a command on a folder without data', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = join(folder.path, 'mistyped')
  })

  const runProgram = (...args: string[]): Promise<[code: unknown, output: string]> =>
    new Promise((resolve) => {
      const env = { PATH: process.env.PATH, ...compileCache, DATA_DIR: dataDir }
      const program = join(root, 'src/server/club.ts')
      execFile(process.execPath, [program, ...args], { cwd: folder.path, env }, (error, out, errors) =>
        resolve([error?.code ?? 0, out + errors]),
      )
    })

  it('says that there is none, and makes none', async () => {
    const more = isEachOnBoth ? [['clubs'], ['voters', '1'], ['backup', 'x'], ['orders']] : []
    for (const args of [['export', 'club.json'], ...more]) {
      expect(await runProgram(...args)).toEqual([
        1,
        `There is no Showfield data in ${dataDir} (DATA_DIR). npm start, or the commands import and restore, make it.\n`,
      ])
    }
    expect(existsSync(dataDir)).toBe(false)
  })

  it('makes none for a backup or a club file that is missing or cut', async () => {
    folder.put('cut.backup', gzipSync('{"showfieldBackup":1').subarray(0, 20))
    const cut = join(folder.path, 'cut.backup')
    const none = join(folder.path, 'none')
    for (const [args, words] of [
      [['restore', none], `There is no file ${none}.`],
      [['restore', cut], 'This backup is not complete'],
      [['import', none], none],
    ] as const) {
      expect(await runProgram(...args)).toEqual([1, expect.stringContaining(words)])
    }
    expect(existsSync(dataDir)).toBe(false)
  })

  it('does what needs none', async () => {
    const path = folder.write(makeClubFile())
    expect(await runProgram('validate', path)).toEqual([0, expect.stringContaining('has no faults')])
    if (isEachOnBoth) {
      expect(await runProgram('schema')).toEqual([0, expect.stringContaining('"showfield"')])
    }
    expect(existsSync(dataDir)).toBe(false)
  })

  it('makes them for an import', async () => {
    const path = folder.write(makeClubFile())
    expect(await runProgram('import', path)).toEqual([0, expect.stringContaining('The new club marlow')])
    const made = await openDatabase({ dataDir, migrate: false })
    try {
      expect((await made.withoutClub((tx) => listTenants(tx))).map(({ slug }) => slug)).toEqual(['marlow'])
    } finally {
      await made.close()
    }
    if (isEachOnBoth) expect(await runProgram('clubs')).toEqual([0, expect.stringContaining('marlow')])
  })
})
