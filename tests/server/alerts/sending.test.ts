// Each message reaches each device once; at most twice, and counted so, where the service's answer was lost.

import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { minuteMs } from '../../../src/domain/time.ts'
import { announce, announceNotice } from '../../../src/server/alerts/announce.ts'
import { createAlertJob } from '../../../src/server/alerts/jobs.ts'
import { alerts as told } from '../../../src/server/assembly/alerts.ts'
import { sendMail } from '../../../src/server/assembly/mailJob.ts'
import type { Tx } from '../../../src/server/db/open.ts'
import { alertBatchLeaseMs, alertTurnMs, jobLimits } from '../../../src/server/limits/jobs.ts'
import { createLog } from '../../../src/server/process/log.ts'
import { getPushKeys } from '../../../src/server/providers/push.ts'
import { openPushSender } from '../../../src/server/providers/pushSend.ts'
import { openAlertClub } from '../../support/alerts/alertClub.ts'
import type { ReceivedPush, TestDevice } from '../../support/alerts/pushServer.ts'
import { describeRaces } from '../../support/database/database.ts'
import { setUp } from '../../support/database/setUp.ts'

describeRaces('a delivery', (engine) => {
  const alerts = setUp(() => openAlertClub(engine))
  let eventId: number
  beforeAll(() => {
    eventId = alerts.club.show.id
  })
  beforeEach(() => alerts.reset())

  const announceRain = (tx: Tx) =>
    announceNotice(tx, {
      eventId,
      texts: { en: { title: 'Rain', text: 'The tent is open.' } },
      at: new Date(alerts.world.now()),
    })
  const queueNotice = () => alerts.world.inClub(alerts.club, announceRain)
  /** The server itself never hears of it. */
  const announceAlone = () =>
    alerts.world.inClub(alerts.club, async (tx) => {
      const alertId = await announceRain(tx)
      await tx.deleteFrom('job').execute()
      return alertId
    })
  const notify = async () => {
    await queueNotice()
    await alerts.world.engine.runDue()
  }
  const follow = async (count: number, host?: string) => {
    const devices: TestDevice[] = []
    for (let index = 0; index < count; index += 1) {
      devices.push(await alerts.subscribe({ eventId }, undefined, alerts.server.makeDevice(host)))
    }
    return devices
  }
  const countBy = async () => {
    const counts: Record<string, number> = {}
    for (const { state, lost } of await alerts.listDeliveries()) {
      const name = `${state} ${lost}`
      counts[name] = (counts[name] ?? 0) + 1
    }
    return counts
  }
  const countDevices = async () => await alerts.world.countRows(alerts.club, 'push_subscription')

  it('to a device that is gone ends quietly, and nothing more is ever sent there', async () => {
    const [dead, alive] = await follow(2)
    alerts.server.answer(({ endpoint }) => ({ status: endpoint === dead?.endpoint ? 410 : 201 }))
    await notify()
    expect(alerts.server.received).toHaveLength(2)
    expect([await countBy(), await countDevices()]).toEqual([{ 'gone 0': 1, 'sent 0': 1 }, 1])
    await notify()
    await alerts.pass(60 * minuteMs)
    expect(alerts.server.received).toHaveLength(3)
    expect(alerts.readPushes(alive)).toHaveLength(2)
    expect(alerts.world.lines().filter((line) => line.includes('"level":50'))).toEqual([])
  })

  it('to the only device of a member that is gone becomes a mail', async () => {
    const { club, world } = alerts
    await alerts.subscribe({}, await world.signIn(club, 'member'))
    alerts.server.answer(() => ({ status: 404 }))
    const id = await alerts.addFile('Minutes')
    await world.inClub(club, (tx) => announce(tx, { kind: 'file', ids: [id], at: new Date(world.now()) }))
    await alerts.send()
    const mailed = (await alerts.readMails()).map(({ to }) => to.split('@')[0])
    expect(mailed).toEqual(['ada.quill', 'kit.oakes', 'moe.derby', 'nan.newcome', 'pat.oakes'])
    expect(await countBy()).toEqual({ 'gone 0': 1, 'sent 0': 5 })
  })

  it('that no device of a member takes becomes a mail, and one is enough', async () => {
    const { club, world } = alerts
    const token = await world.signIn(club, 'member')
    const [first, second] = [await alerts.subscribe({}, token), await alerts.subscribe({}, token)]
    let statuses = [400, 403]
    alerts.server.answer(({ endpoint }) => ({ status: statuses[endpoint === first.endpoint ? 0 : 1] ?? 201 }))
    const tell = async (name: string) => {
      const id = await alerts.addFile(name)
      await world.inClub(club, (tx) => announce(tx, { kind: 'file', ids: [id], at: new Date(world.now()) }))
      await alerts.send()
      const mails = await alerts.readMails()
      return mails.filter(({ to, text }) => to === club.people.member.email && text.includes(name)).length
    }
    expect(await tell('Minutes')).toBe(1)
    expect(alerts.server.received).toHaveLength(2)
    statuses = [201, 401]
    expect(await tell('Map')).toBe(0)
    expect(alerts.readPushes(first)).toHaveLength(2)
    // one of them may still take it
    statuses = [503, 400]
    expect(await tell('Bylaws')).toBe(0)
    expect(alerts.readPushes(second)).toHaveLength(3)
    expect(await countDevices()).toBe(2)
  })

  it('waits as long as the service says, and leaves that service alone meanwhile', async () => {
    await follow(40)
    const elsewhere = await follow(1, 'web.push.apple.com')
    const isBusy = ({ headers }: ReceivedPush) => headers.host === 'fcm.googleapis.com'
    alerts.server.answer((push) =>
      isBusy(push) ? { status: 429, headers: { 'retry-after': '300' } } : { status: 201 },
    )
    await notify()
    const asked = alerts.server.received.filter(isBusy).length
    // those that were on their way already, and none after them
    expect(asked).toBeLessThanOrEqual(24)
    expect(alerts.readPushes(elsewhere[0])).toHaveLength(1)
    alerts.server.answer(() => ({ status: 201 }))
    await alerts.pass(299_000)
    expect(alerts.server.received.filter(isBusy)).toHaveLength(asked)
    await alerts.pass(1000)
    expect(alerts.server.received.filter(isBusy)).toHaveLength(asked + 40)
    expect(await countBy()).toEqual({ 'sent 0': 41 })
    const attempts = (await alerts.listDeliveries()).map((one) => one.attempts)
    expect(Math.max(...attempts)).toBe(2)
  })

  it('is not made to a device that is another person’s by then', async () => {
    const { club, world } = alerts
    const device = await alerts.subscribe({}, await world.signIn(club, 'member'))
    const left = await alerts.subscribe({}, await world.signIn(club, 'member'))
    alerts.server.answer(() => ({ status: 503, headers: { 'retry-after': '60' } }))
    const id = await alerts.addFile('Minutes')
    await world.inClub(club, (tx) => announce(tx, { kind: 'file', ids: [id], at: new Date(world.now()) }))
    await alerts.send()
    alerts.server.reset()
    await alerts.subscribe({}, await world.signIn(club, 'parent'), device)
    await alerts.subscribe({ signedOut: club.people.member.id }, undefined, left)
    await alerts.pass(minuteMs)
    expect(alerts.server.received).toEqual([])
    expect(await countDevices()).toBe(2)
  })

  it('that fails is tried again after ever longer pauses of at most ten minutes', async () => {
    await follow(1)
    alerts.server.answer(() => ({ status: 500 }))
    await notify()
    let attempts = 1
    for (const seconds of [5, 10, 20, 40, 80, 160, 320, 600, 600]) {
      await alerts.pass(seconds * 1000 - 1)
      expect(alerts.server.received).toHaveLength(attempts)
      await alerts.pass(1)
      attempts += 1
      expect(alerts.server.received).toHaveLength(attempts)
    }
    expect(await countBy()).toEqual({ 'waiting 0': 1 })
    expect(await countDevices()).toBe(1)
  })

  it('is made after an hour without the push service', async () => {
    const devices = await follow(2)
    alerts.server.answer(() => ({ status: 503 }))
    await notify()
    for (let minute = 0; minute < 60; minute += 1) await alerts.pass(minuteMs)
    // half a minute at first, and then ever longer
    expect(alerts.server.received.length).toBeLessThan(2 * 16)
    alerts.server.reset()
    for (let minute = 0; minute < 10; minute += 1) await alerts.pass(minuteMs)
    for (const device of devices) expect(alerts.readPushes(device)).toEqual(['Rain | The tent is open.'])
    expect(await countBy()).toEqual({ 'sent 0': 2 })
  })

  it('whose answer was lost is made once more, counted as perhaps twice, and never a third time', async () => {
    const [once, never] = await follow(2)
    let isFirst = true
    alerts.server.answer(({ endpoint }) => {
      if (endpoint === never?.endpoint) return 'cut'
      const answer = isFirst ? 'cut' : { status: 201 }
      isFirst = false
      return answer
    })
    await notify()
    for (let turn = 0; turn < 5; turn += 1) await alerts.pass(minuteMs)
    expect(alerts.readPushes(once)).toHaveLength(2)
    expect(alerts.readPushes(never)).toHaveLength(2)
    expect(await countBy()).toEqual({ 'sent 1': 1, 'unknown 2': 1 })
    expect((await alerts.run('notify', String(eventId))).text).toMatch(
      /Rain \(event \d+\) +1 +0 +2 +1 +0 +0 +0\n/,
    )
  })

  it('with which two senders died is not made a third time', async () => {
    const { club, world } = alerts
    await follow(1)
    alerts.server.answer(() => ({ status: 503 }))
    await notify()
    alerts.server.reset()
    // as the second of them leaves it
    await world.changeRows(club, 'alert_delivery', {}, { state: 'sending', lost: 1 })
    await alerts.pass(minuteMs)
    expect(alerts.server.received).toEqual([])
    expect(await countBy()).toEqual({ 'unknown 2': 1 })
  })

  it('is made once, whatever number of senders work at it', async () => {
    const { club, world } = alerts
    await follow(60)
    const alertId = await announceAlone()
    const services = { config: world.config, database: world.database, now: world.now, newId: randomUUID }
    const log = createLog({ write: () => undefined })
    const keys = await getPushKeys(services)
    const senders = Array.from({ length: 4 }, () => openPushSender(services, alerts.server.network, keys))
    await Promise.all(
      senders.map((sender) =>
        createAlertJob({ alerts: told, push: sender, sendMail }).run(
          { alertId, turn: 0 },
          {
            ...{ services, log, tenantId: club.id, uuid: randomUUID(), attempt: 1 },
            ...{ now: world.now(), until: world.now() + jobLimits.alert.leaseMs },
          },
        ),
      ),
    )
    for (const sender of senders) sender.close()
    expect(new Set(alerts.server.received.map(({ endpoint }) => endpoint)).size).toBe(60)
    expect(alerts.server.received).toHaveLength(60)
    expect(await countBy()).toEqual({ 'sent 0': 60 })
  })

  it('is left to others by a process that stood still since it asked for it', async () => {
    const { club, world } = alerts
    await follow(20)
    const alertId = await announceAlone()
    let questions = 0
    const over = Object.assign(Object.create(world.database) as typeof world.database, {
      async inTenant<T>(tenantId: number, body: (tx: Tx) => Promise<T>): Promise<T> {
        const result = await world.database.inTenant(tenantId, body)
        questions += 1
        // the first is what the message says, the others take deliveries
        if (questions === 2) world.pass(alertTurnMs + alertBatchLeaseMs.push)
        return result
      },
    })
    const services = { config: world.config, database: over, now: world.now, newId: randomUUID }
    const log = createLog({ write: () => undefined })
    const push = openPushSender(services, alerts.server.network, await getPushKeys(services))
    const job = createAlertJob({ alerts: told, push, sendMail })
    const until = world.now() + jobLimits.alert.leaseMs
    const times = { attempt: 1, now: world.now(), until }
    await job.run({ alertId, turn: 0 }, { services, log, tenantId: club.id, uuid: randomUUID(), ...times })
    push.close()
    expect(alerts.server.received).toEqual([])
    expect(await countBy()).toEqual({ 'waiting 0': 20 })
    await world.engine.runDue()
    expect(await countBy()).toEqual({ 'sent 0': 20 })
    expect(alerts.server.received).toHaveLength(20)
  })

  it('goes to no endpoint that an older server has stored and that leads elsewhere', async () => {
    await follow(1)
    await alerts.world.changeRows(
      alerts.club,
      'push_subscription',
      {},
      { endpoint: 'https://169.254.169.254/latest' },
    )
    await notify()
    expect(alerts.server.connections).toEqual([])
    expect(await countBy()).toEqual({ 'failed 0': 1 })
  })

  it('that could not be made for a day is not made any more', async () => {
    await follow(1)
    alerts.server.answer(() => ({ status: 429, headers: { 'retry-after': '3600' } }))
    await notify()
    for (let hour = 0; hour < 26; hour += 1) await alerts.pass(60 * minuteMs)
    expect(await countBy()).toEqual({ 'failed 0': 1 })
    // at the beginning and after each hour of the day but the last
    expect(alerts.server.received).toHaveLength(24)
  })
})
