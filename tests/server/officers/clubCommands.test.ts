// The officers' command line, with and without a server, and an import that is killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runClubCommand } from '../../../src/server/assembly/commands.ts'
import { toHelp } from '../../../src/server/assembly/help.ts'
import { listOptions, toWholePaths } from '../../../src/server/assembly/parse.ts'
import { commands } from '../../../src/server/assembly/tree.ts'
import { openDatabase } from '../../../src/server/db/open.ts'
import { listWays } from '../../../src/server/officers/command.ts'
import { parseProgress } from '../../../src/server/officers/progress.ts'
import {
  type ClubFolder,
  makeClubFile,
  makeFolder,
  makeServices,
  putPictures,
  runExport,
  runImport,
} from '../../support/clubs/clubFiles.ts'
import { isEachOnBoth, openTestDatabase, type TestDatabase } from '../../support/database/database.ts'
import { compileCache } from '../../support/processes/compileCache.ts'

const root = join(import.meta.dirname, '..', '..', '..')

let database: TestDatabase
let folder: ClubFolder

beforeEach(async () => {
  database = await openTestDatabase('embedded')
  folder = makeFolder()
  await putPictures(folder)
})
afterEach(() => database.dispose())

async function run(...args: string[]): Promise<{ code: number; text: string; percents: number[] }> {
  let text = ''
  const percents: number[] = []
  const code = await runClubCommand(makeServices(database), args, (printed) => {
    const progress = parseProgress(printed)
    if (progress === undefined) text += printed
    else percents.push(progress.percent)
  })
  return { code, text, percents }
}

interface Ended {
  code: number | null
  output: string
}

function startCommand(
  args: readonly string[],
  cwd = root,
): { child: ChildProcess; ended: Promise<Ended>; seen(text: string): Promise<void> } {
  const child = spawn(process.execPath, [join(root, 'src/server/club.ts'), ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...compileCache, DATA_DIR: database.options.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const watchers: (() => void)[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      for (const watch of watchers) watch()
    })
  }
  return {
    child,
    ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, output }))),
    seen: (text) =>
      new Promise((resolve) => {
        watchers.push(() => {
          if (output.includes(text)) resolve()
        })
        child.on('close', () => resolve())
      }),
  }
}

describe("the club's command line", () => {
  it('imports, tells the counts and how far it is, and then finds nothing to change', async () => {
    const path = folder.write(makeClubFile())
    const first = await run('import', path)
    expect(first.code).toBe(0)
    expect(first.text).toMatch(
      /^The new club marlow: \d+ created, 0 changed, 0 unchanged, 0 removed\.\nIts address is http:\/\/localhost:0\/portal\?subdomain=marlow\.\n$/,
    )
    expect(first.percents.at(-1)).toBe(100)
    expect((await run('import', path)).text).toMatch(/^The club marlow: 0 created, 0 changed, \d+ unchanged/)
  })

  it('lists what it would remove, and removes it when told to', async () => {
    const file = makeClubFile()
    await run('import', folder.write(file))
    const path = folder.write({ ...file, activities: [] })
    expect((await run('import', path)).text).toContain(
      '(--prune removes them):\n  activity "Monthly meeting"\n',
    )
    const asked = await run('import', path, '--prune')
    expect(asked.code).toBe(1)
    expect(asked.text).toContain(
      'It would remove 1 activity. Nothing was changed. The same command with --yes does all of it.',
    )
    const pruned = await run('import', path, '--prune', '--yes')
    expect(pruned.text).toContain('Removed, because they are no longer in the file:\n  activity "Monthly')
    expect(pruned.text).toContain('1 removed.')
  })

  it('names the records and the fields that it changes', async () => {
    const file = makeClubFile()
    await run('import', folder.write(file))
    const { settings } = file.club
    const [show] = file.events ?? []
    const entries = show?.entries?.map((each) =>
      each.ref === 'e102' ? { ...each, make: 'Austin Motor', year: '1932' } : each,
    )
    const changed = {
      ...file,
      club: { ...file.club, settings: { ...settings, serviceFee: 4, taxRates: { tickets: 825 } } },
      events: [{ ...show, entries }],
    }
    const { text } = await run('import', folder.write(changed))
    expect(text).toMatch(
      /^Changed:\n {2}club: settings\.serviceFee 2\.50 → 4\.00, settings\.taxRates\n {2}car 102 "1931 Austin Seven" of event "Marlow Show" of 2026: year "1931" → "1932", make "Austin" → "Austin Motor"\n/,
    )
    expect(text).toContain(' 2 changed, ')
  })

  it('tells every fault by its place and answers 1', async () => {
    const file = makeClubFile()
    const { code, text } = await run(
      'validate',
      folder.write({ ...file, club: { ...file.club, timeZone: 'Nowhere' }, rides: [{}] }),
    )
    expect(code).toBe(1)
    expect(text).toContain('  club.timeZone: must be a time zone')
    expect(text).toContain('  rides[0].ref: is missing\n')
    expect((await run('import', join(folder.path, 'none.json'))).text).toContain('There is no file')
  })

  it('says that a right file is right', async () => {
    expect(await run('validate', folder.write(makeClubFile()))).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^The file has no faults: \d+ records\.\n$/),
    })
  })

  it('exports what it imported, and knows which club is meant when there is one', async () => {
    await run('import', folder.write(makeClubFile()))
    const path = join(folder.path, 'exported.json')
    expect((await run('export', path)).code).toBe(0)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ showfield: 1, club: { slug: 'marlow' } })
    expect(await run('export', path, '--tenant', 'nobody')).toMatchObject({ code: 2 })
  })

  it('counts the same records when it imports, exports and validates', async () => {
    const imported = await run('import', folder.write(makeClubFile()))
    const path = join(folder.path, 'exported.json')
    const exported = await run('export', path)
    const validated = await run('validate', path)
    const find = ({ text }: { text: string }, pattern: RegExp) => pattern.exec(text.replaceAll(',', ''))?.[1]
    const count = find(imported, /: (\d+) created/)
    expect([find(exported, /: (\d+) records/), find(validated, /: (\d+) records/)]).toEqual([count, count])
  })

  it('gives the ready command for each club that can be meant', async () => {
    await run('import', folder.write(makeClubFile()))
    const file = makeClubFile()
    await run('import', folder.write({ ...file, events: [] }), '--tenant', 'other', '--new')
    const [event] = (
      await database.withoutClub((tx) =>
        tx.selectFrom('tenant').select('id').where('slug', '=', 'marlow').execute(),
      )
    ).map(({ id }) =>
      database.inTenant(id, (tx) => tx.selectFrom('event').select('id').executeTakeFirstOrThrow()),
    )
    const id = String((await event)?.id)
    expect(await run('results', id, '--csv', 'my results.csv')).toMatchObject({
      code: 2,
      text: expect.stringContaining(
        `:\n  npm run club -- results ${id} --csv 'my results.csv' --tenant marlow\nnpm run club -- --help`,
      ),
    })
    const orders = await run('orders')
    expect(orders.text).toContain(
      '  npm run club -- orders --tenant marlow\n  npm run club -- orders --tenant other\n',
    )
    expect((await run('orders', '--tenant', 'nobody')).text).toContain(
      "There is no club 'nobody' here. There are: marlow, other.",
    )
  })

  it('lists the clubs, prints the schema, backs up and restores', async () => {
    expect((await run('clubs')).text).toBe('There is no club yet.\n')
    await run('import', folder.write(makeClubFile()))
    expect((await run('clubs')).text).toMatch(
      /^Club +Name +Number +UUID\nmarlow +Marlow Valley Motor Club +\d+ {2}[0-9a-f-]{36}\n$/,
    )
    expect(JSON.parse((await run('schema')).text)).toMatchObject({
      type: 'object',
      additionalProperties: false,
      properties: { club: { properties: { settings: { additionalProperties: false } } } },
    })
    const path = join(folder.path, 'all.backup')
    expect((await run('backup', path)).code).toBe(0)
    expect(await run('restore', path)).toMatchObject({ code: 1, text: expect.stringContaining('--replace') })
    const { code, text } = await run('restore', path, '--replace')
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(
        /^This backup was made on Jun 12, 2026, 4:00 PM \(UTC\) by version \d+\.\d+\.\d+.*\.\nmarlow: .* restored\./,
      ),
    ])
  })

  it('answers 2 with a hint to what it does not understand', async () => {
    for (const args of [
      ['fly'],
      ['toString'],
      ['import'],
      ['import', 'a', 'b'],
      ['clubs', '--prune'],
      ['import', 'a', '--wings'],
      ['colours', 'red'],
      ['orders', '--overwrite'],
      ['store', 'refund', '1', '--reason', 'x', '--dry-run', '--yes'],
    ]) {
      const { code, text } = await run(...args)
      expect(code, args.join(' ')).toBe(2)
      expect(text).toContain('--help shows all commands')
    }
    const { text: all } = await run('--help')
    expect(all).toContain('import FILE')
    for (const command of ['import', 'schema', 'voters', 'ballots', 'receipts', 'orders', 'jobs']) {
      const { code, text } = await run(command, '--help')
      expect(code).toBe(0)
      const lines = text.split('\n').slice(2, -3)
      expect(lines[0]).toMatch(new RegExp(`^  ${command} `))
      for (const line of lines) expect(all).toContain(line)
      expect(lines.filter((line) => /^ {2}\S/.test(line) && !line.startsWith(`  ${command} `))).toEqual([])
      expect(lines.length).toBeLessThan(25)
    }
  })
})

describe('the command as a program of its own', () => {
  it('prints nothing that controls a terminal, and no line that somebody else wrote', async () => {
    const hostile = 'Meet\u001b[1A\u001b[2K\u009b2J\u202e\u0007\nThe club marlow: nothing to do.'
    const file = makeClubFile()
    const activities = (file.activities ?? []).map((each) => ({ ...each, title: hostile }))
    await run('import', folder.write({ ...file, activities }))
    const path = folder.write({ ...file, activities: [] })
    await database.close()
    const { code, output } = await startCommand(['import', path]).ended
    expect(code, output).toBe(0)
    expect(output).toContain('[1A')
    expect(output).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
    expect(output).not.toMatch(/^The club marlow: nothing/m)
  })

  it('ends without a word when nobody reads on', async () => {
    await database.close()
    const { child, ended } = startCommand(['schema'])
    child.stdout?.destroy()
    expect(await ended).toEqual({ code: 0, output: '' })
  })

  it('opens the folder by itself when no server runs, and takes paths from where it was called', async () => {
    await database.close()
    folder.write(makeClubFile())
    const { code, output } = await startCommand(
      ['--tenant', 'other', '--new', 'import', 'club.json'],
      folder.path,
    ).ended
    expect(output).toContain('The new club other:')
    expect(code).toBe(0)
  })

  it('that is killed in the middle of an import leaves all of it or nothing, and works again', async () => {
    const path = folder.write(makeClubFile())
    await database.close()
    // in `npm run proof` also while it takes the pictures
    const moments = [...(isEachOnBoth ? ['Pictures 0 %', 'Pictures 50 %'] : []), 'Records 0 %']
    for (const moment of moments) {
      const { child, ended, seen } = startCommand(['import', path])
      await seen(moment)
      child.kill('SIGKILL')
      await ended
      const reopened = await openDatabase({ dataDir: database.options.dataDir, migrate: false })
      const clubs = await reopened.withoutClub((tx) => tx.selectFrom('tenant').select('id').execute())
      const events = await Promise.all(
        clubs.map(({ id }) => reopened.inTenant(id, (tx) => tx.selectFrom('event').select('id').execute())),
      )
      // a club is there with its event or not at all
      expect(events.every((each) => each.length === 1)).toBe(true)
      await reopened.close()
    }
    const reopened = await openDatabase({ dataDir: database.options.dataDir, migrate: false })
    try {
      const services = { ...makeServices(database), database: reopened }
      const { created, unchanged } = await runImport(services, path)
      expect(Math.min(created, unchanged)).toBe(0)
      const text = await runExport(services, 'marlow', join(folder.path, 'out', 'club.json'))
      expect(text).toContain('Marlow Show')
      expect(text).not.toContain('missing')
      expect(existsSync(join(database.options.dataDir, 'pictures'))).toBe(true)
    } finally {
      await reopened.close()
    }
  })
})

const declared = Object.entries(commands).map(([name, command]) => ({
  name,
  command,
  options: Object.assign({}, ...listWays(command).map(listOptions)) as ReturnType<typeof listOptions>,
}))

describe('the commands of officers', () => {
  it.each(declared)(
    '$name says each of its options in its help, and no other',
    ({ name, command, options }) => {
      const told = new Set(
        [...toHelp([name]).matchAll(/--([a-z][a-z\d-]+)/g)].map(([, option = '']) => option),
      )
      // the end of the help says it of all commands
      told.delete('help')
      const isOfClub = command.takes === 'club' || command.takes === 'event'
      if (isOfClub) told.delete('tenant')
      const isReplacing = command.takes === 'instance' && name === 'import'
      const known = Object.keys(options).filter((option) => option !== 'overwrite' || isReplacing)
      expect([...told].sort()).toEqual(known.sort())
    },
  )

  it('mean one kind of thing by an option, so that its words and files are found before the command is', () => {
    const kinds = new Map<string, Set<string>>()
    for (const { options } of declared) {
      for (const [option, { takes }] of Object.entries(options)) {
        const isFile = takes === 'file' || takes === 'new-file'
        kinds.set(option, (kinds.get(option) ?? new Set()).add(isFile ? 'file' : takes))
      }
    }
    expect([...kinds].filter(([, all]) => all.size > 1)).toEqual([])
  })

  it('get the whole paths of files, however the options stand', () => {
    const made = (line: string) => toWholePaths(line.split(' '), (path) => `/here/${path}`).join(' ')
    expect(made('--from p.csv schedule 7 --yes')).toBe('--from /here/p.csv schedule 7 --yes')
    expect(made('--name import files add --type x a.pdf')).toBe(
      '--name import files add --type x /here/a.pdf',
    )
    expect(made('members')).toBe('members')
    expect(made('members import')).toBe('members import')
    expect(made('toString a.json --csv')).toBe('toString a.json --csv')
  })
})
