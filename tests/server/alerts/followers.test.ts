// What those who follow an event hear of: its changes, what an officer writes, and favourites that begin soon.
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { minuteMs } from '../../../src/domain/time.ts'
import { announceNotice } from '../../../src/server/alerts/announce.ts'
import { announceWhatComes } from '../../../src/server/alerts/importedChanges.ts'
import { alerts as told } from '../../../src/server/assembly/alerts.ts'
import type { Tx } from '../../../src/server/db/open.ts'
import { openAlertClub } from '../../support/alerts/alertClub.ts'
import { describeRaces } from '../../support/database/database.ts'
import { setUp } from '../../support/database/setUp.ts'

describeRaces('a message to those who follow an event', (engine) => {
  const alerts = setUp(() => openAlertClub(engine))
  let eventId: number
  beforeAll(() => {
    eventId = alerts.club.show.id
  })
  beforeEach(() => alerts.reset())

  const change = (work: (tx: Tx) => Promise<unknown>) =>
    alerts.world.inClub(alerts.club, (tx) =>
      announceWhatComes(told, tx, alerts.club.id, alerts.world.now(), () => work(tx)),
    )
  const setEvent = (values: Record<string, unknown>) =>
    change((tx) => tx.updateTable('event').set(values).where('id', '=', eventId).execute())

  it('says what has changed, once for all that changes in a while, and opens the right screen', async () => {
    const english = await alerts.subscribe({ eventId })
    const spanish = await alerts.subscribe({ eventId, language: 'es' })
    const elsewhere = await alerts.subscribe({ eventId: alerts.club.past.id })
    await setEvent({ viewer_notes: 'Bring two hats.' })
    await alerts.send()
    expect(alerts.server.received.map(({ notice }) => notice)).toEqual(
      expect.arrayContaining([
        {
          title: expect.any(String),
          body: 'Changed: event notes.',
          path: `/portal/viewer/${eventId}/more?subdomain=harbor`,
          tag: `change-${eventId}`,
          language: 'en',
        },
      ]),
    )
    alerts.server.reset()
    await setEvent({ place: 'The other park' })
    await change((tx) =>
      tx.updateTable('event_map').set({ label: 'North field' }).where('event_id', '=', eventId).execute(),
    )
    await setEvent({ place: 'Prescott Park', schedule: JSON.stringify([]) })
    await alerts.send()
    const [one, other] = [alerts.readPushes(english), alerts.readPushes(spanish)]
    expect(one).toEqual([expect.stringMatching(/\| Changed: name, date or place, schedule and maps\.$/)])
    expect(other).toEqual([
      expect.stringMatching(/\| Ha cambiado: nombre, fecha o lugar, programa y planos\.$/),
    ])
    expect(alerts.readPushes(elsewhere)).toEqual([])
    expect(await alerts.readMails()).toEqual([])
  })

  it('says that the event has another name, and that its vendors are others', async () => {
    const english = await alerts.subscribe({ eventId })
    const spanish = await alerts.subscribe({ eventId, language: 'es' })
    const setVendor = (values: Record<string, unknown>) =>
      change((tx) => tx.updateTable('vendor').set(values).where('event_id', '=', eventId).execute())
    const { name } = await alerts.world.getRow(alerts.club, 'event', { id: eventId })
    await setEvent({ name: 'The autumn show' })
    await alerts.send()
    expect(alerts.readPushes(english)).toEqual(['The autumn show | Changed: name, date or place.'])
    await setEvent({ name })
    await alerts.send()
    alerts.server.received.length = 0
    // whom the vendor's list does not show
    await setVendor({ contact_name: 'Ann Other' })
    await alerts.send()
    expect(alerts.server.received).toEqual([])
    await setVendor({ goods: 'Hats' })
    await alerts.send()
    expect(alerts.readPushes(english)).toEqual([`${name} | Changed: vendors.`])
    expect(alerts.readPushes(spanish)).toEqual([`${name} | Ha cambiado: vendedores.`])
    expect(alerts.server.received[0]?.notice.path).toBe(`/portal/viewer/${eventId}/vendors?subdomain=harbor`)
  })

  it('says nothing of what nobody sees, of what is over, and of what did not change', async () => {
    await alerts.subscribe({ eventId })
    await alerts.subscribe({ eventId: alerts.club.past.id })
    await setEvent({ participant_message: 'Thank you.' })
    await change((tx) =>
      tx
        .updateTable('event')
        .set({ viewer_notes: 'It was nice.' })
        .where('id', '=', alerts.club.past.id)
        .execute(),
    )
    await change(async () => undefined)
    await alerts.send()
    expect(alerts.server.received).toEqual([])
  })

  it('brings nothing of an event that is not published', async () => {
    const { draft } = alerts.club
    const notify = (...args: string[]) => alerts.run('notify', String(draft.id), ...args)
    expect(await notify('--title', 'Rain', '--text', 'The tent is open.')).toEqual({
      code: 1,
      text: expect.stringContaining(
        `is not published, so nothing of it is sold, counted or sent. 'event ${draft.id} --publish --tenant harbor' shows it`,
      ),
    })
    expect(await alerts.world.listRows(alerts.club, 'alert', { event_id: draft.id }, ['id'])).toEqual([])
    expect((await notify()).code).toBe(0)
  })

  it('brings an officer’s words at once, in the language of each, and counts whom they reached', async () => {
    const english = await alerts.subscribe({ eventId })
    const spanish = await alerts.subscribe({ eventId, language: 'es' })
    const told = await alerts.run(
      ...['notify', String(eventId), '--title', 'Rain', '--text', 'The tent is open.'],
      ...['--title-es', 'Lluvia', '--text-es', 'La carpa está abierta.'],
    )
    expect(told).toMatchObject({ code: 0, text: expect.stringContaining('2 devices') })
    // two messages on their way at the same moment may arrive in any order
    await alerts.world.engine.runDue()
    await alerts.run('notify', String(eventId), '--title-es', 'Sol', '--text-es', 'Ya no llueve.')
    await alerts.world.engine.runDue()
    expect(alerts.readPushes(english)).toEqual(['Rain | The tent is open.', 'Sol | Ya no llueve.'])
    expect(alerts.readPushes(spanish)).toEqual(['Lluvia | La carpa está abierta.', 'Sol | Ya no llueve.'])
    const { text } = await alerts.run('notify', String(eventId))
    expect(text).toMatch(/Rain \(event \d+\) +2 +0 +0 +0 +0 +0 +0\n/)
    expect(text).toContain('2 devices follow')
    for (const wrong of [
      ['--title', 'Rain'],
      ['--text', 'Rain'],
      ['--title', 'Rain', '--text', 'x'.repeat(301)],
      ['--title', 'two\nlines', '--text', 'x'],
    ]) {
      expect((await alerts.run('notify', String(eventId), ...wrong)).code).toBe(2)
    }
    await alerts.world.engine.runDue()
    expect(alerts.server.received).toHaveLength(4)
  })

  it('reminds of a favourite ten minutes before it begins, wherever it has moved to', async () => {
    // the show begins tomorrow in New York
    const day = '2026-06-13'
    const now = Date.parse(`${day}T13:00:00Z`)
    const entry = (id: string, startTime: string, more = {}) => ({
      ...{ id, startTime, endTime: '', label: `The ${id}`, place: 'Bandstand', ...more },
    })
    const setSchedule = (...entries: object[]) =>
      setEvent({ schedule: JSON.stringify([{ date: day, entries }]), start_on: day, end_on: day })
    alerts.world.pass(now - alerts.world.now())
    const parade = entry('parade', '09:30')
    await setSchedule(parade, entry('band', '09:30'), entry('prizes', '11:00'))
    const phone = await alerts.subscribe({ eventId, favourites: ['parade', 'prizes', 'nothing'] })
    const spanish = await alerts.subscribe({ eventId, favourites: ['band'], language: 'es' })
    const none = await alerts.subscribe({ eventId, favourites: ['band'] })
    await alerts.subscribe({ eventId, favourites: [] }, undefined, none)
    await alerts.pass(20 * minuteMs - 1)
    alerts.server.received.length = 0
    await alerts.pass(1)
    expect(alerts.readPushes(phone)).toEqual(['The parade starts in 10 min | 9:30 AM, Bandstand'])
    expect(alerts.readPushes(spanish)).toEqual([
      expect.stringMatching(/^The band empieza en 10 min \| 9:30.*Bandstand$/),
    ])
    expect(alerts.server.received.find(({ endpoint }) => endpoint === phone.endpoint)).toMatchObject({
      notice: {
        tag: 'reminder-parade',
        path: `/portal/viewer/${eventId}/schedule?subdomain=harbor`,
        reminder: { eventId, entryId: 'parade', startsAt: Date.parse(`${day}T13:30:00Z`) },
      },
      headers: { ttl: '600', urgency: 'high' },
    })
    alerts.server.received.length = 0
    // moved before its reminder, which was for another time; the message about the change comes as well
    await setSchedule(parade, entry('prizes', '10:00'))
    await alerts.pass(30 * minuteMs - 1)
    const isReminder = ({ notice }: { notice: Record<string, unknown> }) =>
      String(notice.tag).startsWith('reminder-')
    expect(alerts.server.received.filter(isReminder)).toEqual([])
    await alerts.pass(1)
    expect(alerts.server.received.filter(isReminder)).toHaveLength(1)
    await alerts.pass(3 * 60 * minuteMs)
    expect(alerts.server.received.filter(isReminder)).toHaveLength(1)
    await setSchedule(entry('prizes', '20:00', { cancelled: true }))
    // ten minutes before, to the minute
    await alerts.pass(7 * 60 * minuteMs)
    expect(alerts.server.received.filter(isReminder)).toHaveLength(1)
  })

  it('reminds nobody after the start, and forgets favourites with their subscription', async () => {
    const { club, world } = alerts
    const day = '2026-06-20'
    alerts.world.pass(Date.parse(`${day}T12:00:00Z`) - alerts.world.now())
    const entries = [{ id: 'parade', startTime: '09:00', endTime: '', label: 'Parade' }]
    await setEvent({ schedule: JSON.stringify([{ date: day, entries }]), start_on: day, end_on: day })
    await alerts.send()
    alerts.server.reset()
    const late = await alerts.subscribe({ eventId, favourites: ['parade'] })
    const gone = await alerts.subscribe({ eventId, favourites: ['parade'] })
    await world.deleteRows(club, 'push_subscription', { endpoint: gone.endpoint })
    expect(await world.listRows(club, 'favourite', {}, ['entry_id'])).toHaveLength(1)
    // the server was away
    await alerts.pass(60 * minuteMs)
    expect(alerts.readPushes(late)).toEqual([])
    expect(alerts.server.received).toEqual([])
  })

  it('is of one club alone', async () => {
    const { world, club } = alerts
    const other = world.clubs.b
    const device = alerts.server.makeDevice()
    await world.request(other, 'webpush_subscribe', { ...device, eventId: other.show.id })
    const at = new Date(world.now())
    const texts = { en: { title: 'Rain', text: 'The tent is open.' } }
    await world.inClub(club, (tx) => announceNotice(tx, { eventId, texts, at }))
    await world.engine.runDue()
    expect(alerts.server.received).toEqual([])
    expect(await world.listRows(other, 'alert', {}, ['id'])).toEqual([])
    expect((await alerts.run('notify', String(other.show.id), '--title', 'A', '--text', 'B')).code).toBe(
      other.show.id === eventId ? 0 : 2,
    )
  })
})
