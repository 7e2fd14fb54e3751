// The Membership screen says only what will be charged by itself, and when (rules/payments 4.9).
import { expect, it } from 'vitest'
import { addDays, findDay } from '../../../../src/domain/day.ts'
import { refundOrder } from '../../../support/buying/refunds.ts'
import { setUpShop } from '../../../support/buying/shop.ts'
import {
  decliningCard,
  goTo,
  insertHolder,
  listCharges,
  type SavedHolder,
} from '../../../support/clubs/autoRenewals.ts'
import { signInRenewable } from '../../../support/clubs/renewables.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('the next charge of an automatic renewal', (engine) => {
  const shop = setUpShop(engine)
  const findToday = () => findDay(shop.now(), shop.a.timeZone)
  const look = async (member: SavedHolder) => {
    const token = await signInRenewable(shop, member)
    const answer = await shop.ask(shop.a, 'get_own_membership', {}, { token })
    return answer.success ? answer.membership.nextCharge : answer.code
  }
  const amountCents = 4150

  it('is on the day of the expiration, also before the member may renew', async () => {
    for (const days of [5, 300]) {
      const day = addDays(findToday(), days)
      expect(await look(await insertHolder(shop, { expiration: day }))).toEqual({ day, amountCents })
    }
  })

  it('is within a day, if the membership has just ended', async () => {
    const member = await insertHolder(shop, { expiration: addDays(findToday(), -2) })
    expect(await look(member)).toEqual({ day: '', amountCents })
    await goTo(shop, addDays(findToday(), 1))
    expect(await listCharges(shop, member)).toEqual([amountCents])
  })

  it('is none, where it is off or the membership ended long ago', async () => {
    expect(await look(await insertHolder(shop, { autoRenew: false }))).toBeNull()
    expect(await look(await insertHolder(shop, { autoRenew: null }))).toBeNull()
    const old = await insertHolder(shop, { expiration: addDays(findToday(), -171) })
    expect(await look(old)).toBeNull()
    await goTo(shop, addDays(findToday(), 2))
    expect(await listCharges(shop, old)).toEqual([])
  })

  it('is the next try after a decline, and none after the last', async () => {
    const day = addDays(findToday(), 1)
    const member = await insertHolder(shop, { expiration: day, card: decliningCard })
    await goTo(shop, day)
    expect(await look(member)).toEqual({ day: addDays(day, 1), amountCents })
    await goTo(shop, addDays(day, 8))
    await goTo(shop, addDays(day, 9))
    await goTo(shop, addDays(day, 11))
    await goTo(shop, addDays(day, 13))
    await goTo(shop, addDays(day, 16))
    expect(await look(member)).toBeNull()
  })

  it('is none after a refund of the automatic renewal', async () => {
    const day = addDays(findToday(), 1)
    const member = await insertHolder(shop, { expiration: day })
    await goTo(shop, day)
    expect(await listCharges(shop, member)).toEqual([amountCents])
    const { id } = await shop.getRow(shop.a, 'purchase_order', { member_id: member.id })
    await refundOrder({ ...shop, newId: () => crypto.randomUUID() }, shop.a.id, id, { reason: 'By mistake' })
    expect(await look(member)).toBeNull()
  })
})
