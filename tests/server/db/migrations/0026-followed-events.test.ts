import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { up } from '../../../../src/server/db/migrations/0026-followed-events.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('the table of followed events', (engine) => {
  const world = setUpClubWorld(engine)

  it('begins with the one event that each device of each club had, unless it is gone', async () => {
    const clubs = [world.clubs.a, world.clubs.b]
    for (const club of clubs) {
      for (const [index, event_id] of [club.show.id, null, 999_999].entries()) {
        const device = { endpoint: `https://push/${index}`, p256dh: 'p', auth: 'a', event_id }
        await world.insertRow(club, 'push_subscription', device)
      }
    }
    await world.database.withoutClub(async (tx) => {
      await sql`drop index push_subscription_member`.execute(tx)
      await sql`drop table followed_event`.execute(tx)
      await up(tx.withoutPlugins() as unknown as Kysely<unknown>)
    })
    for (const club of clubs) {
      const followed = await world.listRows(club, 'followed_event')
      const device = await world.getRow(club, 'push_subscription', { event_id: club.show.id }, [
        'id',
        'created_at',
      ])
      expect(followed).toEqual([
        {
          tenant_id: club.id,
          subscription_id: device.id,
          event_id: club.show.id,
          created_at: device.created_at,
        },
      ])
    }
    const { rows } = await world.database.withoutClub((tx) =>
      sql<{
        name: string
      }>`select relname as name from pg_class where relname in ('event', 'push_subscription',
        'followed_event') and relforcerowsecurity order by 1`.execute(tx),
    )
    expect(rows.map(({ name }) => name)).toEqual(['event', 'followed_event', 'push_subscription'])
  })
})
