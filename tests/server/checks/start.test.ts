// A start says in one sentence what it cannot go on with, and waits for a database that is on its way.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { checkDatabase } from '../../../src/server/checks/database.ts'
import { makeClubFile } from '../../support/clubs/clubFiles.ts'
import { createPlace, describeOnPostgres } from '../../support/database/database.ts'
import { runAs } from '../../support/database/postgres.ts'
import { makeTestFolder } from '../../support/database/testFolder.ts'
import { findFreePort } from '../../support/processes/freePort.ts'
import { type Ended, runProgram } from '../../support/processes/program.ts'

const root = join(import.meta.dirname, '..', '..', '..')

type Place = Awaited<ReturnType<typeof createPlace>>

/** A start that is to fail. */
async function refuse(env: Record<string, string>, options: { uid?: number } = {}): Promise<string> {
  const settings = { HOST: '127.0.0.1', PORT: String(await findFreePort()), ...env }
  const { code, output } = await runProgram('src/server/main.ts', ['--app', root], settings, options)
  expect(code, output).toBe(1)
  return output
}

/** A start that goes on: what it has said when this text has come. */
/** `onSaid` gets all that was said so far, each time that more comes. */
async function startUntil(
  text: string,
  env: Record<string, string>,
  onSaid?: (said: string) => void,
): Promise<string> {
  const child = spawn(process.execPath, [join(root, 'src/server/main.ts'), '--app', root], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(await findFreePort()), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const closed = once(child, 'close')
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (more: string) => {
    said += more
    onSaid?.(said)
  })
  try {
    await expect.poll(() => said, { timeout: 50_000, interval: 50 }).toContain(text)
  } finally {
    child.kill('SIGTERM')
    await closed
  }
  return said
}

describe('a start', () => {
  let place: Place
  let env: Record<string, string>
  beforeEach(async () => {
    place = await createPlace('embedded')
    env = { DATA_DIR: place.options.dataDir }
  })
  afterEach(() => place.remove())

  it('ends at a HOST that is none of this machine', async () => {
    expect(await refuse({ ...env, HOST: '203.0.113.7' })).toBe(
      'HOST 203.0.113.7 is no address of this machine (EADDRNOTAVAIL). Set it to 0.0.0.0 for all of them, or to 127.0.0.1 behind a proxy.\n',
    )
    expect(await refuse({ ...env, HOST: 'no-such-host.invalid' })).toMatch(
      /^HOST no-such-host\.invalid is no address of this machine \((?:ENOTFOUND|EAI_AGAIN)\)\. .*\n$/,
    )
  })

  it.runIf(process.getuid?.() === 0)('ends at a DATA_DIR that its user may not use', async () => {
    const closed = join(makeTestFolder(), 'closed')
    mkdirSync(closed, { mode: 0o700 })
    for (let folder = join(closed, '..'); folder !== '/'; folder = join(folder, '..'))
      chmodSync(folder, 0o755)
    const said = await refuse({ DATA_DIR: closed }, { uid: 65534 })
    expect(said).toMatch(
      /^This user \(uid 65534\) may not read and write DATA_DIR .*, which belongs to root\. .*\n$/,
    )
  })

  it.runIf(process.getuid?.() === 0)(
    'says that the disk is full, in the beginning and later',
    async (test) => {
      const disk = makeTestFolder()
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=60m,mode=700', 'tmpfs', disk])
      test.skip(mounted.status !== 0, 'nothing can be mounted here')
      onTestFinished(() => void spawnSync('umount', [disk]))
      const fill = (mb: number) =>
        spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'fill')}`, 'bs=1M', `count=${mb}`])
      const importing = (): Promise<Ended> => {
        const file = join(makeTestFolder({ 'club.json': JSON.stringify(makeClubFile()) }), 'club.json')
        return runProgram('src/server/club.ts', ['import', file], { DATA_DIR: disk })
      }
      const full = { code: 1, output: 'The disk of DATA_DIR is full. Make room on it, then start again.\n' }
      fill(45)
      expect(await importing()).toEqual(full)
      rmSync(join(disk, 'fill'))
      // its pictures are missing: the database is made before that is seen
      expect((await importing()).output).not.toContain('full')
      fill(60)
      expect(await importing()).toEqual(full)
    },
  )

  it('says which names are none of its settings, and goes on', async () => {
    const said = await startUntil('no club yet', {
      ...{ ...env, ORIGIN: 'https://a.example' },
      ORIGN: 'https://b.example',
      STRIPE_KEY: 'sk_live_secret',
    })
    expect(said).toContain('ORIGN is no setting of Showfield and is ignored. Is ORIGIN meant?')
    expect(said).toContain('STRIPE_KEY is no setting of Showfield and is ignored.')
    expect(said).not.toContain('secret')
  })

  it('ends at faults of the settings, and says misspelt names first, because they may be why', async () => {
    const said = await refuse({ ...env, HOST_DOMAIN: 'a.example', ORIGN: 'https://a.example', PORT: '70000' })
    expect(said).toBe(
      'ORIGN is no setting of Showfield and is ignored. Is ORIGIN meant? docs/server.md lists them.\nPORT must be a port between 0 and 65535.\nORIGIN is required when HOST_DOMAIN is set: it is the address in mails, codes and links.\n',
    )
  })

  it('says that mails wait for a dead mail server, that texts do, and that there is no TLS, and goes on', async () => {
    const said = await startUntil('text messages at', {
      SMS_URL: `http://127.0.0.1:${await findFreePort()}/send`,
      SMS_TOKEN: 'token',
      ...env,
      ORIGIN: 'http://shows.example.org',
      SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}`,
      MAIL_FROM: 'club@shows.example.org',
    })
    expect(said).toContain('ORIGIN http://shows.example.org is public and has no TLS')
    expect(said).toMatch(/The mail server 127\.0\.0\.1 cannot be reached \(\w+\)\. .* Mails wait meanwhile/)
  })
})

describeOnPostgres('a start with a database server', () => {
  let place: Place
  let env: Record<string, string>
  const offer = inject('postgres')
  const superuserUrl = 'superuserUrl' in offer ? offer.superuserUrl : ''
  const roles: string[] = []
  let proxy: Server | undefined
  beforeEach(async () => {
    place = await createPlace('postgres')
    env = { DATA_DIR: place.options.dataDir, DATABASE_URL: place.options.databaseUrl ?? '' }
  })
  afterEach(async () => {
    proxy?.close()
    await place.remove()
    for (const role of roles.splice(0)) await runAs(superuserUrl, `drop role ${role}`)
  })

  /** The address of the test's database for another role. */
  function addressOf(role: string, database = new URL(env.DATABASE_URL ?? '').pathname): string {
    const url = new URL(env.DATABASE_URL ?? '')
    url.username = role
    url.pathname = database
    return url.href
  }

  async function makeRole(options: string): Promise<string> {
    const role = `start_${process.pid}_${roles.length}`
    await runAs(superuserUrl, `create role ${role} login ${options}`)
    roles.push(role)
    return role
  }

  const give = (address: string) => ({ ...env, DATABASE_URL: address })
  const runClub = (address: string): Promise<Ended> =>
    runProgram('src/server/club.ts', ['clubs'], give(address))

  it('ends at a role without CREATEROLE, and so do commands', async () => {
    const role = await makeRole('nocreaterole')
    const sentence = `The role ${role} of DATABASE_URL may neither make roles nor become the role sf_app. As a superuser: alter role ${role} createrole; or, where sf_app is there: grant sf_app to ${role};\n`
    expect(await refuse(give(addressOf(role)))).toBe(sentence)
    expect(await runClub(addressOf(role))).toEqual({ code: 1, output: sentence })
    // and the doctor says it once, without the words of the database
    const { output } = await runProgram('src/server/doctor.ts', [], give(addressOf(role)))
    expect(output.match(/^fault .*$/gm)).toEqual([`fault    database: ${sentence.trim()}`])
  })

  it('ends at a role that may make no tables or passes row-level security', async () => {
    const plain = await makeRole('nocreaterole in role sf_app')
    expect(await refuse(give(addressOf(plain)))).toMatch(
      /^The role \w+ of DATABASE_URL may not make tables in the schema public\. .*\n$/,
    )
    const bypass = await makeRole('createrole bypassrls')
    expect(await refuse(give(addressOf(bypass)))).toMatch(
      /^The role \w+ of DATABASE_URL has bypassrls\. .*\n$/,
    )
  })

  it('ends at a database that is not there', async () => {
    expect(await refuse(give(addressOf('showfield', '/nothing')))).toBe(
      'The database of DATABASE_URL cannot be opened: database "nothing" does not exist. Look at its name in DATABASE_URL, or make it (docs/server.md, "Installing").\n',
    )
    expect(await startUntil('no club yet', { ...env, DEFAULT_TENANT: 'harbour' })).not.toContain(
      'DEFAULT_TENANT',
    )
  })

  it('says what to do about TLS that the database does not have, without lines of Node', async () => {
    const { code, output } = await runClub(`${addressOf('showfield')}?sslmode=require`)
    expect([code, output]).toEqual([
      1,
      'The database of DATABASE_URL cannot be opened: The server does not support SSL connections. Leave sslmode out of DATABASE_URL, or switch on its TLS.\n',
    ])
  })

  it('ends at tables of a newer version, and so do commands', async () => {
    const name = '9999-of-tomorrow'
    const client = new Client({ connectionString: env.DATABASE_URL })
    await client.connect()
    await client.query("insert into kysely_migration (name, timestamp) values ($1, '')", [name])
    await client.end()
    const sentence = `The tables of the database are of a newer version of Showfield (${name}): start that version, or go back to the backup from before the update (docs/server.md, "Going back").\n`
    expect(await refuse(env)).toBe(sentence)
    expect(await runClub(env.DATABASE_URL ?? '')).toEqual({ code: 1, output: sentence })
  })

  it("says that this machine's clock is not the database's, because other machines would do its work too", async () => {
    const ahead = join(root, 'tests/support/processes/aheadClock.ts')
    const said = await startUntil('NTP', {
      ...env,
      NODE_OPTIONS: `--import=${ahead}`,
      CLOCK_AHEAD_MS: '9000',
    })
    expect(said).toMatch(/This machine's clock is (?:8|9) seconds after the database's: .*done twice/)
  })

  it('waits for a database that does not answer yet, and a command says that it is away', async () => {
    const { port: real } = new URL(env.DATABASE_URL ?? '')
    const port = await findFreePort()
    const away = (env.DATABASE_URL ?? '').replace(`:${real}/`, `:${port}/`)
    const said = await runClub(away)
    expect([said.code, said.output]).toEqual([
      1,
      expect.stringMatching(
        /^The database of DATABASE_URL cannot be opened: connect ECONNREFUSED .*\. Look whether it runs, and at the host and the port in DATABASE_URL\.\n$/,
      ),
    ])
    const answer = (said: string): void => {
      if (!said.includes('Waiting for it')) return
      proxy ??= createServer((socket) => {
        const upstream = connect(Number(real), '127.0.0.1')
        for (const each of [socket, upstream]) each.on('error', () => undefined)
        socket.pipe(upstream).pipe(socket)
      }).listen(port, '127.0.0.1')
    }
    expect(await startUntil('There is no club yet', give(away), answer)).toMatch(
      /^The database of DATABASE_URL does not answer yet\. Waiting for it, at most 60 seconds …\n/,
    )
  })

  it('waits for no answer for ever: a command and the doctor say that a database hangs', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const hanging = give(`postgres://club:secret@127.0.0.1:${port}/club`)
    const [said, found] = await Promise.all([
      runProgram('src/server/club.ts', ['clubs'], hanging),
      runProgram('src/server/doctor.ts', [], hanging),
    ])
    silent.close()
    const sentence =
      /The database of DATABASE_URL cannot be opened: .*timeout.*\. Look whether it runs, and at the host and the port in DATABASE_URL\.\n/
    expect([said.code, said.output]).toEqual([1, expect.stringMatching(sentence)])
    expect([found.code, found.output]).toEqual([1, expect.stringMatching(sentence)])
    expect(said.output + found.output).not.toContain('secret')
  })

  it('gives up in one sentence, and at once where waiting cannot help', async () => {
    const address = `postgres://nobody:secret@127.0.0.1:${await findFreePort()}/none`
    const waits: string[] = []
    const begun = performance.now()
    const found = await checkDatabase({
      config: { databaseUrl: address },
      waitMs: 1200,
      onWait: (text) => void waits.push(text),
    })
    expect(performance.now() - begun).toBeGreaterThan(1100)
    expect(waits).toHaveLength(1)
    expect(found).toEqual([
      {
        level: 'fault',
        text: expect.stringMatching(
          /ECONNREFUSED.*\. Look whether it runs, and at the host and the port in DATABASE_URL\.$/,
        ),
      },
    ])
    expect(found[0]?.text).not.toContain('secret')
    const final = await checkDatabase({
      config: { databaseUrl: addressOf('showfield', '/nothing') },
      waitMs: 60_000,
      onWait: (text) => void waits.push(text),
    })
    expect([final[0]?.level, waits.length]).toEqual(['fault', 1])
  })
})
