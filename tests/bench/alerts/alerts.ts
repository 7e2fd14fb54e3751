// Row 14: a show is read while 5,000 push messages and 500 mails are sent, beside the same server with nothing
// else to do.
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { alertGatherMs } from '../../../src/server/limits/times.ts'
import { makePushKeys } from '../../support/corpora/pushVectors.ts'
import { openLightClient } from '../../support/processes/lightClient.ts'
import { median } from '../rows.ts'
import { type Bench, findShow, type Subject } from '../subject.ts'
import type { Counts, Ports } from './services.ts'

const pushes = 5000
const mails = 500
const quietReads = 400
/** From the start of the server to the sending: in this time it is read quietly. */
const quietMs = 10_000

export const alerts: Bench = {
  rounds: 3,
  async open(subject, { atEnd }) {
    const services = fork(join(import.meta.dirname, 'services.ts'))
    atEnd(() => services.kill())
    const [ports] = (await once(services, 'message')) as [Ports]
    const product = await subject.startProduct({
      appDir: join(import.meta.dirname, '..'),
      env: {
        TEST_PUSH_SERVICE: String(ports.push),
        SMTP_URL: ports.smtpUrl,
        MAIL_FROM: 'club@bench.example',
        TRUSTED_PROXY: '127.0.0.1',
      },
    })
    atEnd(product.dispose)
    const { tenant, event } = findShow(product)
    let viewer = openLightClient(product.port)
    atEnd(() => viewer.close())
    let reads = 0
    const read = async (): Promise<number> => {
      const startedAt = performance.now()
      const from = `10.0.0.${(reads++ >> 10) % 250}`
      const body = { action: 'get_event', subdomain: tenant.subdomain, event: String(event.id) }
      const answer = await viewer.call(body, { from })
      if (!answer.text.startsWith('{"success":true')) throw new Error(answer.text)
      return performance.now() - startedAt
    }
    await product.stop()
    const tenantId = await addPeople(subject, product.dataDir, tenant.subdomain)
    return {
      async measure() {
        const faults: string[] = []
        const before = await count(services)
        await addFile(subject, product.dataDir, tenantId, Date.now() + quietMs)
        await product.start()
        // its connection ended with the server of before
        viewer = openLightClient(product.port)
        const quiet: number[] = []
        while (quiet.length < quietReads) quiet.push(await read())
        if ((await count(services)).pushes > before.pushes) faults.push('the sending began too early')
        while ((await count(services)).pushes === before.pushes) await pause(20)
        const startedAt = performance.now()
        const busy: number[] = []
        let counts = await count(services)
        while (counts.pushes < before.pushes + pushes || counts.mails < before.mails + mails) {
          for (let turn = 0; turn < 20; turn += 1) busy.push(await read())
          counts = await count(services)
        }
        const seconds = (performance.now() - startedAt) / 1000
        viewer.close()
        await product.stop()
        if (counts.pushes !== before.pushes + pushes) faults.push(`${counts.pushes - before.pushes} pushes`)
        if (counts.mails < before.mails + mails) faults.push(`${counts.mails - before.mails} mails`)
        return [
          {
            id: 'read',
            what: `an event is read while ${pushes} push messages and ${mails} mails are sent`,
            beside: 'the same with nothing else to do',
            figure: median(busy) / median(quiet),
            unit: 'times',
            goal: { atMost: 2 },
            more: {
              among: [median(busy), 'ms'],
              alone: [median(quiet), 'ms'],
              'all sent after': [seconds, 's'],
            },
            fault: faults.length === 0 ? undefined : faults.join(', '),
          },
        ]
      },
    }
  },
}

async function count(services: ChildProcess): Promise<Counts> {
  const answered = once(services, 'message')
  services.send('count')
  const [counts] = (await answered) as [Counts]
  return counts
}

const loadDatabase = ({ load }: Subject) =>
  load<typeof import('../../../src/server/db/open.ts')>('src/server/db/open.ts')

/** Members with a device each, and members who get mails. The demo's own people hear of nothing. */
async function addPeople(subject: Subject, dataDir: string, subdomain: string): Promise<number> {
  const { openDatabase } = await loadDatabase(subject)
  const database = await openDatabase({ dataDir })
  const { id: tenantId } = await database.withoutClub((tx) =>
    tx.selectFrom('tenant').where('slug', '=', subdomain).select('id').executeTakeFirstOrThrow(),
  )
  await database.inTenant(tenantId, async (tx) => {
    await tx.updateTable('member_settings').set({ notify_new_file: false }).execute()
    const all = await tx.selectFrom('member').select('id').execute()
    for (const { id } of all) {
      await tx
        .insertInto('member_settings')
        .values({ tenant_id: tenantId, member_id: id, notify_new_file: false })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  })
  for (let made = 0; made < pushes + mails; made += 500) {
    await database.inTenant(tenantId, async (tx) => {
      const people = await tx
        .insertInto('member')
        .values(
          Array.from({ length: 500 }, () => {
            const email = `${randomUUID()}@bench.example`
            return {
              tenant_id: tenantId,
              email,
              email_folded: email,
              fname: 'Bo',
              lname: 'Bench',
              expires_on: '2099-12-31',
            }
          }),
        )
        .returning('id')
        .execute()
      if (made >= pushes) return
      await tx
        .insertInto('push_subscription')
        .values(
          people.map(({ id }) => ({
            tenant_id: tenantId,
            endpoint: `https://fcm.googleapis.com/send/${randomBytes(16).toString('hex')}`,
            ...makePushKeys(),
            member_id: id,
          })),
        )
        .execute()
    })
  }
  await database.close()
  return tenantId
}

/** A file that is announced at this time, in epoch milliseconds. Stop the product first. */
async function addFile(subject: Subject, dataDir: string, tenantId: number, at: number): Promise<void> {
  const { openDatabase } = await loadDatabase(subject)
  const { announce } = await subject.load<typeof import('../../../src/server/alerts/announce.ts')>(
    'src/server/alerts/announce.ts',
  )
  const database = await openDatabase({ dataDir })
  await database.inTenant(tenantId, async (tx) => {
    const { id } = await tx
      .insertInto('media_file')
      .values({
        tenant_id: tenantId,
        name: 'Spring minutes',
        content_type: 'application/pdf',
        hash: 'none',
        bytes: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await announce(tx, { kind: 'file', ids: [id], at: new Date(at - alertGatherMs) })
  })
  await database.close()
}
