// Members with a card saved at the sandbox's provider, and the nights in which their memberships renew.
import { randomUUID } from 'node:crypto'
import { toInstant } from '../../../src/domain/day.ts'
import { setAutoRenew } from '../../../src/server/member/db/membership.ts'
import {
  insertCard,
  nameCustomer,
  setDefaultCard,
  takeCustomer,
} from '../../../src/server/order/db/savedCard.ts'
import type { Shop } from '../buying/shop.ts'
import { insertRenewable, type Renewable } from './renewables.ts'

/** Can be saved; afterwards the bank declines each charge. */
export const decliningCard = 'pm_card_chargeCustomerFail'
/** The bank asks the card's holder each time. */
export const askingCard = 'pm_card_authenticationRequired'

export interface SavedHolder extends Renewable {
  readonly customerId: string
  readonly methodId: string
}

/** A member with a default card. By default it pays, and automatic renewal is on. */
export async function insertHolder(
  shop: Shop,
  {
    card = 'pm_card_visa',
    expiration,
    autoRenew = true,
    language = 'en',
    typeId,
  }: {
    card?: string
    expiration?: string
    autoRenew?: boolean | null
    language?: 'en' | 'es'
    typeId?: number
  } = {},
): Promise<SavedHolder> {
  const member = await insertRenewable(shop, typeId)
  const { id: customerId } = await shop.stripe.customers.create({
    metadata: { tenant: shop.a.uuid, member: String(member.id) },
  })
  const method = await shop.stripe.paymentMethods.attach(card, { customer: customerId })
  const holder = { memberId: member.id, mode: 'sandbox' }
  const at = new Date(shop.now())
  await shop.inClub(shop.a, async (tx) => {
    const { key } = await takeCustomer(tx, holder, { key: randomUUID(), at })
    await nameCustomer(tx, holder, key, customerId)
    const id = await insertCard(tx, holder, {
      providerId: method.id,
      fingerprint: null,
      brand: method.card?.brand ?? '',
      last4: method.card?.last4 ?? '',
      expMonth: 12,
      expYear: 2034,
      consent: 'renewal-2',
      orderId: null,
      at,
    })
    await setDefaultCard(tx, holder, id)
    await setAutoRenew(tx, member.id, autoRenew)
    await tx
      .updateTable('member')
      .set({ language, ...(expiration === undefined ? {} : { expires_on: expiration }) })
      .where('id', '=', member.id)
      .execute()
  })
  return { ...member, customerId, methodId: method.id }
}

/** Moves the clock to this time of day in the first club, and does all that is due by then. */
export async function goTo(shop: Shop, day: string, time = '00:05'): Promise<void> {
  const ms = toInstant(day, time, shop.a.timeZone) - shop.now()
  if (ms < 0) throw new Error(`${day} ${time} is over already`)
  shop.pass(ms)
  await shop.engine.runDue()
}

/** The charges that succeeded, in cents. */
export async function listCharges(shop: Shop, { customerId }: SavedHolder): Promise<number[]> {
  const { data } = await shop.stripe.paymentIntents.list({ customer: customerId, limit: 100 })
  return data.filter(({ status }) => status === 'succeeded').map(({ amount_received }) => amount_received)
}

export async function readExpiration(shop: Shop, { id }: Renewable): Promise<string> {
  const row = await shop.getRow(shop.a, 'member', { id }, ['expires_on'])
  return row.expires_on
}

export async function listSubjects(shop: Shop, { email }: Renewable): Promise<string[]> {
  return (await shop.listMails(email)).map(({ subject }) => subject ?? '')
}
