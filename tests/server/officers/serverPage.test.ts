// The page for operators is run as it stands: its unit is checked, its blocks stop at a fault, and an update and the way
// back are walked on a real clone.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { parseConfig } from '../../../src/server/process/config.ts'
import { makeClubFile, makeFolder, putPictures } from '../../support/clubs/clubFiles.ts'
import { createPlace, describeOnBothEngines } from '../../support/database/database.ts'
import { makeTestFolder } from '../../support/database/testFolder.ts'
import { findFreePort } from '../../support/processes/freePort.ts'
import { runProgram } from '../../support/processes/program.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const page = readFileSync(join(root, 'docs', 'server.md'), 'utf8')
const blocks = [...page.matchAll(/^```\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)

function findBlock(begin: string): string {
  const found = blocks.filter((block) => block.startsWith(begin))
  expect(found, begin).toHaveLength(1)
  return found[0] ?? ''
}

/** The folder of a machine as the page describes it, and its own programs in place of the system's. */
function makeMachine() {
  const folder = makeTestFolder()
  const path = (name: string) => join(folder, name)
  const places = {
    '/srv/showfield': path('srv'),
    '/var/lib/showfield': path('lib'),
    '/var/backups/showfield': path('backups'),
    '/etc/showfield.env': path('env'),
  }
  for (const name of ['backups', 'bin']) mkdirSync(path(name))
  writeFileSync(path('env'), '')
  const put = (name: string, script: string): void =>
    writeFileSync(path(`bin/${name}`), `#!/bin/bash\n${script}\n`, { mode: 0o755 })
  // nobody else is on this machine, and time stands still
  put('runuser', 'shift 3; exec "$@"')
  put('date', 'echo 2027-03-01-0915')
  put('install', 'shift 5; mkdir -m 700 "$1"')
  return {
    path,
    put,
    run(block: string) {
      let text = block
      for (const [from, to] of Object.entries(places)) text = text.replaceAll(from, to)
      const env = { PATH: `${path('bin')}:${process.env.PATH}`, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' }
      const { status, stdout, stderr } = spawnSync('bash', ['-c', text], {
        cwd: folder,
        env,
        encoding: 'utf8',
      })
      return { status, output: stdout + stderr }
    },
  }
}

describe('the page for operators', () => {
  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
  const skipped = hasSystemd ? '' : ' (skipped: there is no systemd-analyze)'
  it.skipIf(!hasSystemd)(
    `has a unit that systemd understands, and that starts again and again${skipped}`,
    () => {
      const unit = findBlock('[Unit]')
      const machine = makeMachine()
      const known = unit
        .replaceAll('/srv/showfield', root)
        .replace('/etc/showfield.env', machine.path('env'))
        .replace('User=showfield', 'User=root')
      writeFileSync(machine.path('showfield.service'), known)
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', machine.path('showfield.service')], {
        encoding: 'utf8',
      })
      expect([status, stderr.includes('showfield.service')]).toEqual([0, false])
      expect(unit).toMatch(/^After=.*\bpostgresql\.service\b/m)
      expect(unit).toMatch(/^RestartSec=\d+$/m)
    },
  )

  it('has settings and a first club that are taken as they stand', async () => {
    const settings = findBlock('DATA_DIR=')
    const machine = makeMachine()
    writeFileSync(machine.path('env'), settings)
    const read = machine.run(
      `set -a; . /etc/showfield.env; ${process.execPath} -p 'JSON.stringify(process.env)'`,
    )
    const config = parseConfig(JSON.parse(read.output) as Record<string, string>, [])
    expect(config).toMatchObject({
      dataDir: '/var/lib/showfield',
      mail: { from: 'Valley Motor Club <club@example.org>' },
    })
    const club = machine.path('club.json')
    writeFileSync(club, findBlock('{\n  "showfield"'))
    expect(await runProgram('src/server/club.ts', ['validate', club], {})).toEqual({
      code: 0,
      output: 'The file has no faults: 2 records.\n',
    })
  })

  it('has lines for cron and for commands that a shell reads', () => {
    // cron has a PATH of its own
    expect(findBlock('15 3 * * *')).not.toContain('npm ')
    for (const begin of ['15 3 * * *', 'runuser -u showfield']) {
      const { status, stderr } = spawnSync('bash', ['-n'], {
        input: findBlock(begin).replace('15 3 * * * ', ''),
        encoding: 'utf8',
      })
      expect([begin, status, stderr]).toEqual([begin, 0, ''])
    }
  })

  it('has ten alerts, of figures that there are', () => {
    const rules = findBlock('groups:')
    expect(rules.match(/- alert: /g)).toHaveLength(10)
    const code = ['assembly/engineFigures', 'http/metrics', 'process/figures'].map((name) =>
      readFileSync(join(root, `src/server/${name}.ts`), 'utf8'),
    )
    for (const [, name = ''] of rules.matchAll(/showfield_(\w+)/g)) {
      const known = name.replace(/_bucket$/, '')
      expect(code.join('').match(new RegExp(`'(?:showfield_)?${known}'`)), name).not.toBeNull()
    }
  })

  it('leads back to versions that the changelog names, the newest first', () => {
    const log = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
    const titles = [...log.matchAll(/^## (.*)$/gm)].map(([, title = '']) => title)
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    expect(titles[0]).toBe('Unreleased')
    const released = titles
      .slice(1)
      .map((title) => /^(\d+)\.(\d+)\.(\d+), \d{4}-\d\d-\d\d$/.exec(title) ?? title)
    expect(released.filter((found) => typeof found === 'string')).toEqual([])
    const toNumber = (parts: readonly (string | undefined)[]) =>
      parts.reduce((sum, part) => sum * 1000 + Number(part), 0)
    const numbers = [version.split('.'), ...released.map((found) => [...found].slice(1))].map(toNumber)
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a))
  })

  it.each(['INSTALL', 'UPDATE', 'BACK'])('has a block %s that does nothing more after a fault', (name) => {
    const block = findBlock(`bash -e <<'${name}'`)
    const machine = makeMachine()
    const isFirst = name === 'INSTALL'
    const folders = isFirst ? ['srv', 'lib', 'backups'] : ['lib']
    if (isFirst) rmSync(machine.path('backups'), { recursive: true })
    else for (const folder of ['srv', 'lib']) mkdirSync(machine.path(folder))
    const backup = machine.path('backups/before-update-DAY-TIME-COMMIT.backup')
    if (!isFirst) writeFileSync(backup, '')
    const said = machine.path('said')
    const commands =
      {
        INSTALL: ['apt-get', 'useradd', 'git', 'npm'],
        UPDATE: ['git', 'systemctl', 'npm'],
        BACK: ['systemctl', 'mv', 'git', 'npm'],
      }[name] ?? []
    for (const command of commands) {
      const count = `$(grep -c . ${said})`
      machine.put(
        command,
        `echo ${command} "$@" >> ${said}; test ${count} -ne "$(cat ${said}.fails)" || exit 1`,
      )
    }
    const runUntil = (fault: number) => {
      writeFileSync(said, '')
      writeFileSync(`${said}.fails`, String(fault))
      for (const folder of folders) rmSync(machine.path(folder), { recursive: true, force: true })
      const { status } = machine.run(block)
      return { status, lines: readFileSync(said, 'utf8').trim().split('\n') }
    }
    const whole = runUntil(0)
    expect(whole.status).toBe(0)
    expect(whole.lines.at(-1)).toBe(isFirst ? 'npm ci' : 'systemctl start showfield')
    for (let fault = 1; fault < whole.lines.length; fault++) {
      const { status, lines } = runUntil(fault)
      expect([status === 0, lines]).toEqual([false, whole.lines.slice(0, fault)])
    }
  })
})

describeOnBothEngines('an update, and the way back', (engine) => {
  const places: Awaited<ReturnType<typeof createPlace>>[] = []
  let stop = (): void => undefined
  afterEach(async () => {
    stop()
    for (const place of places.splice(0)) await place.remove()
  })

  it('keep what was there before, each under a name of its own @proof', { timeout: 300_000 }, async () => {
    const machine = makeMachine()
    const git = (folder: string, ...args: string[]): string =>
      execFileSync(
        'git',
        ['-C', folder, '-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args],
        {
          encoding: 'utf8',
        },
      )
    const [origin, srv] = [machine.path('origin'), machine.path('srv')]
    git(root, 'clone', '--quiet', '--no-hardlinks', root, origin)
    git(origin, 'checkout', '--quiet', '-B', 'main')
    git(root, 'clone', '--quiet', origin, srv)
    symlinkSync(join(root, 'node_modules'), join(srv, 'node_modules'))
    appendFileSync(join(srv, '.git/info/exclude'), 'node_modules\n')
    const port = await findFreePort()
    const makeSettings = async (): Promise<void> => {
      const url = engine === 'embedded' ? '' : await makeDatabase()
      const lines = [
        `DATA_DIR=${machine.path('lib')}`,
        'HOST=127.0.0.1',
        `PORT=${port}`,
        `DATABASE_URL=${url}`,
      ]
      writeFileSync(machine.path('env'), `${lines.join('\n')}\nORIGIN=https://shows.example.org\n`)
    }
    const makeDatabase = async (): Promise<string> => {
      const place = await createPlace('postgres', 'empty')
      places.push(place)
      return place.options.databaseUrl ?? ''
    }
    await makeSettings()
    const realNpm = execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()
    machine.put('npm', `if [ "$1" = ci ]; then exit 0; fi; exec ${realNpm} "$@"`)
    const pid = machine.path('pid')
    machine.put(
      'systemctl',
      `if [ "$1" = stop ]; then
        if [ -f ${pid} ]; then kill "$(cat ${pid})"; while kill -0 "$(cat ${pid})" 2>/dev/null; do sleep 0.1; done; rm ${pid}; fi
        exit 0
      fi
      set -a; . ${machine.path('env')}; set +a; cd ${srv}
      node_modules/.bin/node src/server/main.ts --app ${srv} > ${machine.path('log')} 2>&1 &
      echo $! > ${pid}
      for i in $(seq 600); do
        if node_modules/.bin/node -e "fetch('http://127.0.0.1:${port}/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"; then exit 0; fi
        kill -0 "$(cat ${pid})" 2>/dev/null || { cat ${machine.path('log')}; exit 1; }
      done
      exit 1`,
    )
    stop = () => void machine.run('systemctl stop showfield')
    const club = (...args: string[]): string => {
      const { status, output } = machine.run(
        `set -a; . /etc/showfield.env; set +a; cd /srv/showfield; npm run -s club -- ${args.join(' ')}`,
      )
      expect(status, output).toBe(0)
      return output
    }
    const folder = makeFolder()
    await putPictures(folder)
    const before = folder.write(makeClubFile(), 'before.json')
    const after = folder.write(
      { ...makeClubFile(), events: [], club: { ...makeClubFile().club, slug: 'after' } },
      'after.json',
    )
    expect(machine.run('systemctl start showfield')).toMatchObject({ status: 0 })
    club('import', before)
    const first = club('version')

    // a new version with a table of its own
    const manifest = join(origin, 'package.json')
    writeFileSync(
      manifest,
      readFileSync(manifest, 'utf8').replace(/"version": "[^"]+"/, '"version": "9.9.9"'),
    )
    writeFileSync(
      join(origin, 'src/server/db/migrations/9999-of-tomorrow.ts'),
      "import { type Kysely, sql } from 'kysely'\nexport async function up(db: Kysely<unknown>): Promise<void> {\n  await sql`create table of_tomorrow (id int)`.execute(db)\n}\n",
    )
    git(origin, 'add', '.')
    git(origin, 'commit', '--quiet', '-m', 'tomorrow')
    const update = findBlock("bash -e <<'UPDATE'")
    const updated = machine.run(update)
    expect(updated.status, updated.output).toBe(0)
    expect(club('version')).toMatch(/^Showfield +9\.9\.9\ncommit +[0-9a-f]{40}\ntables +9999-of-tomorrow\n/)
    club('import', after, '--yes')
    const [backup = ''] = readdirSync(machine.path('backups'))
    expect(backup).toMatch(/^before-update-2027-03-01-0915-[0-9a-f]{7,}\.backup$/)
    expect(updated.output).toContain(backup)

    const wayBack = findBlock("bash -e <<'BACK'").replace('before-update-DAY-TIME-COMMIT.backup', backup)
    if (engine === 'postgres') {
      // who has forgotten to name an empty database is told so before anything is changed
      const forgotten = machine.run(wayBack)
      expect([forgotten.status, forgotten.output]).toEqual([
        1,
        'DATABASE_URL must name an empty database. Nothing was changed.\n',
      ])
      expect(existsSync(pid)).toBe(true)
      await makeSettings()
    }
    machine.run('systemctl stop showfield')
    const back = machine.run(wayBack)
    expect(back.status, back.output).toBe(0)
    expect(back.output).toMatch(/This backup was made on \w+ \d+, \d{4}, .* by version \d/)
    expect(club('version')).toBe(first)
    expect(club('clubs')).toMatch(/^Club .*\nmarlow .*\n$/)
    expect(
      readdirSync(machine.path(''))
        .filter((name) => name.startsWith('lib'))
        .sort(),
    ).toEqual(['lib', 'lib.newer-2027-03-01-0915'])

    // in the same minute the name is taken: the block stops before anything is changed
    const again = machine.run(update)
    expect([again.status, again.output]).toEqual([1, expect.stringContaining(`There is already a file`)])
    expect(club('version')).toBe(first)
    expect(existsSync(join(srv, 'src/server/db/migrations/9999-of-tomorrow.ts'))).toBe(false)

    // the next update leads to the newer version again, and the backup before it is the older one's
    machine.put('date', 'echo 2027-03-01-0916')
    const next = machine.run(update)
    expect(next.status, next.output).toBe(0)
    expect(next.output.trim().split('\n').at(-1)).toMatch(
      new RegExp(`^The backup from before is .*-0916-${backup.split('-').at(-1)}$`),
    )
    expect(club('version')).toMatch(/^Showfield +9\.9\.9\n/)
  })
})
