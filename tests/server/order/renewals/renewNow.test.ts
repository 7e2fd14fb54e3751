// "Renew now": the saved card is charged once for each period, whoever presses and however often
// (rules/payments 4.4 and 5.16, T2.30 of rules/security).
import { beforeAll, expect, it } from 'vitest'
import { addDays, addYears, findDay } from '../../../../src/domain/day.ts'
import { setUpShop } from '../../../support/buying/shop.ts'
import {
  askingCard,
  decliningCard,
  insertHolder,
  listCharges,
  listSubjects,
  readExpiration,
  type SavedHolder,
} from '../../../support/clubs/autoRenewals.ts'
import { insertRenewable, signInRenewable } from '../../../support/clubs/renewables.ts'
import { describeRaces } from '../../../support/database/database.ts'

describeRaces('a press of "Renew now"', (engine) => {
  const shop = setUpShop(engine)
  let today: string
  beforeAll(() => {
    today = findDay(shop.now(), shop.a.timeZone)
  })

  const press = async (token: string, input: Record<string, unknown> = {}) =>
    shop.ask(shop.a, 'stripe_membership_renew', input, { token })
  const look = async (token: string) => {
    const answer = await shop.ask(shop.a, 'get_own_membership', {}, { token })
    if (!answer.success) throw new Error(answer.code)
    return answer.membership
  }
  const newHolder = (options: Parameters<typeof insertHolder>[1] = {}) =>
    insertHolder(shop, { expiration: addDays(today, 5), autoRenew: null, ...options })
  const pressAs = async (member: SavedHolder, input?: Record<string, unknown>) =>
    press(await signInRenewable(shop, member), input)
  const insertType = async (renew_price_cents: number) =>
    (
      await shop.insertRow(shop.a, 'member_type', {
        label: 'Closed',
        price_cents: 100,
        renew_price_cents,
        open: false,
      })
    ).id
  const setFee = async (cents: number | undefined) => {
    const { settings } = await shop.getRow(shop.a, 'club')
    if (cents !== undefined) await shop.changeClubSettings(shop.a, { serviceFeeCents: cents })
    return settings.serviceFeeCents
  }

  it('charges once for fifty presses at once, and for later presses of the same period', async () => {
    const member = await newHolder()
    const token = await signInRenewable(shop, member)
    const expiration = addDays(today, 5)
    const { renewNow, card } = await look(token)
    expect(card).toMatchObject({ brand: 'visa', last4: '4242' })
    expect(renewNow).toMatchObject({ expiration: addYears(expiration, 1), runsFromToday: false })
    const amount = renewNow?.quote.grandTotalCents
    const presses = Array.from({ length: 50 }, (_, index) =>
      press(token, index % 2 === 0 ? { expiration, amount } : {}),
    )
    const renewed = { success: true, expiration: addYears(expiration, 1) }
    for (const answer of await Promise.all(presses)) expect(answer).toMatchObject(renewed)
    expect(await press(token, { expiration, amount })).toMatchObject(renewed)
    expect(await listCharges(shop, member)).toEqual([amount])
    // the second press of a double press, and another tab that is opened for days
    expect(await press(token)).toMatchObject({ success: true, expiration: addYears(expiration, 1) })
    shop.pass(3 * 60 * 60_000)
    expect(await press(token, { expiration })).toMatchObject({
      success: true,
      expiration: addYears(expiration, 1),
    })
    await shop.deliver()
    expect(await listCharges(shop, member)).toEqual([amount])
    expect(await readExpiration(shop, member)).toBe(addYears(expiration, 1))
    expect((await listSubjects(shop, member)).filter((text) => text.includes('receipt'))).toHaveLength(1)
  })

  it('charges nothing when the price is not the one on the screen', async () => {
    const member = await newHolder()
    expect(await pressAs(member, { amount: 1 })).toMatchObject({ code: 'price-changed' })
    expect(await listCharges(shop, member)).toEqual([])
  })

  it('runs from today where the old end would be over already, which the member is told before', async () => {
    const member = await newHolder({ expiration: '2023-06-01' })
    const token = await signInRenewable(shop, member)
    expect(await look(token)).toMatchObject({
      renewNow: { expiration: addYears(today, 1), runsFromToday: true },
    })
    expect(await press(token)).toMatchObject({ success: true, expiration: addYears(today, 1) })
  })

  it('is refused with its reason where nothing can be charged', async () => {
    const noCard = await insertRenewable(shop)
    expect(await press(await signInRenewable(shop, noCard))).toMatchObject({ code: 'no-saved-card' })
    const early = await newHolder({ expiration: addDays(today, 300) })
    expect(await pressAs(early)).toMatchObject({ code: 'renewal-too-early' })
    expect(await look(await signInRenewable(shop, early))).toMatchObject({ canRenew: false, renewNow: null })
    const child = await newHolder()
    await shop.changeRows(shop.a, 'member', { id: child.id }, { parent_id: early.id })
    expect(await pressAs(child)).toMatchObject({ code: 'child-membership' })
    const other = await newHolder()
    expect(await pressAs(other, { expiration: addDays(today, 6) })).toMatchObject({ code: 'renewal-changed' })
    expect(await shop.ask(shop.a, 'stripe_membership_renew', {})).toMatchObject({
      code: 'needs-signin',
    })
    for (const member of [early, child, other]) expect(await listCharges(shop, member)).toEqual([])
  })

  it('costs nothing where the type renews for nothing, and is refused below the least amount', async () => {
    const fee = await setFee(undefined)
    const free = await newHolder({ typeId: await insertType(0) })
    expect(await pressAs(free)).toMatchObject({ success: true, expiration: addYears(addDays(today, 5), 1) })
    expect(await listCharges(shop, free)).toEqual([])
    await setFee(0)
    try {
      const small = await newHolder({ typeId: await insertType(49) })
      expect(await pressAs(small)).toMatchObject({ code: 'amount-too-small' })
      expect(await readExpiration(shop, small)).toBe(addDays(today, 5))
    } finally {
      await setFee(fee)
    }
  })

  it('says that the card was declined, and renews with the next press and another card', async () => {
    const member = await newHolder({ card: decliningCard })
    const token = await signInRenewable(shop, member)
    expect(await press(token)).toMatchObject({ success: false, code: 'renewal-declined' })
    expect(await look(token)).toMatchObject({ open: { state: 'stopped', reason: 'declined' } })
    const good = await shop.stripe.paymentMethods.attach('pm_card_visa', { customer: member.customerId })
    await shop.changeRows(shop.a, 'saved_card', { member_id: member.id }, { provider_id: good.id })
    expect(await press(token)).toMatchObject({ success: true })
    expect(await listCharges(shop, member)).toHaveLength(1)
    expect(await look(token)).toMatchObject({ open: null })
    // one order, with both attempts
    const orders = await shop.listRows(shop.a, 'purchase_order', { member_id: member.id }, ['state'])
    expect(orders).toEqual([{ state: 'fulfilled' }])
    expect((await listSubjects(shop, member)).filter((text) => text.includes('could not'))).toEqual([])
  })

  it('that the bank asks about mails a link, with which the holder confirms the same payment', async () => {
    const member = await newHolder({ card: askingCard, language: 'es' })
    const token = await signInRenewable(shop, member)
    expect(await press(token)).toMatchObject({ success: false, code: 'renewal-needs-holder' })
    const { open } = await look(token)
    expect(open).toMatchObject({ state: 'confirm', reason: 'holder' })
    const [mail] = await shop.listMails(member.email)
    expect(mail?.subject).toContain('confirme la renovación de su membresía')
    const orderKey = /order\?subdomain=\w+#key=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    expect(orderKey).toBe(open?.orderKey)
    const read = async () => shop.ask(shop.a, 'get_order', { orderKey })
    const before = await read()
    const secret = before.success ? (before.order.confirmWith ?? '') : ''
    // a day and a half later: other orders would be closed by then
    await shop.sweep(36 * 60)
    const [id = ''] = secret.split('_secret_')
    await shop.stripe.paymentIntents.retrieve(id)
    await shop.sandbox.confirm(secret, member.methodId)
    await shop.sandbox.authenticate(secret, 'complete')
    expect(await read()).toMatchObject({ order: { state: 'fulfilled', expiration: expect.any(String) } })
    expect(await listCharges(shop, member)).toHaveLength(1)
    expect(await readExpiration(shop, member)).toBe(addYears(addDays(today, 5), 1))
    const after = await read()
    expect(after.success && after.order.confirmWith).toBeUndefined()
  })

  it('whose money arrived and renews nothing is never called uncharged', async () => {
    const member = await newHolder({ card: askingCard })
    const token = await signInRenewable(shop, member)
    expect(await press(token)).toMatchObject({ code: 'renewal-needs-holder' })
    const { open } = await look(token)
    const turnTo = (state: 'review' | 'refunding' | 'refunded' | 'expired') =>
      shop.changeRows(shop.a, 'purchase_order', { member_id: member.id }, { state })
    for (const state of ['review', 'refunding'] as const) {
      await turnTo(state)
      expect((await look(token)).open).toMatchObject({ state: 'taken', orderKey: open?.orderKey })
      expect(await press(token)).toMatchObject({ code: 'renewal-changed' })
    }
    await turnTo('refunded')
    expect((await look(token)).open).toBeNull()
    await turnTo('expired')
    expect((await look(token)).open).toMatchObject({ state: 'stopped', orderKey: '' })
  })

  it('charges once when the line is cut after the provider acted', async () => {
    // a payment that is known is asked for its state
    for (const [operation, isKnown] of [
      ['payment_intents.create', false],
      ['payment_intents.confirm', true],
    ] as const) {
      const member = await newHolder()
      await shop.sandbox.fail({ operation, when: 'after', how: 'cut', times: 50 })
      const token = await signInRenewable(shop, member)
      expect(await press(token)).toMatchObject({ success: isKnown })
      await shop.sandbox.reset()
      await shop.sandbox.setRules([{ state: 'held' }])
      expect(await press(token)).toMatchObject({ success: true })
      expect(await listCharges(shop, member)).toHaveLength(1)
    }
  })
})
