// A process that stands still keeps nobody waiting for long, and undoes nothing when it goes on: what it had locked is free
// after a few seconds, and what it had begun to send or to remove is left to whoever has done it since.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { tokenHeader } from '../../../src/contract/caller.ts'
import { minuteMs, secondMs } from '../../../src/domain/time.ts'
import { signinLetters } from '../../../src/server/areas/signin/letters.ts'
import { isDatabaseAway } from '../../../src/server/db/away.ts'
import { allowLongPauses } from '../../../src/server/db/clubRows.ts'
import { jobLimits, recurringLimits } from '../../../src/server/limits/jobs.ts'
import { longestIdleTransactionMs } from '../../../src/server/limits/machine.ts'
import { unendedRemovalMs } from '../../../src/server/limits/times.ts'
import { addMail } from '../../../src/server/queue/queue.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { photo } from '../../support/corpora/hostilePictures.ts'
import { describeOnPostgres } from '../../support/database/database.ts'
import { countLockWaits } from '../../support/database/lockWaits.ts'
import { makeTestFolder } from '../../support/database/testFolder.ts'
import { sendRequest } from '../../support/database/world.ts'
import { type MailServer, startMailServer } from '../../support/processes/mailServer.ts'
import { type ServerProcess, startServerProcess } from '../../support/processes/serverProcess.ts'
import { setUpStorageSandbox, toStorageEnvironment } from '../../support/storage/sandboxStorage.ts'

const storage = setUpStorageSandbox()

describeOnPostgres('of two processes, one that stands still', () => {
  let mails: MailServer
  const toEnvironment = () => ({
    ...toStorageEnvironment(storage.get()),
    ...{ SMTP_URL: mails.url, MAIL_FROM: 'club@harbor.example', ORIGIN: 'https://harbor.example' },
  })
  beforeAll(async () => {
    mails = await startMailServer()
  })
  const world = setUpClubWorld('postgres', { env: toEnvironment })
  const { a } = world.clubs
  let other: ServerProcess
  let token = ''
  beforeAll(async () => {
    other = await startServerProcess({
      databaseUrl: world.database.options.databaseUrl,
      dataDir: makeTestFolder(),
      now: world.now(),
      env: toEnvironment(),
    })
  })
  beforeEach(async () => {
    token = await world.signIn(a, 'member')
  })
  afterEach(() => storage.get().misbehave())
  afterAll(async () => {
    other.goOn()
    await other.stop()
    await mails.close()
  })

  const post = async (port: number, input: object) => {
    const { text } = await sendRequest(port, '/dart/core', {
      method: 'POST',
      headers: { 'content-type': 'application/json', [tokenHeader]: token },
      body: JSON.stringify({ tenantId: a.id, key: randomUUID(), ...input }),
    })
    return JSON.parse(text) as Record<string, unknown>
  }
  const passForBoth = (ms: number): void => {
    world.pass(ms)
    other.setNow(world.now())
  }

  /** Keeps everybody from a table until it is told to let them in. */
  async function shut(table: string, mode: 'exclusive' | 'access exclusive'): Promise<() => Promise<void>> {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const { promise: isShut, resolve: tellShut } = Promise.withResolvers<void>()
    const holding = world.database.withoutClub(async (tx) => {
      await allowLongPauses(tx)
      await sql.raw(`lock table ${table} in ${mode} mode`).execute(tx)
      tellShut()
      await opened
    })
    await Promise.race([isShut, holding])
    return () => {
      open()
      return holding
    }
  }
  const untilOneWaits = () =>
    expect.poll(() => countLockWaits(world.database), { timeout: 30_000, interval: 5 }).toBe(1)

  it('loses its locks after seconds, by a setting of each of our connections', async () => {
    const { rows } = await world.database.withoutClub((tx) =>
      sql<{ ms: number }>`select setting::int as ms from pg_settings
        where name = 'idle_in_transaction_session_timeout'`.execute(tx),
    )
    expect(rows).toEqual([{ ms: longestIdleTransactionMs }])
    // what has happened already is stored again then, and not done again
    const { promise: pid, resolve: tellPid } = Promise.withResolvers<number>()
    const { promise: isGone, resolve: tellGone } = Promise.withResolvers<void>()
    const working = world.database.withoutClub(async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = 20`.execute(tx)
      const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      tellPid(own[0]?.pid ?? 0)
      await isGone
      await sql`select 1`.execute(tx)
    })
    const fault = working.then(
      () => undefined,
      (error: unknown) => error,
    )
    const own = await pid
    const isThere = async () => {
      const { rows: found } = await world.database.withoutClub((tx) =>
        sql`select from pg_stat_activity where pid = ${own}`.execute(tx),
      )
      return found.length > 0
    }
    await expect.poll(isThere, { interval: 5 }).toBe(false)
    tellGone()
    expect(isDatabaseAway(await fault)).toBe(true)
  })

  it('inside of a transaction keeps others waiting for these seconds, then says "unavailable" and works on @proof', async () => {
    const written = { action: 'create_post', message: 'Written while it stood still', key: randomUUID() }
    const open = await shut('post', 'exclusive')
    const lost = post(other.port, written)
    await untilOneWaits()
    other.standStill()
    await open()
    // it has locked its member and can say nothing more
    const startedAt = performance.now()
    const others = await Promise.all(
      Array.from({ length: 5 }, (_, place) =>
        post(world.port, { action: 'create_post', message: `Meanwhile ${place}` }),
      ),
    )
    const waitedMs = performance.now() - startedAt
    expect(others.map(({ success }) => success)).toEqual(others.map(() => true))
    expect(waitedMs).toBeGreaterThan(longestIdleTransactionMs / 2)
    expect(waitedMs).toBeLessThan(longestIdleTransactionMs + 5 * secondMs)
    other.goOn()
    expect(await lost).toMatchObject({ code: 'unavailable' })
    for (const port of [other.port, world.port])
      expect(await post(port, written)).toMatchObject({ success: true })
    expect(await world.countRows(a, 'post', { message: written.message })).toBe(1)
  }, 120_000)

  it('before it sends a mail leaves it to the other', async () => {
    // nothing else is due
    await other.runDue()
    const to = 'still@two.example'
    const message = { kind: 'password-set', isFirst: true, undoId: null } as const
    await world.inClub(a, (tx) => addMail(tx, signinLetters, { to, language: 'en', message }))
    const open = await shut('club', 'access exclusive')
    const working = other.runDue()
    await untilOneWaits()
    passForBoth(jobLimits.mail.leaseMs)
    await open()
    await working
    const countMails = () => mails.received.filter((mail) => mail.to.includes(to)).length
    expect(countMails()).toBe(0)
    passForBoth(minuteMs)
    await Promise.all([world.engine.runDue(), other.runDue()])
    expect(countMails()).toBe(1)
  })

  it('removes nothing that another has removed since, and that is stored again', async () => {
    const drawn = await Promise.all(
      [30, 31, 32].map(async (height) => ({
        imageData: `data:image/png;base64,${(await photo(90, height)).toString('base64')}`,
      })),
    )
    const listKeys = () =>
      [...storage.get().bucket.objects.keys()].filter((key) => key.startsWith('pictures/member/'))
    /** By key, the call that shows it. */
    const calls = new Map<string, object>()
    for (const image of drawn) {
      const call = { action: 'create_member_ride', make: 'Nash', images: [image] }
      const { id } = await post(world.port, call)
      const key = listKeys().find((one) => !calls.has(one))
      calls.set(key ?? '', call)
      await post(world.port, { action: 'delete_member_ride', id })
    }
    // it asks the storage to remove the first, and hears nothing
    const asked: string[] = []
    storage.get().misbehave(({ method, key }) => {
      if (method !== 'DELETE') return undefined
      asked.push(key)
      return asked.length === 1 ? 'stall' : undefined
    })
    passForBoth(5 * recurringLimits.removeUnusedPictures.everyMs)
    token = await world.signIn(a, 'member')
    const removing = other.runDue()
    await expect.poll(() => asked.length, { timeout: 30_000, interval: 5 }).toBe(1)
    // the other ends what was begun, and its members send the same again
    world.pass(unendedRemovalMs + minuteMs)
    await world.engine.runDue()
    expect(listKeys()).toEqual([])
    const [first = ''] = asked
    const others = [...calls].filter(([key]) => key !== first)
    for (const [, call] of others) expect(await post(world.port, call)).toMatchObject({ success: true })
    storage.get().misbehave()
    await removing
    expect(listKeys().sort()).toEqual(others.map(([key]) => key).sort())
    expect(await world.countRows(null, 'stored_object', { removing_at: null })).toBe(others.length)
  })
})
