import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { up } from '../../../../src/server/db/migrations/0040-proved-addresses.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('the proof of an address', (engine) => {
  const world = setUpClubWorld(engine)

  it('begins with whom a club file brought and whose mailed code was used, in each club', async () => {
    const clubs = [world.clubs.a, world.clubs.b]
    for (const club of clubs) {
      const { member, parent, child, expired } = club.people
      const code = (member_id: number, kind: 'setup' | 'link', used_at: Date | null) => ({
        ...{ id: randomUUID(), member_id, kind, hash: randomUUID(), used_at },
        ...{ created_at: new Date(world.now()), expires_at: new Date(world.now()) },
      })
      await world.insertRow(club, 'imported', { kind: 'member', ref: 'm', row_id: member.id, record: '{}' })
      await world.insertRow(club, 'member_code', code(parent.id, 'setup', new Date(world.now())))
      await world.insertRow(club, 'member_code', code(child.id, 'link', new Date(world.now())))
      await world.insertRow(club, 'member_code', code(expired.id, 'setup', null))
    }
    await world.database.withoutClub(async (tx) => {
      await sql`alter table member drop column email_proved_at`.execute(tx)
      await up(tx.withoutPlugins() as unknown as Kysely<unknown>)
    })
    for (const club of clubs) {
      const rows = await world.listRows(club, 'member', {}, ['id', 'email_proved_at'])
      const proved = rows.filter(({ email_proved_at }) => email_proved_at !== null).map(({ id }) => id)
      expect(proved.sort()).toEqual([club.people.member.id, club.people.parent.id].sort())
    }
  })
})
