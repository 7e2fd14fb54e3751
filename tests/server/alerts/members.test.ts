// What members hear of when something is added: by their settings, on their devices or by mail, once, in a digest.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { minuteMs } from '../../../src/domain/time.ts'
import { announce } from '../../../src/server/alerts/announce.ts'
import type { AddedKind } from '../../../src/server/alerts/db/alertContent.ts'
import { alertGatherMs } from '../../../src/server/limits/times.ts'
import { suspendMember } from '../../../src/server/member/db/memberBook.ts'
import { dropJob, listFailedJobs } from '../../../src/server/queue/db.ts'
import { openAlertClub } from '../../support/alerts/alertClub.ts'
import { describeRaces } from '../../support/database/database.ts'
import { setUp } from '../../support/database/setUp.ts'

describeRaces('a message to members', (engine) => {
  const alerts = setUp(() => openAlertClub(engine))
  let tokens: Record<'member' | 'moderator' | 'parent' | 'child', string>
  beforeAll(async () => {
    tokens = await alerts.world.signInAll(alerts.club, ['member', 'moderator', 'parent', 'child'])
  })
  beforeEach(() => alerts.reset())

  const tell = (kind: AddedKind, ...ids: number[]) =>
    alerts.world.inClub(alerts.club, (tx) => announce(tx, { kind, ids, at: new Date(alerts.world.now()) }))
  const tellFiles = async (...names: string[]) => {
    for (const name of names) await tell('file', await alerts.addFile(name))
  }
  const listMailed = async () => (await alerts.readMails()).map(({ to }) => to.split('@')[0])

  it('comes within five minutes on the devices of each, and by mail to those without one', async () => {
    const phone = await alerts.subscribe({}, tokens.member)
    const laptop = await alerts.subscribe({}, tokens.member)
    const visitor = await alerts.subscribe({ eventId: alerts.club.show.id })
    await tellFiles('Spring minutes')
    expect((await alerts.run('alerts')).text).toMatch(/ 1 new file +0 +0 +0 +0 +0 +0 +all\n/)
    await alerts.pass(alertGatherMs - 1)
    expect([alerts.readPushes(), await listMailed()]).toEqual([[], []])
    await alerts.pass(1)
    expect(alertGatherMs).toBeLessThan(5 * minuteMs)
    for (const device of [phone, laptop]) {
      expect(alerts.readPushes(device)).toEqual(['Harbor Classics | New file: Spring minutes'])
    }
    expect(alerts.readPushes(visitor)).toEqual([])
    // not who has expired
    expect(await listMailed()).toEqual(['kit.oakes', 'moe.derby', 'nan.newcome', 'pat.oakes'])
    expect((await alerts.readMails())[0]).toMatchObject({
      subject: 'Harbor Classics: New file: Spring minutes',
      text: expect.stringMatching(/\/portal\/member\/files[\s\S]*\/portal\/member\/notifications/),
    })
    expect(alerts.server.received[0]?.notice).toEqual({
      title: 'Harbor Classics',
      body: 'New file: Spring minutes',
      path: '/portal/member/files?subdomain=harbor',
      tag: 'new-file',
      language: 'en',
    })
    expect((await alerts.run('alerts')).text).toMatch(/ 1 new file +2 +4 +0 +0 +0 +0 +0\n/)
    await alerts.pass(60 * minuteMs)
    expect(alerts.server.received).toHaveLength(2)
    expect(await listMailed()).toHaveLength(4)
  })

  it('comes for an activity too, and leads to the calendar', async () => {
    await alerts.subscribe({}, tokens.member)
    const day = ['--date', '2026-07-04', '--start', '9:30', '--end', '12:00'] as const
    expect(await alerts.run('activities', 'add', ...day, '--title', 'Parade')).toMatchObject({ code: 0 })
    await alerts.send()
    expect(alerts.readPushes()).toEqual(['Harbor Classics | New in the calendar: Parade'])
    expect(alerts.server.received[0]?.notice).toMatchObject({
      path: '/portal/member/activities?subdomain=harbor',
      tag: 'new-activity',
    })
    expect(await listMailed()).toHaveLength(4)
    expect((await alerts.run('alerts')).text).toMatch(/ 1 new activity +/)
  })

  it('is one for all that is added in a while, without what was taken away again', async () => {
    await alerts.subscribe({}, tokens.member)
    await tellFiles('Minutes', 'Map')
    const gone = await alerts.addFile('Mistake')
    await tell('file', gone)
    await alerts.world.deleteRows(alerts.club, 'media_file', { id: gone })
    await Promise.all(['A', 'B', 'C'].map((name) => tellFiles(name)))
    await alerts.send()
    expect(alerts.readPushes()).toEqual([
      expect.stringMatching(/^Harbor Classics \| 5 new files: Minutes, Map, [ABC] and 2 more$/),
    ])
    expect(await listMailed()).toHaveLength(4)
    const lost = await alerts.addFile('Another mistake')
    await tell('file', lost)
    await alerts.world.deleteRows(alerts.club, 'media_file', { id: lost })
    await alerts.send()
    expect(alerts.server.received).toHaveLength(1)
  })

  it('of what is added while another one is sent is the next one', async () => {
    await alerts.subscribe({}, tokens.member)
    await tellFiles('First')
    alerts.server.answer(async ({ notice }) => {
      if (String(notice.body).includes('First')) await tellFiles('Second')
      return { status: 201 }
    })
    await alerts.send()
    await alerts.send()
    expect(alerts.readPushes()).toEqual([
      'Harbor Classics | New file: First',
      'Harbor Classics | New file: Second',
    ])
  })

  it('obeys the settings of each member and kind', async () => {
    for (const role of ['member', 'moderator'] as const) await alerts.subscribe({}, tokens[role])
    const token = tokens.member
    const { club, world } = alerts
    await world.request(club, 'update_member_settings', { notifyNewFile: false }, { token })
    await world.request(club, 'update_member_settings', { notifyNewProduct: false }, { token: tokens.parent })
    const row = { name: 'Club cap' }
    const productId = (await world.insertRow(club, 'product', row)).id
    await tellFiles('Minutes')
    await tell('product', productId)
    await tell('event', club.show.id, club.draft.id, club.past.id)
    await alerts.send()
    const bodies = alerts.server.received.map(({ notice }) => notice.body).toSorted()
    expect(bodies.filter((body) => body === 'New file: Minutes')).toHaveLength(1)
    expect(bodies.filter((body) => body === 'New in the store: Club cap')).toHaveLength(2)
    // no draft, and nothing that is over
    expect(bodies.filter((body) => String(body).startsWith('New event: '))).toHaveLength(2)
    expect(bodies).toHaveLength(5)
    const mails = await alerts.readMails()
    const subjects = mails.filter(({ to }) => to.startsWith('pat.')).map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual([
      expect.stringContaining('New event'),
      expect.stringContaining('New file'),
    ])
  })

  it('is in the language of the device, or of the member, or of the club', async () => {
    const { club, world } = alerts
    const spanish = await alerts.subscribe({ language: 'es' }, tokens.member)
    const unknown = await alerts.subscribe({}, tokens.moderator)
    await world.changeRows(club, 'member', { id: club.people.parent.id }, { language: 'es' })
    await tellFiles('Minutes')
    await alerts.send()
    expect(alerts.readPushes(spanish)).toEqual(['Harbor Classics | Archivo nuevo: Minutes'])
    expect(alerts.readPushes(unknown)).toEqual(['Harbor Classics | New file: Minutes'])
    const subjects = (await alerts.readMails()).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.includes('Archivo nuevo'))).toHaveLength(1)
    expect(subjects).toHaveLength(3)
  })

  it('does not reach who is suspended or signs out before it is sent, nor members of another club', async () => {
    const { club, world } = alerts
    const left = await alerts.subscribe({}, tokens.member)
    const suspended = await alerts.subscribe({}, tokens.child)
    await world.request(world.clubs.b, 'webpush_subscribe', { ...alerts.server.makeDevice() })
    await tellFiles('Minutes')
    await alerts.subscribe({ signedOut: club.people.member.id }, undefined, left)
    await world.inClub(club, (tx) => suspendMember(tx, club.people.child.id, new Date(world.now())))
    await alerts.send()
    expect(alerts.readPushes(suspended)).toEqual([])
    expect(alerts.server.received).toEqual([])
    // the device is nobody's, so its member gets a mail
    expect(await listMailed()).toEqual(['ada.quill', 'moe.derby', 'nan.newcome', 'pat.oakes'])
    await world.changeRows(club, 'member', { id: club.people.child.id }, { suspended_at: null })
    tokens.child = await world.signIn(club, 'child')
  })

  it('is sent by no club that is suspended', async () => {
    const { club, world } = alerts
    await alerts.subscribe({}, tokens.member)
    await tellFiles('Minutes')
    const suspend = (suspended: boolean) => world.changeRows(null, 'tenant', { id: club.id }, { suspended })
    await suspend(true)
    await alerts.send()
    await suspend(false)
    expect([alerts.readPushes(), await listMailed()]).toEqual([[], []])
    // what is added afterwards does not wait for what was never sent
    await tellFiles('Later')
    await alerts.send()
    expect(alerts.readPushes()).toEqual(['Harbor Classics | New file: Later'])
  })

  it('goes on although its job had failed for good, with what is added afterwards', async () => {
    await alerts.subscribe({}, tokens.member)
    await tellFiles('Minutes')
    await alerts.world.changeRows(null, 'job', { kind: 'alert' }, { state: 'failed' })
    await alerts.send()
    expect(alerts.readPushes()).toEqual([])
    await tellFiles('Map')
    await alerts.send()
    expect(alerts.readPushes()).toEqual(['Harbor Classics | 2 new files: Minutes and Map'])
  })

  it('is a new one when an officer has dropped the job of the one that was gathering', async () => {
    const { club, world } = alerts
    await alerts.subscribe({}, tokens.member)
    for (const isForgotten of [false, true]) {
      await tellFiles('Dropped')
      await world.changeRows(null, 'job', { kind: 'alert' }, { state: 'failed' })
      await world.inClub(club, async (tx) => {
        for (const { id } of await listFailedJobs(tx)) {
          await dropJob(tx, id, { reason: 'of no use', at: new Date(world.now()) })
        }
        if (isForgotten) await tx.deleteFrom('job').execute()
      })
      await alerts.send()
      expect(alerts.readPushes()).toEqual([])
      await Promise.all(['Map', 'Bylaws'].map((name) => tellFiles(name)))
      await alerts.send()
      const [body, ...more] = alerts.readPushes()
      expect([body, more]).toEqual([
        expect.stringMatching(/2 new files: (Map and Bylaws|Bylaws and Map)$/),
        [],
      ])
      alerts.server.reset()
    }
  })

  it('begins with the command that adds a file, and with an import into a club that is there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'showfield-alerts-'))
    try {
      await writeFile(join(folder, 'minutes.pdf'), '%PDF-1.7')
      await alerts.subscribe({}, tokens.member)
      expect(await alerts.run('files', 'add', join(folder, 'minutes.pdf'))).toMatchObject({ code: 0 })
      const file = {
        showfield: 1,
        club: { slug: 'harbor', name: 'Harbor Classics', timeZone: 'America/New_York' },
        events: [{ ref: 'rally', name: 'Night rally', startDate: '2026-09-12', endDate: '2026-09-12' }],
        files: [{ ref: 'bylaws', name: 'Bylaws', contentType: 'application/pdf', path: 'minutes.pdf' }],
      }
      const path = join(folder, 'club.json')
      await writeFile(path, JSON.stringify(file))
      expect(await alerts.run('import', path)).toMatchObject({ code: 0 })
      expect(await alerts.run('import', path)).toMatchObject({ code: 0 })
      await alerts.send()
      expect(alerts.readPushes().toSorted()).toEqual([
        'Harbor Classics | 2 new files: minutes and Bylaws',
        'Harbor Classics | New event: Night rally, September 12, 2026',
      ])
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
