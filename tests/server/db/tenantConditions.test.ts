// The run without tenant conditions really has none, and it contains the tests that show clubs apart.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tx } from '../../../src/server/db/open.ts'
import { describeOnEachEngine, openTestDatabase, type TestDatabase } from '../../support/database/database.ts'
import {
  areTenantConditionsRemoved,
  removeTenantConditions,
} from '../../support/database/tenantConditions.ts'

describeOnEachEngine('a condition on the club', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    for (const id of [1, 2]) {
      await database.asOwner((tx) =>
        tx
          .insertInto('tenant')
          .values({ slug: `club-${id}` })
          .execute(),
      )
      await database.inTenant(id, (tx) => tx.insertInto('topic').values(topicOf(id)).execute())
    }
  })
  afterAll(() => database.dispose())

  const topicOf = (tenantId: number) => ({
    tenant_id: tenantId,
    ref: `t-${tenantId}`,
    topic: 'Anything',
    topic_folded: 'anything',
  })
  const countBuilt = async (tx: Tx, tenantId: number) =>
    (await tx.selectFrom('topic').select('ref').where('tenant_id', '=', tenantId).execute()).length
  const countJoined = async (tx: Tx, tenantId: number) =>
    (await tx.selectFrom('topic as t').select('t.ref').where('t.tenant_id', '=', tenantId).execute()).length
  const countRaw = async (tx: Tx, tenantId: number) =>
    (await sql`select ref from topic t where t.tenant_id = ${tenantId} and ref <> ${'other'}`.execute(tx))
      .rows.length

  it('is gone when it is removed, however it was written, and row-level security stays', async () => {
    await database.inTenant(1, async (tx) => {
      const without = removeTenantConditions(tx)
      for (const count of [countBuilt, countJoined, countRaw]) {
        // the query names club 2 and gets club 1's row: only the policy chose it
        expect(await count(without, 2)).toBe(1)
        expect(await count(tx, 2)).toBe(areTenantConditionsRemoved ? 1 : 0)
        expect(await count(tx, 1)).toBe(1)
      }
    })
  })
})
