// No money is taken for a member who cannot sign in, and nobody learns why (rules/payments 4.7).
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { addDays, findDay } from '../../../../src/domain/day.ts'
import { sealLookup } from '../../../../src/server/auth/lookupProof.ts'
import { joining, setUpShop } from '../../../support/buying/shop.ts'
import { insertRenewable, type Renewable } from '../../../support/clubs/renewables.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('a suspended member', (engine) => {
  const shop = setUpShop(engine)

  const suspend = ({ email }: Renewable) => shop.setMember(email, { suspended_at: new Date(shop.now()) })
  const insertSuspended = async () => {
    const member = await insertRenewable(shop)
    await suspend(member)
    return member
  }
  const renewing = async ({ id, email }: Renewable) => {
    const lookup = await sealLookup(shop, { tenantId: shop.a.id, memberId: id }, shop.now())
    return { kind: 'renewal', payload: { lookup, years: 1 }, category: 1, email }
  }
  const refusal = { success: false, code: 'renewal-not-found' }

  it('cannot be renewed: refused before the card, at the look-up, the price and the payment', async () => {
    const member = await insertSuspended()
    const found = await shop.ask(shop.a, 'lookup_member', { username: member.email })
    expect(found).toMatchObject({ success: true, canRenew: false })
    expect(JSON.stringify(found)).not.toMatch(/suspend/i)
    const { kind, payload } = await renewing(member)
    const order = { kind, payload }
    expect(await shop.ask(shop.a, 'quote_order', { order })).toMatchObject(refusal)
    expect(await shop.tryOpen(await renewing(member), { amount: 4150 })).toMatchObject(refusal)
    const created = await shop.ask(shop.a, 'create_member', {
      ...payload,
      kind: 'renewal',
      key: randomUUID(),
    })
    expect(created).toMatchObject(refusal)
  })

  it('cannot join with the same address either', async () => {
    const member = await insertSuspended()
    await shop.setMember(member.email, { expires_on: addDays(findDay(shop.now(), shop.a.timeZone), -40) })
    expect(await shop.tryOpen(joining(shop, member.email))).toMatchObject(refusal)
  })

  it('who was suspended after the order gets the money back', async () => {
    const member = await insertRenewable(shop)
    const opened = await shop.open(await renewing(member))
    const before = (await shop.readMember(member.email)).expires_on
    await suspend(member)
    await shop.confirm(opened)
    await shop.deliver()
    await shop.sweep()
    expect((await shop.readOrder(opened.receiptId)).state).toBe('refunded')
    expect((await shop.readMember(member.email)).expires_on).toBe(before)
  })
})
