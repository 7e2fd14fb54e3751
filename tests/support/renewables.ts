// Members of the first club who may renew now, each with nothing behind them.
import { randomUUID } from 'node:crypto'
import { addDays, findDay } from '../../src/domain/day.ts'
import type { Shop } from './shop.ts'

export interface Renewable {
  readonly id: number
  readonly email: string
}

export async function insertRenewable(shop: Shop, typeId = shop.a.memberTypes.open): Promise<Renewable> {
  const email = `${randomUUID().slice(0, 8)}@renew.example`
  const { id } = await shop.inClub(shop.a, (tx) =>
    tx
      .insertInto('member')
      .values({
        tenant_id: shop.a.id,
        email,
        email_folded: email,
        fname: 'Renata',
        lname: 'Quill',
        member_type_id: typeId,
        expires_on: addDays(findDay(shop.now(), shop.a.timeZone), 20),
        joined_on: null,
        parent_id: null,
        avatar_hash: null,
        password_hash: null,
        language: null,
        deleted_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { id, email }
}
