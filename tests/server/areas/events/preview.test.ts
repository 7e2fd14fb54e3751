// An event that is not published is answered to nobody but the holder of its preview link, for thirty days.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { runClubCommand } from '../../../../src/server/assembly/commands.ts'
import { eventPreviewLifeMs } from '../../../../src/server/limits/times.ts'
import { addEvent } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { setUpWorld } from '../../../support/database/setUp.ts'

describeOnEachEngine('the preview of an event', (engine) => {
  const world = setUpWorld(engine)
  let draft: { id: number }
  beforeEach(async () => {
    draft = await addEvent(world, world.clubs.a, { name: 'Next Year' })
    await world.changeRows(world.clubs.a, 'event', { id: draft.id }, { published: false })
  })

  async function run(...args: string[]): Promise<string> {
    let text = ''
    const { config, database, now } = world
    await runClubCommand(
      { config, database, now, newId: randomUUID },
      ['event', String(draft.id), ...args, '--tenant', 'harbor'],
      (printed) => {
        text += printed
      },
    )
    return text
  }

  /** The cookie of a browser that follows the link. */
  async function open(text: string): Promise<{ cookie: string; to: string | undefined }> {
    const { pathname, search } = new URL(text.split('\n')[0] ?? '')
    const answer = await world.send(`${pathname}${search}`)
    expect(answer.status).toBe(303)
    const [cookie = ''] = String(answer.headers['set-cookie']).split(';')
    return { cookie, to: answer.headers.location }
  }

  /** What a browser sees of an event by each door. */
  async function look(cookie?: string, eventId = draft.id, club = 'harbor') {
    const headers = cookie === undefined ? {} : { cookie }
    const pack = await world.send(`/dart/pack/${eventId}?subdomain=${club}`, { headers })
    const ask = async (action: string, input: object) => {
      const { id } = Object.values(world.clubs).find(({ slug }) => slug === club) as { id: number }
      return (await world.post({ action, tenantId: id, ...input }, headers)).json().success
    }
    return {
      pack: pack.status,
      kept: pack.headers['cache-control'],
      event: await ask('get_event', { event: eventId }),
      action: await ask('get_event_pack', { eventId }),
      classes: await ask('get_all_eventclasses', { event: eventId }),
    }
  }
  const closed = { pack: 404, event: false, action: false, classes: false }

  it('opens the event and its pack, and nothing that sells', async () => {
    expect(await look()).toMatchObject(closed)
    const { cookie, to } = await open(await run('--preview'))
    expect(to).toBe(`/portal/viewer/${draft.id}?subdomain=harbor`)
    expect(await look(cookie)).toEqual({
      ...{ pack: 200, kept: 'private, no-store', event: true, action: true, classes: false },
    })
    // nothing of it is kept for others
    expect(await look()).toMatchObject(closed)
    const { id } = world.clubs.a
    // its screens say that it is a preview, and its messages are those of an event: none
    const ask = async (action: string, input: object, headers: Record<string, string>) =>
      (await world.post({ action, tenantId: id, ...input }, headers)).json()
    expect(await ask('get_event', { event: draft.id }, { cookie })).toMatchObject({
      event: { preview: true },
    })
    expect(await ask('get_event_pack', { eventId: draft.id }, { cookie })).toMatchObject({
      event: { preview: true },
    })
    expect(await ask('get_event_alerts', { eventId: draft.id }, { cookie })).toMatchObject({ alerts: [] })
    expect(await ask('get_event_alerts', { eventId: draft.id }, {})).toMatchObject({ success: false })
    const order = { action: 'quote_order', tenantId: id, eventId: draft.id, entries: [], tickets: [] }
    expect((await world.post(order, { cookie })).json().success).toBe(false)
    const list = await world.post({ action: 'get_upcoming_events', tenantId: id }, { cookie })
    expect(list.json().success).toBe(true)
    expect(list.text).not.toContain('Next Year')
  })

  it('takes no link that is not one of ours', async () => {
    for (const path of ['x/abc', '0/abc', '4/a%3Bb', '4/a%0Ab', `4/${'a'.repeat(101)}`]) {
      const answer = await world.send(`/dart/preview/${path}?subdomain=harbor`)
      expect([path, answer.status, answer.headers['set-cookie']]).toEqual([path, 404, undefined])
    }
  })

  it('opens no other event, and no event of another club', async () => {
    const { cookie } = await open(await run('--preview'))
    const other = await addEvent(world, world.clubs.a, { name: 'Other' })
    const foreign = await addEvent(world, world.clubs.b, { name: 'Foreign' })
    for (const [club, { id }] of [
      [world.clubs.a, other],
      [world.clubs.b, foreign],
    ] as const) {
      await world.changeRows(club, 'event', { id }, { published: false })
      expect(await look(cookie, id, club.slug)).toMatchObject(closed)
    }
    for (const bad of ['__Host-preview=', '__Host-preview=x', `${cookie}x`, 'x=y']) {
      expect(await look(bad)).toMatchObject(closed)
    }
  })

  it('ends with the next link, when it is taken back, after thirty days, and once it is published', async () => {
    const first = await open(await run('--preview'))
    const refused = await run('--preview')
    expect(refused).toMatch(/^There is a link to Next Year already, which opens until /)
    expect(await look(first.cookie)).toMatchObject({ pack: 200 })
    const second = await open(await run('--preview', 'new'))
    expect(await look(first.cookie)).toMatchObject(closed)
    expect(await look(second.cookie)).toMatchObject({ pack: 200 })
    expect(await run('--preview', 'off')).toBe('Nobody can look at Next Year by a link any more.\n')
    expect(await look(second.cookie)).toMatchObject(closed)
    const third = await open(await run('--preview'))
    world.pass(eventPreviewLifeMs - 1)
    expect(await look(third.cookie)).toMatchObject({ pack: 200 })
    world.pass(1)
    expect(await look(third.cookie)).toMatchObject(closed)
    await run('--publish', '--yes')
    expect(await look()).toMatchObject({ pack: 200, event: true, classes: true })
    const { id } = world.clubs.a
    const shown = await world.post({ action: 'get_event', tenantId: id, event: draft.id })
    expect(shown.json().event).not.toHaveProperty('preview')
    expect(await run('--preview')).toMatch(/is published already/)
  })
})
