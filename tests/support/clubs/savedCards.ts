// A saved card as a row, for tests that need no provider.
import { randomUUID } from 'node:crypto'
import {
  insertCard,
  nameCustomer,
  setDefaultCard,
  takeCustomer,
} from '../../../src/server/order/db/savedCard.ts'
import type { SeededClub } from './clubs.ts'
import type { ClubWorld } from './clubWorld.ts'

/** The member's default card. Returns the row's id. */
export function insertSavedCard(
  world: ClubWorld,
  club: SeededClub,
  memberId: number,
  { mode = 'sandbox', last4 = '4242' }: { mode?: string; last4?: string } = {},
): Promise<number> {
  const holder = { memberId, mode }
  const at = new Date(world.now())
  return world.inClub(club, async (tx) => {
    const { key } = await takeCustomer(tx, holder, { key: randomUUID(), at })
    await nameCustomer(tx, holder, key, `cus_${randomUUID()}`)
    const id = await insertCard(tx, holder, {
      providerId: `pm_${randomUUID()}`,
      fingerprint: null,
      brand: 'visa',
      last4,
      expMonth: 12,
      expYear: 2034,
      consent: 'renewal-2',
      orderId: null,
      at,
    })
    await setDefaultCard(tx, holder, id)
    return id
  })
}
