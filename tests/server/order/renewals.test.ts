// When a renewal ends: after its payment, never in the past (rules/payments 4.3).
import { expect, it } from 'vitest'
import { addDays, addYears, findDay } from '../../../src/domain/day.ts'
import { dayMs } from '../../../src/domain/time.ts'
import { sealLookup } from '../../../src/server/auth/lookupProof.ts'
import { joining, setUpShop, type WantedOrder } from '../../support/buying/shop.ts'
import { insertRenewable, type Renewable } from '../../support/clubs/renewables.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

describeOnEachEngine('a renewal', (engine) => {
  const shop = setUpShop(engine)

  const today = () => findDay(shop.now(), shop.a.timeZone)
  const insertExpired = async (expiration: string): Promise<Renewable> => {
    const member = await insertRenewable(shop)
    await shop.setMember(member.email, { expires_on: expiration })
    return member
  }
  const renewing = async ({ id, email }: Renewable, years = 1): Promise<WantedOrder> => {
    const lookup = await sealLookup(shop, { tenantId: shop.a.id, memberId: id }, shop.now())
    return { kind: 'renewal', payload: { lookup, years }, category: 1, email }
  }
  const buy = async (wanted: WantedOrder) => shop.buy(wanted)
  const quote = async ({ kind, payload }: WantedOrder) =>
    shop.ask(shop.a, 'quote_order', { order: { kind, payload } })

  it.each([
    [
      'extends the old expiration, where that ends after today',
      -100,
      1,
      () => addYears(addDays(today(), -100), 1),
    ],
    ['runs from today, where it would end today', -365, 1, () => addYears(today(), 1)],
    ['runs from today, where it would end before', -1270, 2, () => addYears(today(), 2)],
    ['extends it, where enough years are bought', -400, 2, () => addYears(addDays(today(), -400), 2)],
  ])('%s: on the quote, the membership, the order and the mail', async (_, days, years, findEnd) => {
    const expiration = days === -365 ? addYears(today(), -1) : addDays(today(), days)
    const member = await insertExpired(expiration)
    const wanted = await renewing(member, years)
    const end = findEnd()
    expect(await quote(wanted)).toMatchObject({
      success: true,
      quote: { lines: [{ kind: 'renewal', quantity: years, expiration: end }] },
    })
    const opened = await buy(wanted)
    expect((await shop.readMember(member.email)).expires_on).toBe(end)
    const answer = await shop.ask(shop.a, 'get_order', { orderKey: opened.key })
    expect(answer).toMatchObject({ order: { state: 'fulfilled', expiration: end } })
    const [mail] = await shop.listMails(member.email)
    // people read the last valid day
    const [year, , day] = addDays(end, -1).split('-')
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`good until \\w+ ${Number(day)}, ${year}`))
  })

  it('that is late says what joining anew would give, where that is longer, and joining gives it', async () => {
    const late = await insertExpired(addDays(today(), -326))
    const anew = addYears(today(), 1)
    expect(await quote(await renewing(late))).toMatchObject({
      quote: { lines: [{ expiration: addYears(addDays(today(), -326), 1), expirationAnew: anew }] },
    })
    for (const days of [0, 20, -1270]) {
      const answer = await quote(await renewing(await insertExpired(addDays(today(), days))))
      expect(answer.success && answer.quote.lines[0]).not.toHaveProperty('expirationAnew')
    }
    const wanted = joining(shop, late.email)
    expect(await quote(wanted)).toMatchObject({ quote: { lines: [{ expiration: anew }] } })
    await buy(wanted)
    expect((await shop.readMember(late.email)).expires_on).toBe(anew)
  })

  it('runs from the day on which its payment arrives, if its time is over by then', async () => {
    const member = await insertExpired(addDays(addYears(today(), -1), 1))
    const wanted = await renewing(member)
    expect(await quote(wanted)).toMatchObject({ quote: { lines: [{ expiration: addDays(today(), 1) }] } })
    await shop.pay(wanted)
    shop.pass(2 * dayMs)
    await shop.deliver()
    expect((await shop.readMember(member.email)).expires_on).toBe(addYears(today(), 1))
  })
})
