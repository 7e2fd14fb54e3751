// A backup from before a column was there: what the migration has found out for the rows of then is found at the
// restore, too.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { restoreBackup, writeBackup } from '../../../../src/server/backup/backup.ts'
import { seedScarceShow } from '../../../support/buying/eventOrders.ts'
import { setUpGate } from '../../../support/buying/gate.ts'
import { expectDone } from '../../../support/clubs/officer.ts'
import { describeRaces } from '../../../support/database/database.ts'
import { makeTestFolder } from '../../../support/database/testFolder.ts'

const younger = { order_line: ['tax_cents'], refund: ['hand_return'] } as const

describeRaces('the orders of a backup of an older version', (engine) => {
  const shop = setUpGate(engine)

  it('have their taxes, and how money went back', async () => {
    const services = { ...shop, newId: () => crypto.randomUUID() }
    const show = await seedScarceShow(shop, { spaces: 1, tickets: 9 })
    await shop.changeClubSettings(shop.a, { taxRates: { tickets: 600 } })
    const give = ['donations', 'take', '--amount', '80', '--first', 'Bo', '--last', 'Roe', '--paid', 'cheque']
    const id = /\(order (\d+)/.exec(await expectDone(shop.club(...give)))?.[1] ?? ''
    await expectDone(shop.club('orders', id, '--refund', '--reason', 'Too much', '--yes'))
    const sale = [
      'event',
      show.id,
      '--sell',
      `ticket:${show.ticketIds[0]}`,
      '--name',
      'Ann Lee',
      '--paid',
      'cash',
    ]
    await expectDone(shop.club(...sale))
    const read = () =>
      shop.inClub(shop.a, async (tx) => ({
        lines: await tx
          .selectFrom('order_line')
          .select(['order_id', 'line', 'tax_cents'])
          .orderBy('order_id')
          .execute(),
        refunds: await tx.selectFrom('refund').select(['order_id', 'hand_return']).execute(),
      }))
    const before = await read()
    expect(before.lines.some(({ tax_cents }) => tax_cents > 0)).toBe(true)
    expect(before.refunds.map(({ hand_return }) => hand_return)).toContain('cheque')
    const path = join(makeTestFolder(), 'older.backup')
    await writeBackup(services, path, shop.a.slug)
    const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n')
    const older = lines.map((text) => {
      if (text === '') return text
      const line = JSON.parse(text) as { table?: keyof typeof younger; rows?: Record<string, unknown>[] }
      for (const column of (line.table && younger[line.table]) ?? []) {
        for (const row of line.rows ?? []) delete row[column]
      }
      return JSON.stringify(line)
    })
    writeFileSync(path, gzipSync(older.join('\n')))
    await restoreBackup(services, path, true)
    expect(await read()).toEqual(before)
  })
})
