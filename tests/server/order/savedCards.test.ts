// Renewals that save the paying card: for the right member, once, and only together with the goods
// (rules/payments 4 and 5.6, 5.13).
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { addDays, findDay } from '../../../src/domain/day.ts'
import { findAutoRenew } from '../../../src/server/member/db/membership.ts'
import { listSavedCards } from '../../../src/server/order/db/savedCard.ts'
import { asMember } from '../../../src/server/order/renewals/asMember.ts'
import { refundOrder } from '../../support/buying/refunds.ts'
import { type OpenedOrder, setUpShop, type WantedOrder } from '../../support/buying/shop.ts'
import type { Role } from '../../support/clubs/people.ts'
import { insertRenewable, type Renewable, signInRenewable } from '../../support/clubs/renewables.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

/** The bank asks the card's holder each time. */
const needsAuthentication = 'pm_card_authenticationRequired'

describeOnEachEngine('a card that pays for a renewal', (engine) => {
  const shop = setUpShop(engine)

  const newMember = () => insertRenewable(shop)
  /** Whose sign-in an order is made with: without one no renewal saves a card. */
  const tokens = new WeakMap<WantedOrder, string>()
  const renewing = async (
    member: Renewable,
    { isSignedIn = true, ...more }: { isSignedIn?: boolean; autoRenew?: boolean } = {},
  ): Promise<WantedOrder> => {
    const payload = { years: 1, autoRenew: true, ...more }
    const wanted = { kind: 'renewal', payload, category: 1, email: member.email }
    if (isSignedIn) tokens.set(wanted, await signInRenewable(shop, member))
    return wanted
  }
  const withToken = (wanted: WantedOrder, more: Record<string, unknown>) => {
    const token = tokens.get(wanted)
    return { ...(token === undefined ? {} : { token }), ...more }
  }
  const open = async (wanted: WantedOrder, more: Record<string, unknown> = {}) =>
    shop.open(wanted, withToken(wanted, more))
  const tryOpen = async (wanted: WantedOrder, more: Record<string, unknown> = {}) =>
    shop.tryOpen(wanted, withToken(wanted, more))
  const buy = async (
    wanted: WantedOrder,
    card?: string,
    more: Record<string, unknown> = {},
  ): Promise<OpenedOrder> => {
    const opened = await open(wanted, more)
    await shop.confirm(opened, card)
    if (card === needsAuthentication) await shop.sandbox.authenticate(opened.clientSecret, 'complete')
    await shop.deliver()
    return opened
  }
  /** As the signed-in member, who may change what is there. */
  const buyAs = async (member: Renewable, card?: string): Promise<OpenedOrder> =>
    buy(await renewing(member), card)
  const giveBack = ({ receiptId }: OpenedOrder) =>
    refundOrder({ ...shop, newId: () => randomUUID() }, shop.a.id, receiptId, { reason: 'By mistake' })
  const setExpiration = ({ id }: Renewable, days: number) =>
    shop.changeRows(
      shop.a,
      'member',
      { id },
      { expires_on: addDays(findDay(shop.now(), shop.a.timeZone), days) },
    )
  const readMember = ({ id }: { id: number }) =>
    shop.inClub(shop.a, async (tx) => {
      const cards = await listSavedCards(tx, { memberId: id, mode: 'sandbox' })
      return {
        autoRenew: await findAutoRenew(tx, id),
        cards: cards.map(({ last4, isDefault }) => (isDefault ? `${last4} default` : last4)),
      }
    })
  const listCustomers = async ({ id }: { id: number }) =>
    (await shop.stripe.customers.list({ limit: 100 })).data.filter(
      ({ metadata }) => metadata.member === String(id) && metadata.tenant === shop.a.uuid,
    )
  /** The member's cards at the provider, after every job is done. */
  const listHeld = async (member: { id: number }) => {
    await shop.sweep()
    const held: (string | undefined)[] = []
    for (const { id } of await listCustomers(member)) {
      held.push(...(await shop.stripe.customers.listPaymentMethods(id)).data.map(({ card }) => card?.last4))
    }
    return held
  }
  const readState = async ({ receiptId }: OpenedOrder) => (await shop.readOrder(receiptId)).state
  const nothing = { autoRenew: false, cards: [] }

  it("is saved once, by the member's own customer, whatever tells of the payment at once", async () => {
    const member = await newMember()
    const wanted = await renewing(member)
    const opened = await open(wanted)
    expect(opened).toMatchObject({ keepsCard: 'renewal-1' })
    const [customer] = await listCustomers(member)
    expect(await shop.stripe.paymentIntents.retrieve(opened.intentId)).toMatchObject({
      customer: customer?.id,
      setup_future_usage: 'off_session',
      allowed_payment_method_types: ['card'],
    })
    // opening Pay alone saves nothing
    expect(await readMember(member)).toEqual(nothing)
    await shop.confirm(opened)
    const [event] = await shop.listEvents('payment_intent.succeeded')
    const { key, receiptId } = opened
    const ids = [receiptId]
    await Promise.all([
      shop.sandbox.send(Array.from({ length: 5 }, () => event?.id ?? 0)),
      shop.request(shop.a, 'stripe_complete_payment', { ids, status: 3 }),
      shop.request(
        shop.a,
        'create_member',
        { kind: 'renewal', key, receiptId, ...wanted.payload },
        withToken(wanted, {}),
      ),
      shop.request(shop.a, 'get_order', { orderKey: key }),
    ])
    expect(await readState(opened)).toBe('fulfilled')
    expect(await readMember(member)).toEqual({ autoRenew: true, cards: ['4242 default'] })
    const [row] = await shop.listRows(shop.a, 'saved_card', { member_id: member.id })
    expect(row).toMatchObject({
      tenant_id: shop.a.id,
      mode: 'sandbox',
      brand: 'visa',
      last4: '4242',
      exp_month: expect.any(Number),
      exp_year: expect.any(Number),
      consent: 'renewal-1',
      order_id: opened.receiptId,
    })
    const answer = await shop.ask(shop.a, 'get_order', { orderKey: opened.key })
    expect(answer).toMatchObject({ order: { autoRenews: true } })
    const mails = await shop.listMails(member.email)
    const receipt = mails.find(({ subject }) => subject.includes('receipt for order'))
    expect(receipt?.text).toContain('It renews automatically each time it expires')
    await shop.sandbox.drop()
  })

  it('is one row however often it pays, and another card takes its place as the default', async () => {
    const member = await newMember()
    await buy(await renewing(member))
    for (const card of ['pm_card_visa', needsAuthentication, 'pm_card_visa']) {
      await setExpiration(member, 20)
      expect(await readState(await buyAs(member, card))).toBe('fulfilled')
    }
    expect(await readMember(member)).toEqual({ autoRenew: true, cards: ['4242 default', '3184'] })
    expect(await listCustomers(member)).toHaveLength(1)
    // a card that was saved twice is held once
    expect((await listHeld(member)).sort()).toEqual(['3184', '4242'])
  })

  it('is not saved where nobody asks for it or nothing is paid, and nothing is turned on then', async () => {
    const unticked = await newMember()
    const opened = await buy(await renewing(unticked, { autoRenew: false }))
    expect(opened).toMatchObject({ keepsCard: null })
    expect(await readState(opened)).toBe('fulfilled')
    expect(await readMember(unticked)).toEqual(nothing)
    expect(await listCustomers(unticked)).toEqual([])
    const free = await insertRenewable(shop, shop.a.memberTypes.hidden)
    const wanted = await renewing(free)
    const renewed = await shop.request(
      shop.a,
      'create_member',
      { kind: 'renewal', ...wanted.payload },
      withToken(wanted, {}),
    )
    expect(renewed.answer).toMatchObject({ success: true })
    expect(await readMember(free)).toEqual(nothing)
    expect(await listCustomers(free)).toEqual([])
  })

  it("turns a member's own renewal on, whose later wish needs no payment", async () => {
    const asMember = async (role: Role, card?: string) => {
      const member = shop.a.people[role]
      const token = await shop.signIn(shop.a, role)
      const setType = (member_type_id: number) =>
        shop.changeRows(shop.a, 'member', { id: member.id }, { member_type_id })
      const wanted = await renewing(member, { isSignedIn: false })
      if (card !== undefined) {
        await setExpiration(member, 20)
        await buy(wanted, card, { token })
        expect(await readMember(member)).toEqual({ autoRenew: true, cards: ['4242 default'] })
        // the member has turned it off since
        await shop.changeRows(shop.a, 'member_settings', { member_id: member.id }, { auto_renew: false })
      }
      await setExpiration(member, 20)
      await setType(shop.a.memberTypes.hidden)
      const answer = await shop.ask(
        shop.a,
        'create_member',
        { kind: 'renewal', ...wanted.payload },
        { token },
      )
      expect(answer).toMatchObject({ success: true })
      return readMember(member)
    }
    expect(await asMember('member', 'pm_card_visa')).toEqual({ autoRenew: true, cards: ['4242 default'] })
    // rules/security 5.35: without a card there is nothing to renew with
    expect(await asMember('parent')).toEqual(nothing)
  })

  it('comes to one customer when many intents are asked for at once, or an answer is lost', async () => {
    const member = await newMember()
    const wanted = await renewing(member)
    const answers = await Promise.all(Array.from({ length: 6 }, () => tryOpen(wanted)))
    // the provider may refuse to do the same thing twice at once; that must not make another customer
    const refusals = answers.filter(({ success }) => !success)
    expect(refusals.filter(({ code }) => code !== 'payments-unavailable')).toEqual([])
    expect(answers).toContainEqual(expect.objectContaining({ success: true }))
    expect(await tryOpen(wanted)).toMatchObject({ success: true })
    expect(await listCustomers(member)).toHaveLength(1)
    const other = await newMember()
    await shop.sandbox.fail({ operation: 'customers.create', when: 'after', how: 'cut', times: 50 })
    expect(await tryOpen(await renewing(other))).toMatchObject({ code: 'payments-unavailable' })
    await shop.resetSandbox()
    expect(await tryOpen(await renewing(other))).toMatchObject({ success: true })
    expect(await listCustomers(other)).toHaveLength(1)
  })

  it("is refused when it is another member's, and saved for nobody when the customer is", async () => {
    const [victim, thief] = [await newMember(), await newMember()]
    await buy(await renewing(victim))
    const [{ providerId } = { providerId: '' }] = await shop.inClub(shop.a, (tx) =>
      listSavedCards(tx, { memberId: victim.id, mode: 'sandbox' }),
    )
    const [customer] = await listCustomers(victim)
    const stolen = await tryOpen(await renewing(thief), { memberId: victim.id })
    expect(stolen).toMatchObject({ success: false })
    const opened = await open(await renewing(thief), { customer: customer?.id })
    const intent = await shop.stripe.paymentIntents.retrieve(opened.intentId)
    expect(intent.customer).toBe((await listCustomers(thief))[0]?.id)
    const refused = await shop.sandbox.confirm(opened.clientSecret, providerId)
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: { code: 'payment_method_unexpected_state' } },
    ])
    await shop.confirm(opened)
    // as if the intent had been made for another customer
    const rename = (provider_id: string) =>
      shop.changeRows(shop.a, 'card_customer', { member_id: thief.id }, { provider_id })
    await rename('cus_somebody')
    await shop.deliver()
    expect(await readState(opened)).toBe('fulfilled')
    expect(await readMember(thief)).toEqual(nothing)
    expect(await readMember(victim)).toEqual({ autoRenew: true, cards: ['4242 default'] })
    await expect(rename(customer?.id ?? '')).rejects.toMatchObject({ code: '23505' })
  })

  it('is not saved by an order that is declined, runs out, or comes too late', async () => {
    const member = await newMember()
    const wanted = await renewing(member)
    const declined = await open(wanted)
    await shop.confirm(declined, 'pm_card_visa_chargeDeclined')
    await shop.deliver()
    const late = await open(wanted)
    const first = await buy(await renewing(member, { autoRenew: false }))
    await shop.confirm(late)
    await shop.deliver()
    expect([await readState(first), await readState(late)]).toEqual(['fulfilled', 'refunding'])
    await shop.sweep(25 * 60)
    await shop.sweep()
    expect([await readState(declined), await readState(late)]).toEqual(['expired', 'refunded'])
    expect(await readMember(member)).toEqual(nothing)
    expect(await listHeld(member)).toEqual([])
  })

  it('goes with the renewal that is given back, and so does what it turned on', async () => {
    const member = await newMember()
    const opened = await buy(await renewing(member))
    await giveBack(opened)
    expect(await readMember(member)).toEqual(nothing)
    expect(await listHeld(member)).toEqual([])
    await shop.sweep()
    expect(await readState(opened)).toBe('refunded')
    const mails = await shop.listMails(member.email)
    const refund = mails.find(({ subject }) => subject.includes('refund for order'))
    expect(refund?.text).toContain('does not renew automatically any more')
    const answer = await shop.ask(shop.a, 'get_order', { orderKey: opened.key })
    expect(answer).toMatchObject({ order: { autoRenews: false } })
  })

  it('leaves what an earlier order began, and what a later one stands on', async () => {
    const member = await newMember()
    const first = await buy(await renewing(member))
    await setExpiration(member, 20)
    const second = await buyAs(member, needsAuthentication)
    expect((await readMember(member)).cards).toEqual(['3184 default', '4242'])
    await giveBack(second)
    expect(await readMember(member)).toEqual({ autoRenew: true, cards: ['4242 default'] })
    expect(await listHeld(member)).toEqual(['4242'])
    // the first renewal's time was extended since: neither it nor its automatic renewal can be taken back
    await setExpiration(member, 21)
    await buy(await renewing(member))
    await giveBack(first)
    expect(await readMember(member)).toEqual({ autoRenew: true, cards: ['4242 default'] })
  })

  it('pays the one payment of its order, though another was made in the name of a customer who is gone', async () => {
    const member = await newMember()
    const [wanted, key] = [await renewing(member), randomUUID()]
    let other: OpenedOrder | undefined
    const secret = await shop.openWhile(
      wanted,
      { key, amountCents: 4150, member: asMember(member.id, 0) },
      async (cards, order) => {
        const made = await cards.createIntent(order)
        if (other !== undefined) return made
        const [customer] = await listCustomers(member)
        await shop.stripe.customers.del(customer?.id ?? '')
        // their next order gets another customer, and so does the same order in another tab
        await open(await renewing(member))
        other = await open(wanted, { key })
        expect(other.intentId).not.toBe(made?.id)
        return made
      },
    )
    if (other === undefined) throw new Error('nothing was opened')
    expect(secret).toBe(other.clientSecret)
    await shop.sandbox.confirm(secret, 'pm_card_visa')
    await shop.deliver()
    expect(await readState(other)).toBe('fulfilled')
    expect(await readMember(member)).toEqual({ autoRenew: true, cards: ['4242 default'] })
  })

  it('finds a new customer when the provider has lost the old one', async () => {
    const member = await newMember()
    await buy(await renewing(member))
    const [customer] = await listCustomers(member)
    await shop.stripe.customers.del(customer?.id ?? '')
    await setExpiration(member, 20)
    const opened = await buyAs(member)
    expect(await readState(opened)).toBe('fulfilled')
    expect(await readMember(member)).toEqual({ autoRenew: true, cards: ['4242 default'] })
    expect(await listHeld(member)).toEqual(['4242'])
  })
})
