// What one of two machines has changed or begun is there through the other, within the time that the pages name.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clubMemoryMs, packRefreshAheadMs, packUnchangedMs } from '../../../src/server/limits/machine.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { photo } from '../../support/corpora/hostilePictures.ts'
import { describeOnPostgres } from '../../support/database/database.ts'
import { type SecondMachine, startSecondMachine } from '../../support/processes/secondMachine.ts'
import { setUpStorageSandbox, toStorageEnvironment } from '../../support/storage/sandboxStorage.ts'

const storage = setUpStorageSandbox()

describeOnPostgres('two machines', () => {
  const world = setUpClubWorld('postgres', { env: () => toStorageEnvironment(storage.get()) })
  const { a } = world.clubs
  let elapsed = 0
  let other: SecondMachine
  beforeAll(async () => {
    other = await startSecondMachine(world, () => elapsed)
  })
  afterAll(() => other.stop())

  const ask = async (action: string, input: object = {}, at: Pick<SecondMachine, 'send'> = other) => {
    const { text } = await at.send('/dart/core', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action, tenantId: a.id, ...input }),
    })
    return text
  }
  const getPack = async (known?: string) => {
    const headers = known === undefined ? {} : { 'if-none-match': known }
    const {
      status,
      text,
      headers: answered,
    } = await other.send(`/dart/pack/${a.show.id}?subdomain=harbor`, {
      headers: { 'accept-encoding': 'identity', ...headers },
    })
    return { status, text, etag: String(answered.etag) }
  }
  /** As an officer does it at the first machine. */
  const moveParade = (startTime: string) => {
    const entries = [{ id: 'parade', startTime, endTime: '', label: 'The parade', place: 'Bandstand' }]
    return world.inClub(a, (tx) =>
      tx
        .updateTable('event')
        .set((row) => ({
          schedule: JSON.stringify([{ date: '2026-06-13', entries }]),
          revision: row('revision', '+', 1),
        }))
        .where('id', '=', a.show.id)
        .execute(),
    )
  }

  it('move a schedule on both within a second, and never say "unchanged" after that', async () => {
    await moveParade('09:10')
    elapsed += packUnchangedMs
    const before = await getPack()
    expect(before.text).toContain('09:10')
    // a pack that is asked for again is looked at ahead of time
    expect(packRefreshAheadMs).toBeLessThan(packUnchangedMs)
    await moveParade('09:20')
    elapsed += packUnchangedMs
    const after = await getPack(before.etag)
    expect([after.status, after.text.includes('09:20'), after.text.includes('09:10')]).toEqual([
      200,
      true,
      false,
    ])
    // what is read without a pack is as new at once
    const list = await ask('get_upcoming_events', { availability: '0' })
    await world.inClub(a, (tx) =>
      tx
        .updateTable('event')
        .set((row) => ({ name: 'The moved show', revision: row('revision', '+', 1) }))
        .where('id', '=', a.show.id)
        .execute(),
    )
    expect(list).not.toContain('The moved show')
    expect(await ask('get_upcoming_events', { availability: '0' })).toContain('The moved show')
  })

  it('close a suspended club on both within a second', async () => {
    const isOpen = async () => !(await ask('get_tenant')).includes('"success":false')
    expect(await isOpen()).toBe(true)
    const setSuspended = (suspended: boolean) =>
      world.database.withoutClub((tx) =>
        tx.updateTable('tenant').set({ suspended }).where('id', '=', a.id).execute(),
      )
    await setSuspended(true)
    world.pass(clubMemoryMs)
    expect(await isOpen()).toBe(false)
    await setSuspended(false)
    world.pass(clubMemoryMs)
    expect(await isOpen()).toBe(true)
  })

  it('end a sign-in on both at once', async () => {
    const token = await world.signIn(a, 'member')
    const isSignedIn = async () => {
      const { status } = await other.send('/dart/core', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-dart-token': token },
        body: JSON.stringify({ action: 'member_authorize' }),
      })
      return status === 200
    }
    expect(await isSignedIn()).toBe(true)
    await world.callerOf(a, token).call('member_logout', {})
    expect(await isSignedIn()).toBe(false)
  })

  it("give a member's own data through either, with the pictures that were sent to one", async () => {
    const token = await world.signIn(a, 'member')
    const imageData = `data:image/png;base64,${(await photo(300, 41)).toString('base64')}`
    const ride = { make: 'Nash', images: [{ imageData }] }
    expect(await world.ask(a, 'create_member_ride', ride, { token })).toMatchObject({ success: true })
    const { url } = await world.ask(a, 'get_own_data_link', {}, { token })
    const [here, there] = await Promise.all([world.send(String(url)), other.send(String(url))])
    expect([there.status, there.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(there.bytes.equals(here.bytes)).toBe(true)
    expect(there.bytes.includes(Buffer.from('pictures/'))).toBe(true)
  })

  it('stay ready while a newer version changes the tables: only a proxy that kept all of them out would', async () => {
    await world.database.withoutClub((tx) =>
      sql`insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '')`.execute(tx),
    )
    const { status, text } = await other.send('/readyz')
    expect([status, JSON.parse(text)]).toEqual([200, { ready: true, code: 'tables_newer' }])
    expect(await ask('get_tenant')).toContain('"success":true')
  })
})
