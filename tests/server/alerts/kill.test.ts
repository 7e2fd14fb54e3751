// The process that sends is killed in the middle, again and again: nobody misses a message or gets it three times.

import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { announce } from '../../../src/server/alerts/announce.ts'
import { createAlertJob } from '../../../src/server/alerts/jobs.ts'
import { alerts as told } from '../../../src/server/assembly/alerts.ts'
import { sendMail } from '../../../src/server/assembly/mailJob.ts'
import { openDatabase } from '../../../src/server/db/open.ts'
import { alertBatchSizes, alertLanes } from '../../../src/server/limits/jobs.ts'
import { parseConfig } from '../../../src/server/process/config.ts'
import { createLog } from '../../../src/server/process/log.ts'
import { getPushKeys } from '../../../src/server/providers/push.ts'
import { openPushSender } from '../../../src/server/providers/pushSend.ts'
import { createRunner } from '../../../src/server/queue/runner.ts'
import { startAlertProcess } from '../../support/alerts/alertProcess.ts'
import { type PushServer, startPushServer } from '../../support/alerts/pushServer.ts'
import { seedClubs } from '../../support/clubs/clubs.ts'
import { describeRaces, isEachOnBoth, openTestDatabase } from '../../support/database/database.ts'
import { type MailServer, startMailServer } from '../../support/processes/mailServer.ts'

const deviceCount = 300
const mailCount = 30
// `npm run proof` kills more often
const kills = isEachOnBoth ? 4 : 2
const start = Date.parse('2026-06-12T16:00:00Z')

describeRaces('a sender that is killed', (engine) => {
  let pushes: PushServer
  let mails: MailServer
  beforeAll(async () => {
    pushes = await startPushServer()
    mails = await startMailServer()
  })
  afterAll(async () => {
    await pushes.close()
    await mails.close()
  })

  it('leaves nothing undone, and counts what was perhaps delivered twice', async () => {
    const prepared = await openTestDatabase(engine)
    const { a: club } = await seedClubs(prepared, start)
    await getPushKeys({ database: prepared })
    await prepared.inTenant(club.id, async (tx) => {
      await tx.deleteFrom('member_settings').execute()
      const people = await tx
        .insertInto('member')
        .values(
          Array.from({ length: deviceCount + mailCount }, (_, index) => ({
            email: `m${index}@kill.example`,
            email_folded: `m${index}@kill.example`,
            fname: 'M',
            lname: `Number ${index}`,
            expires_on: '2027-06-12',
          })),
        )
        .returning('id')
        .execute()
      await tx
        .insertInto('push_subscription')
        .values(
          people.slice(0, deviceCount).map(({ id }) => {
            const { endpoint, keys } = pushes.makeDevice()
            return { endpoint, ...keys, member_id: id }
          }),
        )
        .execute()
      const file = await tx
        .insertInto('media_file')
        .values({ name: 'Minutes', content_type: 'application/pdf', hash: 'x', bytes: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      await announce(tx, { kind: 'file', ids: [file.id], at: new Date(start) })
    })
    const { options } = prepared
    await prepared.close()

    // each process begins when the leases of the dead one have ended
    const minuteMs = 60_000
    let now = start + 3 * minuteMs
    for (let kill = 1; kill <= kills; kill += 1) {
      const enough = Math.floor((deviceCount * kill) / (kills + 1)) + randomInt(0, 20)
      const die = await startAlertProcess({ options, port: pushes.port, smtpUrl: mails.url, now })
      await expect
        .poll(() => pushes.received.length, { timeout: 30_000, interval: 2 })
        .toBeGreaterThan(enough)
      await die()
      now += 3 * minuteMs
    }

    const database = await openDatabase({ ...options, migrate: false })
    const config = parseConfig(
      {
        DATA_DIR: options.dataDir,
        SMTP_URL: mails.url,
        MAIL_FROM: 'club@harbor.example',
        ORIGIN: 'https://harbor.example',
      },
      [],
    )
    const services = { config, database, now: () => now, newId: randomUUID }
    const sender = openPushSender(services, pushes.network, await getPushKeys(services))
    const runner = createRunner({
      services,
      log: createLog({ write: () => undefined }),
      handlings: { alert: createAlertJob({ alerts: told, push: sender, sendMail }) },
      recurring: [],
    })
    for (let turn = 0; turn < 4; turn += 1) {
      await runner.runDue()
      now += 2 * minuteMs
    }
    const deliveries = await database.inTenant(club.id, (tx) =>
      tx.selectFrom('alert_delivery').select(['way', 'state', 'lost']).execute(),
    )
    const alerts = await database.inTenant(club.id, (tx) => tx.selectFrom('alert').select('state').execute())
    await runner.stop()
    sender.close()
    await database.close()
    await prepared.dispose()

    // the club's own people get mails too
    const mailed = mailCount + 6
    expect(alerts).toEqual([{ state: 'done' }])
    expect(deliveries).toHaveLength(deviceCount + mailed)
    expect(deliveries.filter(({ state }) => state !== 'sent' && state !== 'unknown')).toEqual([])
    const times = [
      ...Map.groupBy(pushes.received, ({ endpoint }) => endpoint).values(),
      ...Map.groupBy(mails.received, ({ to }) => to.join()).values(),
    ].map((same) => same.length)
    expect(times).toHaveLength(deviceCount + mailed)
    expect(Math.max(...times)).toBeLessThanOrEqual(2)
    const twice = times.filter((count) => count === 2).length
    const counted = deliveries.filter(({ lost }) => lost > 0).length
    expect(twice).toBeLessThanOrEqual(counted)
    // what one process has on its way
    const onTheWay = alertLanes.push * alertBatchSizes.push + alertLanes.mail * alertBatchSizes.mail
    expect(counted).toBeLessThanOrEqual(kills * onTheWay)
    expect(counted).toBeGreaterThan(0)
  }, 120_000)
})
