// The inbox in the app has the messages that phones get, for those who get none.
import { beforeAll, expect, it } from 'vitest'
import { announce, announceNotice } from '../../../src/server/alerts/announce.ts'
import { openAlertClub } from '../../support/alerts/alertClub.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { setUp } from '../../support/database/setUp.ts'

describeOnEachEngine('the inbox', (engine) => {
  const alerts = setUp(() => openAlertClub(engine))
  let token: string
  beforeAll(async () => {
    const { club, world } = alerts
    token = await world.signIn(club, 'member')
  })

  const readOf = async (eventId: number, club = alerts.club, language = 'en') =>
    alerts.world.ask(club, 'get_event_alerts', { eventId, language })
  const readOwn = async () => {
    const answer = await alerts.world.ask(alerts.club, 'get_member_alerts', {}, { token })
    return (answer.alerts ?? []).map(({ body }) => body)
  }

  it('has nothing before it is sent, and the words of the phone after', async () => {
    const { club, world } = alerts
    expect((await readOf(club.show.id)).alerts).toEqual([])
    await alerts.subscribe({ eventId: club.show.id })
    const at = new Date(world.now())
    const id = await alerts.addFile('Minutes')
    await world.inClub(club, async (tx) => {
      await announce(tx, { kind: 'file', ids: [id], at })
      await announce(tx, { kind: 'event', ids: [club.show.id], at })
    })
    expect(await readOwn()).toEqual([])
    await world.inClub(club, async (tx) => {
      const texts = {
        en: { title: 'Rain', text: 'The tent is open.' },
        es: { title: 'Lluvia', text: 'La carpa está abierta.' },
      }
      await announceNotice(tx, { eventId: club.show.id, texts, at })
    })
    await alerts.send()
    const [first] = (await readOf(club.show.id)).alerts ?? []
    expect(alerts.readPushes()).toEqual(['Rain | The tent is open.'])
    expect(first).toEqual({
      id: expect.any(Number),
      topic: 'notice',
      title: 'Rain',
      body: 'The tent is open.',
      at: '2026-06-12T16:00:00.000Z',
    })
    expect((await readOf(club.show.id, club, 'es')).alerts).toMatchObject([{ title: 'Lluvia' }])
    expect((await readOwn()).toSorted()).toEqual([expect.stringMatching(/^New event: /), 'New file: Minutes'])
  })

  it('has of an event what is of this event, for everybody, and nothing of a draft or another club', async () => {
    const { club, world } = alerts
    expect((await readOf(club.past.id)).alerts).toEqual([])
    expect(await readOf(club.draft.id)).toMatchObject({ code: 'event-not-found' })
    const other = world.clubs.b
    expect((await readOf(other.show.id, other)).alerts).toEqual([])
  })

  it('has what the member wants to hear of, and is of no visitor', async () => {
    const { club, world } = alerts
    await world.request(club, 'update_member_settings', { notifyNewFile: false }, { token })
    expect(await readOwn()).toEqual([expect.stringMatching(/^New event: /)])
    const visitor = await world.request(club, 'get_member_alerts', {})
    expect(visitor.answer).toMatchObject({ success: false, code: 'needs-signin' })
    const { b } = world.clubs
    const other = await world.request(b, 'get_member_alerts', {}, { token: await world.signIn(b, 'member') })
    expect(other.answer.alerts).toEqual([])
  })

  it('has what is at most sixty days old, and then it is forgotten although nothing new is told', async () => {
    const { club, world } = alerts
    const dayMs = 86_400_000
    const { id, at } = (await readOf(club.show.id)).alerts?.[0] ?? { id: 0, at: '' }
    const countStored = () =>
      world.inClub(club, async (tx) => (await tx.selectFrom('alert').select('id').execute()).length)
    world.pass(Date.parse(at) + 60 * dayMs - world.now())
    expect((await readOf(club.show.id)).alerts).toMatchObject([{ id }])
    world.pass(1)
    expect((await readOf(club.show.id)).alerts).toEqual([])
    expect(await countStored()).toBeGreaterThan(0)
    await alerts.pass(3_600_000)
    expect(await countStored()).toBe(0)
  })
})
