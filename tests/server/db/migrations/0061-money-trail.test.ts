import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { up } from '../../../../src/server/db/migrations/0061-money-trail.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('the taxes of lines and the ways of refunds', (engine) => {
  const world = setUpClubWorld(engine)
  const at = new Date('2026-06-12T16:00:00Z')

  it('are found for what was sold before: exactly without a discount, and together always', async () => {
    const clubs = [world.clubs.a, world.clubs.b]
    const orders = [
      {
        id: 901,
        mode: 'cash',
        discount_cents: 0,
        taxes_cents: 276,
        lines: [
          [3600, 3816],
          [1000, 1060],
          [500, 500],
        ],
      },
      {
        id: 902,
        mode: 'live',
        discount_cents: 700,
        taxes_cents: 101,
        lines: [
          [1000, 333],
          [1000, 333],
          [1000, 335],
        ],
      },
      { id: 903, mode: 'cheque', discount_cents: 0, taxes_cents: 0, lines: [[4000, 4000]] },
    ] as const
    for (const club of clubs) {
      for (const { lines, ...order } of orders) {
        await world.insertRow(club, 'purchase_order', {
          ...{ key: randomUUID(), kind: 'event', category: 4, asked_hash: '', description: '', email: '' },
          ...{ email_folded: '', sub_total_cents: 0, service_fee_cents: 0, total_cents: 0, currency: 'usd' },
          ...{ ...order, created_at: at },
        })
        for (const [index, [amount_cents, net_cents]] of lines.entries()) {
          await world.insertRow(club, 'order_line', {
            ...{ order_id: order.id, line: index + 1, kind: 'ticket', label: '', quantity: 1, item: '{}' },
            ...{ amount_cents, net_cents },
          })
        }
        await world.insertRow(club, 'refund', {
          ...{ id: randomUUID(), order_id: order.id, amount_cents: 1, lines: '[]', reason: '', asked_at: at },
        })
      }
    }
    await world.database.withoutClub(async (tx) => {
      await sql`alter table order_line drop column tax_cents`.execute(tx)
      await sql`alter table refund drop column hand_return`.execute(tx)
      await up(tx.withoutPlugins() as unknown as Kysely<unknown>)
    })
    for (const club of clubs) {
      const taxes = async (order_id: number) =>
        (await world.listRows(club, 'order_line', { order_id }, ['line', 'tax_cents']))
          .toSorted((one, other) => one.line - other.line)
          .map(({ tax_cents }) => tax_cents)
      expect(await taxes(901)).toEqual([216, 60, 0])
      expect(await taxes(902)).toEqual([34, 33, 34])
      expect(await taxes(903)).toEqual([0])
      const ways = async (order_id: number) =>
        (await world.getRow(club, 'refund', { order_id }, ['hand_return'])).hand_return
      expect([await ways(901), await ways(902), await ways(903)]).toEqual(['cash', null, 'cheque'])
    }
    const { rows } = await world.database.withoutClub((tx) =>
      sql<{ name: string }>`select relname as name from pg_class
        where relname in ('purchase_order', 'order_line', 'refund') and relforcerowsecurity order by 1`.execute(
        tx,
      ),
    )
    expect(rows.map(({ name }) => name)).toEqual(['order_line', 'purchase_order', 'refund'])
  })
})
