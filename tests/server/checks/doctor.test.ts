// The doctor, run as people run it: beside a running server, with services that answer, refuse and are away.
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer as createWebServer, request as requestPlain } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestFindings } from '../../../src/server/checks/requestFindings.ts'
import { sendClubCommand } from '../../../src/server/officers/clubSocket.ts'
import { makeClubFile, makeFolder, putPictures } from '../../support/clubs/clubFiles.ts'
import { createPlace, describeOnPostgres } from '../../support/database/database.ts'
import { makeTestFolder } from '../../support/database/testFolder.ts'
import { type Certificate, hasOpenssl, makeCertificate } from '../../support/processes/certificate.ts'
import { findFreePort } from '../../support/processes/freePort.ts'
import { startSilentServer } from '../../support/processes/mailServer.ts'
import { type MainProcess, startMain } from '../../support/processes/mainProcess.ts'
import { runProgram } from '../../support/processes/program.ts'

const secrets = ['very-secret', 'right-password', 'wrong-password']

/** What it finds, by what it is about, and its exit code. */
async function examine(env: Record<string, string>, args: readonly string[] = [], uid?: number) {
  const { code, output } = await runProgram(
    'src/server/doctor.ts',
    args,
    env,
    uid === undefined ? {} : { uid },
  )
  for (const secret of secrets) expect(output).not.toContain(secret)
  expect(output).not.toContain('    at ')
  const lines = output.split('\n').flatMap((line) => {
    const [, level, about, text] = /^(good|warning|fault) +(\w+): (.*)$/.exec(line) ?? []
    return level === undefined ? [] : [{ level, about, text: text ?? '' }]
  })
  const find = (about: string) =>
    lines.filter((line) => line.about === about).map(({ level, text }) => `${level}: ${text}`)
  return { code, output, find }
}

async function startMailServer(options: SMTPServerOptions = {}): Promise<{ port: number; close(): void }> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    ...options,
    onAuth({ password }, _session, done) {
      if (password === 'right-password') done(null, { user: 'club' })
      else done(Object.assign(new Error('no'), { responseCode: 535 }))
    },
  })
  server.on('error', () => undefined)
  const port = await findFreePort()
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return { port, close: () => server.close() }
}

describe('the doctor beside a running server', () => {
  const folder = makeFolder()
  let place: Awaited<ReturnType<typeof createPlace>>
  let server: MainProcess
  let env: Record<string, string>
  const backups = join(folder.path, 'backups')

  beforeAll(async () => {
    await putPictures(folder)
    place = await createPlace('embedded')
    const { dataDir } = place.options
    expect(
      await runProgram('src/server/club.ts', ['import', folder.write(makeClubFile())], { DATA_DIR: dataDir }),
    ).toMatchObject({ code: 0 })
    server = await startMain({ DATA_DIR: dataDir, DATABASE_URL: '' })
    env = { DATA_DIR: dataDir, ORIGIN: `http://localhost:${server.port}` }
    mkdirSync(backups)
    expect((await runProgram('src/server/club.ts', ['backup', join(backups, 'a.backup')], env)).code).toBe(0)
  })
  afterAll(async () => {
    await server.stop()
    await place.remove()
  })

  it('finds all well', async () => {
    const { code, output, find } = await examine(env, ['--backups', backups])
    expect([code, output]).toEqual([0, expect.stringMatching(/\nAll is well\.\n$/)])
    expect(find('clubs')).toEqual(['good: There is one club: marlow.'])
    expect(find('files')).toEqual([
      expect.stringMatching(/^good: All \d\d pictures and files that clubs name/),
    ])
    expect(find('address')).toEqual([
      `good: http://localhost:${server.port} leads to a server that is ready.`,
    ])
    expect(find('backup')).toEqual([expect.stringMatching(/^good: The newest backup is of \d{4}-\d\d-\d\d/)])
    expect(find('clock')).toEqual(["good: This machine's clock agrees with the proxy."])
  })

  it('stands beside figures of both threads', async () => {
    const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
    for (const line of ['showfield_clubs 1', 'showfield_database_transactions_most 1']) {
      expect(text.split('\n')).toContain(line)
    }
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds [\d.e-]+$/m)
    expect(text).toMatch(/^showfield_engine_event_loop_lag_seconds\{quantile="0\.99"\} [\d.e-]+$/m)
    // Prometheus refuses a name that is described twice
    const names = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('names lost pictures, an old backup, an unknown club, and says 1', async () => {
    const { dataDir } = place.options
    const elsewhere = makeTestFolder()
    const kinds = ['pictures', 'files']
    for (const kind of kinds) renameSync(join(dataDir, kind), join(elsewhere, kind))
    const { code, find } = await examine(env, ['--backups', join(folder.path, 'none')])
    const found = await requestFindings((args, print) => sendClubCommand(dataDir, args, print), 'place')
    expect(found?.place).toEqual([
      { level: 'warning', text: expect.stringMatching(/^None of \d+ pictures and files .* is in DATA_DIR/) },
    ])
    for (const kind of kinds) renameSync(join(elsewhere, kind), join(dataDir, kind))
    expect(code).toBe(1)
    expect(find('files')).toEqual([
      expect.stringMatching(/^fault: \d+ of \d+ pictures and files .* are missing in DATA_DIR/),
    ])
    expect(find('backup')).toEqual([expect.stringMatching(/^fault: There is no folder of backups /)])
    const empty = join(folder.path, 'empty')
    mkdirSync(empty)
    if (process.getuid?.() === 0) {
      const closed = await examine({ DATA_DIR: makeTestFolder() }, ['--backups', '/etc'], 65534)
      expect(closed.find('backup')).toEqual([
        'fault: This user (uid 65534) may not read and write the folder of backups /etc, which belongs to root. Give it to the user who makes the backups.',
      ])
    }
    expect((await examine(env, ['--backups', empty])).find('backup')).toEqual([
      expect.stringMatching(/^fault: There is no backup in/),
    ])
    writeFileSync(join(backups, 'b.backup'), 'cut')
    const damaged = await examine(env, ['--backups', backups])
    rmSync(join(backups, 'b.backup'))
    expect(damaged.find('backup')).toEqual([
      expect.stringMatching(/^fault: The newest backup cannot be read: .*b\.backup/),
    ])
  })

  it('connects to the mail server and signs in, without a mail', async () => {
    const mail = await startMailServer()
    const silent = await startSilentServer()
    const mails = (address: string) => ({ ...env, SMTP_URL: address, MAIL_FROM: 'Club <club@mail.example>' })
    const found = await Promise.all(
      [
        `smtp://club:right-password@127.0.0.1:${mail.port}`,
        `smtp://club:wrong-password@127.0.0.1:${mail.port}`,
        `smtp://club:very-secret@127.0.0.1:${await findFreePort()}`,
        silent.url,
      ].map(async (address) => (await examine(mails(address))).find('mail')),
    )
    mail.close()
    silent.close()
    expect(found).toEqual([
      ['good: 127.0.0.1 takes mails from club@mail.example, and our sign-in.'],
      [expect.stringMatching(/^warning: The mail server 127\.0\.0\.1 refuses our sign-in \(535\)/)],
      [
        expect.stringMatching(
          /^warning: The mail server 127\.0\.0\.1 cannot be reached \(ECONNREFUSED\)\. Look at the host and the port/,
        ),
      ],
      [expect.stringMatching(/^warning: The mail server 127\.0\.0\.1 cannot be reached \(ETIMEDOUT\)/)],
    ])
  }, 60_000)

  it('says that the server offers no sign-in, so that ours is not used', async () => {
    const mail = await startMailServer({ disabledCommands: ['STARTTLS', 'AUTH'], authOptional: true })
    const address = `smtp://club:very-secret@127.0.0.1:${mail.port}`
    const { find } = await examine({ ...env, SMTP_URL: address, MAIL_FROM: 'club@mail.example' })
    mail.close()
    expect(find('mail')).toEqual([
      'good: 127.0.0.1 takes mails from club@mail.example, and offers no sign-in: the user in SMTP_URL is not used.',
    ])
  })

  if (!hasOpenssl) it.skip('tells TLS from none (skipped: there is no openssl)', () => undefined)
  else {
    it('says of a mail server that its certificate is not trusted, or that TLS begins elsewhere', async () => {
      const { key, cert, path } = makeCertificate(makeTestFolder(), 'mail', 9)
      const starting = await startMailServer({ key, cert, disabledCommands: [], authOptional: true })
      const from = await startMailServer({ key, cert, secure: true, authOptional: true })
      const plain = await startMailServer({ authOptional: true })
      const look = async (address: string, more = {}): Promise<string | undefined> => {
        const mails = { ...env, SMTP_URL: address, MAIL_FROM: 'club@mail.example', ...more }
        return (await examine(mails)).find('mail')[0]
      }
      const untrusted =
        /^warning: The mail server localhost has a certificate that is not trusted here \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. Put .*NODE_EXTRA_CA_CERTS.*ignoreTLS=true/
      const good = /^good: localhost takes mails/
      const found = await Promise.all([
        look(`smtp://localhost:${starting.port}`),
        look(`smtp://localhost:${starting.port}`, { NODE_EXTRA_CA_CERTS: path }),
        look(`smtp://localhost:${starting.port}?ignoreTLS=true`),
        look(`smtps://localhost:${from.port}`),
        look(`smtps://localhost:${plain.port}`),
        look(`smtp://localhost:${from.port}`),
      ])
      for (const each of [starting, from, plain]) each.close()
      expect(found).toEqual([
        expect.stringMatching(untrusted),
        expect.stringMatching(good),
        expect.stringMatching(good),
        expect.stringMatching(untrusted),
        expect.stringMatching(
          /^warning: .* does not begin with TLS on this port .*smtp:\/\/ in place of smtps/,
        ),
        expect.stringMatching(/^warning: .* says nothing: .*write smtps:\/\//),
      ])
    }, 60_000)
  }

  it('asks the service for text messages, and posts nothing', async () => {
    const methods: (string | undefined)[] = []
    const service = createWebServer(({ method }, response) => {
      methods.push(method)
      response.writeHead(405, { date: new Date(Date.now() - 120_000).toUTCString() }).end()
    }).listen(0, '127.0.0.1')
    await once(service, 'listening')
    const { port } = service.address() as AddressInfo
    const texts = { ...env, SMS_URL: `http://127.0.0.1:${port}/send`, SMS_TOKEN: 'very-secret' }
    const asked = await examine(texts)
    service.close()
    expect(asked.find('texts')).toEqual([
      expect.stringMatching(/^good: The service for text messages at 127\.0\.0\.1:/),
    ])
    expect(methods).toEqual(['OPTIONS'])
    expect([asked.code, asked.find('clock')]).toEqual([
      1,
      [expect.stringMatching(/^fault: This machine's clock is 1\d\d seconds after the text service/)],
    ])
    expect((await examine(texts)).find('texts')).toEqual([
      expect.stringMatching(/^fault: .*cannot be reached/),
    ])
  })

  if (!hasOpenssl) it.skip('reads the certificate of ORIGIN (skipped: there is no openssl)', () => undefined)
  else {
    it('reads the certificate of ORIGIN, as a browser does', async () => {
      const certificates = makeTestFolder()
      const long = makeCertificate(certificates, 'long', 90)
      const short = makeCertificate(certificates, 'short', 5)
      const look = async ({ key, cert, path }: Certificate, isTrusted = true) => {
        const proxy = createServer({ key, cert }, ({ url, method, headers }, response) => {
          const options = {
            port: server.port,
            path: url,
            method,
            headers: { ...headers, host: `localhost:${server.port}` },
          }
          requestPlain(options, (answer) => {
            response.writeHead(answer.statusCode ?? 500, answer.headers)
            answer.pipe(response)
          }).end()
        }).listen(0, 'localhost')
        await once(proxy, 'listening')
        const { port } = proxy.address() as AddressInfo
        const https = { ...env, ORIGIN: `https://localhost:${port}` }
        const { code, find } = await examine({
          ...https,
          ...(isTrusted ? { NODE_EXTRA_CA_CERTS: path } : {}),
        })
        proxy.close()
        proxy.closeAllConnections()
        return [code, find('address')]
      }
      expect(await look(long)).toEqual([
        0,
        [
          expect.stringMatching(/^good: The certificate of localhost is good until \d{4}-\d\d-\d\d\.$/),
          expect.stringMatching(/^good: https:\/\/localhost:\d+ leads to a server that is ready\.$/),
        ],
      ])
      expect(await look(short)).toMatchObject([
        0,
        [expect.stringMatching(/^good: The certificate of localhost is good until /), expect.any(String)],
      ])
      expect(await look(long, false)).toEqual([
        1,
        [
          expect.stringMatching(
            /^fault: Browsers do not trust the certificate of localhost \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
          ),
        ],
      ])
    })
  }
})

describe('the doctor where no server runs', () => {
  it('opens the data by itself, changes nothing, and says when it is in use', async () => {
    const place = await createPlace('embedded')
    const { dataDir } = place.options
    const before = readdirSync(dataDir).sort()
    const { code, find } = await examine({ DATA_DIR: dataDir })
    expect([code, find('tables')[0]]).toEqual([
      0,
      expect.stringMatching(/^good: The tables are of this version/),
    ])
    expect(find('clubs')).toEqual([expect.stringMatching(/^warning: There is no club yet/)])
    expect(
      readdirSync(dataDir)
        .filter((name) => name !== 'lock.db')
        .sort(),
    ).toEqual(before)
    await place.remove()
  })

  it('says what is wrong with the data folder', async () => {
    const place = mkdtempSync(join(tmpdir(), 'doctor-'))
    const missing = await examine({ DATA_DIR: join(place, 'none', 'data') })
    expect(missing.find('data')).toEqual([
      expect.stringMatching(/^warning: There is no folder .*npm start makes it/),
    ])
    writeFileSync(join(place, 'file'), '')
    expect((await examine({ DATA_DIR: join(place, 'file') })).find('data')).toEqual([
      expect.stringMatching(/^fault: DATA_DIR .*file is a file/),
    ])
    mkdirSync(join(place, 'open'), { mode: 0o755 })
    expect((await examine({ DATA_DIR: join(place, 'open') })).find('data')).toEqual([
      expect.stringMatching(/^warning: DATA_DIR .* can be opened by others on this machine\. chmod 700/),
    ])
    if (process.getuid?.() === 0) {
      chmodSync(place, 0o755)
      const closed = join(place, 'closed')
      mkdirSync(closed, { mode: 0o700 })
      const stranger = await examine({ DATA_DIR: closed }, [], 65534)
      expect([stranger.code, stranger.find('data')]).toEqual([
        1,
        [
          expect.stringMatching(
            /^fault: This user \(uid 65534\) may not read and write DATA_DIR .*belongs to root/,
          ),
        ],
      ])
      chownSync(closed, 65534, 65534)
      chmodSync(closed, 0o500)
      expect((await examine({ DATA_DIR: closed }, [], 65534)).find('data')).toEqual([
        `fault: DATA_DIR ${closed} belongs to this user (uid 65534), who may not read and write it. chmod u+rwx ${closed} allows it; if its disk can only be read, mount it to be written.`,
      ])
    }
    rmSync(place, { recursive: true })
  })

  it('says what is wrong with the settings, and shows none of them', async () => {
    const { code, output } = await examine({ DATABASE_URL: 'postgres://club:very/secret@db/club' })
    expect([code, output]).toEqual([
      1,
      'fault    settings: DATABASE_URL has a / ? or # in its user or password: write / as %2F, ? as %3F, # as %23, @ as %40 and % as %25.\n',
    ])
  })
})

describeOnPostgres('the doctor with a database server', () => {
  it('asks it about its role and its tables', async () => {
    const place = await createPlace('postgres')
    const { dataDir, databaseUrl = '' } = place.options
    const { code, output, find } = await examine({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
    expect(code, output).toBe(0)
    expect(find('database')).toEqual([
      expect.stringMatching(
        /^good: PostgreSQL \d\d\.\d+ answers, and its role showfield may do what is needed\.$/,
      ),
    ])
    expect(find('tables')).toEqual([expect.stringMatching(/^good: The tables are of this version/)])
    expect(find('clock')).toEqual(["good: This machine's clock agrees with the database's."])
    await place.remove()
  })

  it('says in one sentence that it is away', async () => {
    const address = `postgres://club:very-secret@127.0.0.1:${await findFreePort()}/club`
    const { code, find } = await examine({ DATA_DIR: makeTestFolder(), DATABASE_URL: address })
    expect([code, find('database')]).toEqual([
      1,
      [expect.stringMatching(/^fault: The database of DATABASE_URL cannot be opened: .*ECONNREFUSED/)],
    ])
  })
})
