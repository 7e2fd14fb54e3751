// Mails and notifications over two processes that share a database alone: each is sent once, and where one of the two is
// killed in the middle, what was on its way may come twice and nothing is missing (rules/security 6.6).
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { reminderLeadMs } from '../../../src/domain/schedule.ts'
import { minuteMs } from '../../../src/domain/time.ts'
import { announce } from '../../../src/server/alerts/announce.ts'
import { signinLetters } from '../../../src/server/areas/signin/letters.ts'
import { alertBatchSizes, alertLanes, jobLimits } from '../../../src/server/limits/jobs.ts'
import { getPushKeys } from '../../../src/server/providers/push.ts'
import { addMail } from '../../../src/server/queue/queue.ts'
import { type PushServer, startPushServer, type TestDevice } from '../../support/alerts/pushServer.ts'
import { type SeededClub, seedClubs } from '../../support/clubs/clubs.ts'
import { describeOnPostgres, openTestDatabase, type TestDatabase } from '../../support/database/database.ts'
import { makeTestFolder } from '../../support/database/testFolder.ts'
import { sendRequest } from '../../support/database/world.ts'
import { worldStart } from '../../support/database/worldStart.ts'
import { type MailServer, startMailServer } from '../../support/processes/mailServer.ts'
import { type ServerProcess, startServerProcess } from '../../support/processes/serverProcess.ts'

const mailCount = 30
const deviceCount = 200
/** Longer than every lease of what is sent. */
const laterMs = 3 * minuteMs

describeOnPostgres('two processes that send', () => {
  let pushes: PushServer
  let mails: MailServer
  let database: TestDatabase
  let club: SeededClub
  let now = worldStart
  const running: ServerProcess[] = []
  beforeAll(async () => {
    pushes = await startPushServer()
    mails = await startMailServer()
  })
  afterAll(async () => {
    await pushes.close()
    await mails.close()
  })
  beforeEach(async () => {
    now = worldStart
    pushes.reset()
    mails.received.length = 0
    mails.silentAfterData = 0
    database = await openTestDatabase('postgres')
    club = (await seedClubs(database, now)).a
    // both must have the same
    await getPushKeys({ database })
    await database.inTenant(club.id, (tx) => tx.deleteFrom('member_settings').execute())
  })
  afterEach(async () => {
    for (const each of running.splice(0)) await each.stop()
    await database.dispose()
  })

  async function start(): Promise<ServerProcess> {
    const { databaseUrl } = database.options
    const env = { SMTP_URL: mails.url, MAIL_FROM: 'club@harbor.example', ORIGIN: 'https://harbor.example' }
    const started = await startServerProcess({
      ...{ databaseUrl, dataDir: makeTestFolder(), now, env, pushPort: pushes.port },
    })
    running.push(started)
    return started
  }
  const kill = async (one: ServerProcess): Promise<void> => {
    running.splice(running.indexOf(one), 1)
    await one.kill()
  }
  async function goOn(...processes: readonly ServerProcess[]): Promise<void> {
    for (let turn = 0; turn < 3; turn += 1) {
      now += laterMs
      for (const one of processes) one.setNow(now)
      await Promise.all(processes.map((one) => one.runDue()))
    }
  }
  const queueMails = () =>
    database.inTenant(club.id, async (tx) => {
      for (let place = 0; place < mailCount; place += 1) {
        const message = { kind: 'password-set', isFirst: true, undoId: null } as const
        await addMail(tx, signinLetters, { to: `m${place}@two.example`, language: 'en', message })
      }
    })
  /** How often each mail or message came: so many times, to so many. */
  const countTimes = (targets: readonly string[]): Record<string, number> =>
    Object.fromEntries(
      [...Map.groupBy(Map.groupBy(targets, String).values(), ({ length }) => length)].map(([times, same]) => [
        times,
        same.length,
      ]),
    )
  const mailTimes = () => countTimes(mails.received.map(({ to }) => to.join()))
  const pushTimes = () => countTimes(pushes.received.map(({ endpoint }) => endpoint))

  async function tellAll(): Promise<void> {
    await database.inTenant(club.id, async (tx) => {
      const devices = Array.from({ length: deviceCount }, () => pushes.makeDevice())
      const members = await tx
        .insertInto('member')
        .values(
          devices.map((_, index) => ({
            ...{ email: `d${index}@two.example`, email_folded: `d${index}@two.example` },
            ...{ fname: 'D', lname: `Number ${index}`, expires_on: '2027-06-12' },
          })),
        )
        .returning('id')
        .execute()
      const subscriptions = members.map(({ id }, index) => {
        const { endpoint, keys } = devices[index] as TestDevice
        return { endpoint, ...keys, member_id: id }
      })
      await tx.insertInto('push_subscription').values(subscriptions).execute()
      const file = await tx
        .insertInto('media_file')
        .values({ name: 'Minutes', content_type: 'application/pdf', hash: 'x', bytes: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      await announce(tx, { kind: 'file', ids: [file.id], at: new Date(now) })
    })
    now += laterMs
  }

  it('send each mail once @proof', async () => {
    const both = await Promise.all([start(), start()])
    await queueMails()
    await Promise.all(both.map((one) => one.runDue()))
    await goOn(...both)
    expect(mailTimes()).toEqual({ 1: mailCount })
  }, 120_000)

  it('send a mail twice only where the one that had sent it was killed before it noted it @proof', async () => {
    const first = await start()
    mails.silentAfterData = jobLimits.mail.atOnce
    await queueMails()
    const dying = first.runDue()
    await expect
      .poll(() => mails.received.length, { timeout: 30_000, interval: 5 })
      .toBe(jobLimits.mail.atOnce)
    const second = await start()
    await second.runDue()
    // those that the first has on their way are left to it
    expect(mailTimes()).toEqual({ 1: mailCount })
    await kill(first)
    await dying
    await goOn(second)
    expect(mailTimes()).toEqual({ 1: mailCount - jobLimits.mail.atOnce, 2: jobLimits.mail.atOnce })
    const jobs = await database.inTenant(club.id, (tx) =>
      tx.selectFrom('job').where('kind', '=', 'mail').select(['state']).execute(),
    )
    expect(new Set(jobs.map(({ state }) => state))).toEqual(new Set(['done']))
  }, 120_000)

  it('send each notification once @proof', async () => {
    await tellAll()
    const both = await Promise.all([start(), start()])
    await Promise.all(both.map((one) => one.runDue()))
    await goOn(...both)
    expect(pushTimes()).toEqual({ 1: deviceCount })
  }, 120_000)

  it('send a notification twice only where it was on its way when the one that sent it was killed @proof', async () => {
    await tellAll()
    const first = await start()
    const dying = first.runDue()
    await expect
      .poll(() => pushes.received.length, { timeout: 30_000, interval: 2 })
      .toBeGreaterThan(deviceCount / 4)
    await kill(first)
    await dying
    const second = await start()
    await second.runDue()
    await goOn(second)
    const { 1: once = 0, 2: twice = 0, ...more } = pushTimes()
    expect([once + twice, more]).toEqual([deviceCount, {}])
    expect(twice).toBeLessThanOrEqual(alertLanes.push * alertBatchSizes.push)
    const deliveries = await database.inTenant(club.id, (tx) =>
      tx.selectFrom('alert_delivery').where('way', '=', 'push').select(['state', 'lost']).execute(),
    )
    expect(deliveries.filter(({ state }) => state !== 'sent' && state !== 'unknown')).toEqual([])
    // who may have got it twice is counted
    expect(deliveries.filter(({ lost }) => lost > 0).length).toBeGreaterThanOrEqual(twice)
  }, 120_000)

  it('remind of what begins soon when the one that had begun to is killed @proof', async () => {
    const day = '2026-06-13'
    const startsAt = Date.parse(`${day}T13:30:00Z`)
    now = startsAt - reminderLeadMs - 5 * minuteMs
    const entries = [{ id: 'parade', startTime: '09:30', endTime: '', label: 'The parade', place: '' }]
    await database.inTenant(club.id, (tx) =>
      tx
        .updateTable('event')
        .set({ schedule: JSON.stringify([{ date: day, entries }]), start_on: day, end_on: day })
        .where('id', '=', club.show.id)
        .execute(),
    )
    const [first, second] = await Promise.all([start(), start()])
    const devices = Array.from({ length: 6 }, () => pushes.makeDevice())
    for (const [place, device] of devices.entries()) {
      const { text } = await sendRequest(place % 2 === 0 ? first.port : second.port, '/dart/core', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.1.1.${place}` },
        body: JSON.stringify({
          ...{ action: 'webpush_subscribe', tenantId: club.id, key: randomUUID() },
          ...{ ...device, eventId: club.show.id, favourites: ['parade'] },
        }),
      })
      expect(JSON.parse(text)).toMatchObject({ success: true })
    }
    // the first takes it, and hears nothing from the service
    pushes.answer(() => 'silent')
    now = startsAt - reminderLeadMs
    first.setNow(now)
    const dying = first.runDue()
    await expect.poll(() => pushes.received.length, { timeout: 30_000, interval: 2 }).toBe(devices.length)
    await kill(first)
    await dying
    pushes.answer(() => ({ status: 201 }))
    now += laterMs
    second.setNow(now)
    await second.runDue()
    expect(pushTimes()).toEqual({ 2: devices.length })
    expect(new Set(pushes.received.map(({ notice }) => notice.tag))).toEqual(new Set(['reminder-parade']))
    await goOn(second)
    expect(pushTimes()).toEqual({ 2: devices.length })
  }, 120_000)
})
