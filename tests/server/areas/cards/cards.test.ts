// Cards that members save without paying: theirs alone, once, and told to them (rules/payments 4 and 5.6, 5.10,
// 5.11, 5.13; rules/security 5.60 to 5.64).
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { findAutoRenewChoice, setAutoRenew } from '../../../../src/server/member/db/membership.ts'
import { createCards } from '../../../../src/server/order/cardProvider.ts'
import { attachCard } from '../../../../src/server/order/cards/ownCards.ts'
import { getCardProvider } from '../../../../src/server/providers/stripe.ts'
import { refundOrder } from '../../../support/buying/refunds.ts'
import { type Shop, setUpShop } from '../../../support/buying/shop.ts'
import { insertRenewable, type Renewable, signInRenewable } from '../../../support/clubs/renewables.ts'
import { describeOnEachEngine, describeRaces } from '../../../support/database/database.ts'
import { dieAtEachStep } from '../../../support/processes/deaths.ts'

interface Method {
  id: string
  card: { brand: string; last4: string; exp_month: number; exp_year: number }
  isDefault: boolean
}

function openCardHolders(shop: Shop) {
  async function newHolder() {
    const member = await insertRenewable(shop)
    const token = await signInRenewable(shop, member)
    const call = async (
      action: Parameters<Shop['request']>[1],
      input: Record<string, unknown> = {},
    ): Promise<Record<string, unknown>> => shop.ask(shop.a, action, input, { token })
    const openSetup = async (more: Record<string, unknown> = {}): Promise<string> => {
      const answer = await call('create_payment_intent', { save: true, key: randomUUID(), ...more })
      expect(answer).toMatchObject({ success: true, keepsCard: 'saved-1' })
      return String(answer.clientSecret)
    }
    /** Like the browser, up to the moment in which it knows the card's id. */
    const confirm = async (secret: string, card = 'pm_card_visa'): Promise<string> => {
      await shop.sandbox.confirm(secret, card)
      const setup = await shop.stripe.setupIntents.retrieve(secret.split('_secret_')[0] ?? '')
      return String(setup.payment_method)
    }
    const attach = (paymentMethodId: string) =>
      call('stripe_attach_payment_method', { paymentMethodId, key: randomUUID() })
    return {
      ...member,
      token,
      call,
      openSetup,
      confirm,
      attach,
      async save(card?: string): Promise<string> {
        const id = await confirm(await openSetup(), card)
        expect(await attach(id)).toMatchObject({ success: true })
        return id
      },
      detach: (paymentMethodId: string) => call('stripe_detach_payment_method', { paymentMethodId }),
      async list(): Promise<Method[]> {
        const { paymentmethods } = await call('stripe_get_payment_methods')
        return (paymentmethods as string[]).map((text) => JSON.parse(text))
      },
      async listShort(): Promise<string[]> {
        const methods = await this.list()
        return methods.map(({ card, isDefault }) => (isDefault ? `${card.last4} default` : card.last4))
      },
      async readAutoRenew() {
        return ((await call('get_member_settings')).settings as { autoRenew: boolean }).autoRenew
      },
    }
  }
  const listCustomers = async ({ id }: Pick<Renewable, 'id'>) =>
    (await shop.stripe.customers.list({ limit: 100 })).data.filter(
      ({ metadata }) => metadata.member === String(id) && metadata.tenant === shop.a.uuid,
    )
  /** At the provider, after every job is done. */
  const listHeld = async (member: Pick<Renewable, 'id'>) => {
    await shop.sweep()
    const held: (string | undefined)[] = []
    for (const { id } of await listCustomers(member)) {
      held.push(...(await shop.stripe.customers.listPaymentMethods(id)).data.map(({ card }) => card?.last4))
    }
    return held
  }
  return { newHolder, listCustomers, listHeld }
}

describeRaces('one customer for each member', (engine) => {
  const shop = setUpShop(engine)

  it('is made by fifty calls at once, and one card by as many attachments (rules/security 5.64)', async () => {
    const { newHolder, listCustomers, listHeld } = openCardHolders(shop)
    const holder = await newHolder()
    const fifty = Array.from({ length: 50 }, () => holder.call('stripe_create_customer'))
    for (const answer of await Promise.all(fifty)) expect(answer).toMatchObject({ success: true })
    expect(await listCustomers(holder)).toHaveLength(1)
    const id = await holder.confirm(await holder.openSetup())
    const events = await shop.listEvents('setup_intent.succeeded')
    const attachments = Array.from({ length: 20 }, () => holder.attach(id))
    await Promise.all([...attachments, shop.sandbox.send(events.map((event) => event.id))])
    for (const answer of await Promise.all(attachments)) expect(answer).toMatchObject({ success: true })
    expect(await holder.listShort()).toEqual(['4242 default'])
    expect(await shop.listMails(holder.email)).toHaveLength(1)
    // removed and saved at the same moment by two tabs: the row and the provider agree afterwards
    await Promise.all([holder.detach(id), holder.attach(id), holder.detach(id)])
    expect(await holder.listShort()).toEqual([])
    expect(await listHeld(holder)).toEqual([])
  })
})

describeOnEachEngine('a card that a member saves', (engine) => {
  const shop = setUpShop(engine)
  let holders: ReturnType<typeof openCardHolders>
  beforeAll(() => {
    holders = openCardHolders(shop)
  })

  it('is set up for their own customer, for payments without them, and charges nothing', async () => {
    const holder = await holders.newHolder()
    const key = randomUUID()
    const secret = await holder.openSetup({ key })
    expect(await holder.openSetup({ key })).toBe(secret)
    const [customer] = await holders.listCustomers(holder)
    expect(await shop.stripe.setupIntents.retrieve(secret.split('_secret_')[0] ?? '')).toMatchObject({
      customer: customer?.id,
      usage: 'off_session',
      allowed_payment_method_types: ['card'],
      metadata: { tenant: shop.a.uuid, member: String(holder.id) },
    })
    const id = await holder.confirm(secret)
    // the browser has not told yet
    expect(await holder.list()).toEqual([])
    expect(await holder.attach(id)).toMatchObject({ success: true })
    expect(await holder.list()).toEqual([
      {
        id,
        card: { brand: 'visa', last4: '4242', exp_month: expect.any(Number), exp_year: expect.any(Number) },
        isDefault: true,
      },
    ])
    const [row] = await shop.listRows(shop.a, 'saved_card', { member_id: holder.id })
    expect(row).toMatchObject({ consent: 'saved-1', order_id: null, mode: 'sandbox' })
    const [mail] = await shop.listMails(holder.email)
    expect(mail?.text).toContain('This card was saved to your account: Visa, ending in 4242.')
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(
      'Automatic renewal is off: this card is charged only when you renew with it yourself: Visa, ending in 4242.',
    )
    expect(mail?.text).toMatch(/^Your saved cards:\n\S+\/portal\/member\/payments/m)
    expect(await holder.readAutoRenew()).toBe(false)
  })

  it("is never saved by a visitor, nor with another's key, nor together with an order", async () => {
    const [one, other] = [await holders.newHolder(), await holders.newHolder()]
    const key = randomUUID()
    await one.openSetup({ key })
    expect(await other.call('create_payment_intent', { save: true, key })).toMatchObject({
      success: false,
      code: 'key-reused',
    })
    const visitor = await shop.request(shop.a, 'create_payment_intent', { save: true })
    expect(visitor.answer).toMatchObject({ success: false, code: 'needs-signin' })
    const order = { kind: 'renewal', payload: {} }
    for (const input of [{ save: true, order }, { save: false }, { save: 1 }, {}, { amount: 100 }]) {
      expect(await one.call('create_payment_intent', input)).toMatchObject({ code: 'invalid-input' })
    }
    expect(await one.call('create_payment_intent', { save: true, memberId: other.id })).toMatchObject({
      success: false,
      code: 'invalid-input',
    })
  })

  it('is attached only from a setup of ours that succeeded, and only by its own member', async () => {
    const [one, other] = [await holders.newHolder(), await holders.newHolder()]
    const refused = { success: false, code: 'card-not-found' }
    const id = await one.confirm(await one.openSetup())
    expect(await other.attach(id)).toMatchObject(refused)
    await other.save()
    expect(await other.attach(id)).toMatchObject(refused)
    expect(await one.attach(id)).toMatchObject({ success: true })
    // attached at the provider by other ways: no words were agreed to
    const [customer] = await holders.listCustomers(one)
    const foreign = await shop.stripe.paymentMethods.attach('pm_card_visa', { customer: customer?.id ?? '' })
    expect(await one.attach(foreign.id)).toMatchObject(refused)
    const setup = await shop.stripe.setupIntents.create({
      customer: customer?.id ?? '',
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
      metadata: { tenant: shop.a.uuid, member: String(one.id) },
    })
    expect(await one.attach(String(setup.payment_method))).toMatchObject(refused)
    for (const wrong of ['pm_unknown', String(other.id)]) {
      expect((await one.attach(wrong)).success).toBe(false)
    }
    expect(await one.listShort()).toEqual(['4242 default'])
    // nobody else sees or removes it
    for (const action of [
      'stripe_get_payment_methods',
      'stripe_get_payment_history',
      'stripe_create_customer',
    ] as const) {
      expect(await other.call(action, { memberId: one.id })).toMatchObject({ code: 'invalid-input' })
      expect(await shop.ask(shop.a, action, {})).toMatchObject({ code: 'needs-signin' })
    }
    expect(await other.detach(id)).toMatchObject(refused)
    const elsewhere = shop.clubs.b
    const answer = await shop.ask(
      elsewhere,
      'stripe_detach_payment_method',
      { paymentMethodId: id },
      { token: await shop.signIn(elsewhere, 'member') },
    )
    expect(answer).toMatchObject(refused)
    expect(await one.listShort()).toEqual(['4242 default'])
  })

  it('asks the bank where the bank wants it, and is not saved when it refuses', async () => {
    const holder = await holders.newHolder()
    const refused = await holder.openSetup()
    await shop.sandbox.confirm(refused, 'pm_card_visa_chargeDeclined')
    const asked = await holder.openSetup()
    const id = await holder.confirm(asked, 'pm_card_authenticationRequiredOnSetup')
    expect(await holder.attach(id)).toMatchObject({ code: 'card-not-found' })
    await shop.sandbox.authenticate(asked, 'fail')
    expect(await holder.attach(id)).toMatchObject({ code: 'card-not-found' })
    const again = await holder.confirm(asked, 'pm_card_authenticationRequiredOnSetup')
    await shop.sandbox.authenticate(asked, 'complete')
    expect(await holder.attach(again)).toMatchObject({ success: true })
    expect(await holder.listShort()).toEqual(['3155 default'])
    // it is saved, and fails only when it is charged
    await holder.save('pm_card_chargeCustomerFail')
    expect(await holder.listShort()).toEqual(['0341 default', '3155'])
    await shop.sandbox.drop()
  })

  it('is saved by the provider’s message when the tab has died, and never comes back when it was removed', async () => {
    const holder = await holders.newHolder()
    const id = await holder.confirm(await holder.openSetup())
    const [event] = await shop.listEvents('setup_intent.succeeded')
    const send = () => shop.sandbox.send([event?.id ?? 0, event?.id ?? 0])
    expect(await send()).toEqual([200, 200])
    expect(await holder.listShort()).toEqual(['4242 default'])
    expect(await shop.listMails(holder.email)).toHaveLength(1)
    // the provider does not hear of the removal at first
    await shop.sandbox.fail({ operation: 'payment_methods.detach', when: 'before', how: 503, times: 50 })
    expect(await holder.detach(id)).toMatchObject({ success: true, autoRenewEnded: false })
    await send()
    expect(await holder.listShort()).toEqual([])
    expect(await holder.attach(id)).toMatchObject({ code: 'card-not-found' })
    await shop.resetSandbox()
    expect(await holders.listHeld(holder)).toEqual([])
    await send()
    expect(await holder.listShort()).toEqual([])
    // a message that comes late takes no other card's place
    const late = await holder.confirm(await holder.openSetup(), 'pm_card_chargeCustomerFail')
    const events = await shop.listEvents('setup_intent.succeeded')
    await holder.save()
    shop.pass(2 * 3_600_000)
    await shop.sandbox.send(events.map((one) => one.id))
    expect(
      (await holder.list()).map(({ id: saved, isDefault }) => (saved === late ? isDefault : 'other')),
    ).toEqual(['other', false])
    await shop.sandbox.drop()
  })

  it('makes no second row for the same card, and the provider holds it once', async () => {
    const holder = await holders.newHolder()
    await holder.save()
    const other = await holder.save('pm_card_chargeCustomerFail')
    const again = await holder.save()
    expect(await holder.listShort()).toEqual(['4242 default', '0341'])
    expect((await holder.list())[0]?.id).toBe(again)
    expect((await holders.listHeld(holder)).sort()).toEqual(['0341', '4242'])
    // choosing a card that is saved needs no card form
    expect(await holder.attach(other)).toMatchObject({ success: true })
    expect(await holder.listShort()).toEqual(['0341 default', '4242'])
  })

  it('ends automatic renewal when it goes, and no other card takes its place by itself', async () => {
    const holder = await holders.newHolder()
    const second = await holder.save('pm_card_chargeCustomerFail')
    const first = await holder.save()
    expect(await holder.call('update_member_settings', { autoRenew: true })).toMatchObject({ success: true })
    // a card that renewals do not charge changes nothing
    expect(await holder.save('pm_card_authenticationRequired').catch(() => undefined)).toBeUndefined()
    await holder.attach(first)
    expect(await holder.readAutoRenew()).toBe(true)
    expect(await holder.detach(first)).toMatchObject({ success: true, autoRenewEnded: true })
    expect(await holder.detach(first)).toMatchObject({ success: false, code: 'card-not-found' })
    expect(await holder.listShort()).toEqual(['0341'])
    expect(await holder.readAutoRenew()).toBe(false)
    const mails = await shop.listMails(holder.email)
    expect(mails.at(-1)?.text).toContain('Automatic renewal has been turned off.')
    expect(mails.at(-1)?.text).toMatch(/^Your membership:\n\S+\/portal\/member\/membership/m)
    expect(await holder.call('update_member_settings', { autoRenew: true })).toMatchObject({
      code: 'no-saved-card',
    })
    // an officer's file may note the wish: a card that is chosen later is not charged because of it
    await shop.inClub(shop.a, (tx) => setAutoRenew(tx, holder.id, true))
    await holder.attach(second)
    expect(await shop.inClub(shop.a, (tx) => findAutoRenewChoice(tx, holder.id))).toBe(false)
    expect(await holder.call('update_member_settings', { autoRenew: true })).toMatchObject({ success: true })
    expect(await holder.detach(second)).toMatchObject({ autoRenewEnded: true })
    expect(await holders.listHeld(holder)).toEqual([])
  })

  it('can be tried five times in ten minutes, like the cards that pay', async () => {
    const holder = await holders.newHolder()
    await shop.sandbox.drop()
    const secret = await holder.openSetup()
    for (let tries = 0; tries < 5; tries++) {
      await shop.sandbox.confirm(secret, 'pm_card_visa_chargeDeclined')
      const events = await shop.listEvents('setup_intent.setup_failed')
      // each message twice: it counts once
      const ids = events.map(({ id }) => id)
      await shop.sandbox.send([...ids, ...ids])
    }
    const setup = await shop.stripe.setupIntents.retrieve(secret.split('_secret_')[0] ?? '')
    expect(setup.status).toBe('canceled')
    expect(await holder.call('create_payment_intent', { save: true })).toMatchObject({
      success: false,
      code: 'too-many-requests',
    })
    shop.pass(10 * 60_000)
    await holder.save()
    await shop.sandbox.drop()
  })

  it('survives the death of the process at any step of saving it', async () => {
    const services = { config: shop.config, database: shop.database, now: shop.now, newId: randomUUID }
    const cards = createCards(await getCardProvider(services))
    const deaths = await dieAtEachStep(
      { services, cards },
      async () => {
        const holder = await holders.newHolder()
        return { holder, id: await holder.confirm(await holder.openSetup()) }
      },
      (doomed, { holder, id }) => attachCard(doomed, shop.a, holder.id, id),
      async ({ holder, id }) => {
        expect(await holder.attach(id)).toMatchObject({ success: true })
        expect(await holder.listShort()).toEqual(['4242 default'])
        expect(await shop.listMails(holder.email)).toHaveLength(1)
      },
    )
    expect(deaths).toBeGreaterThanOrEqual(9)
  }, 120_000)

  it('is one setup when the connection breaks after the provider has acted', async () => {
    const holder = await holders.newHolder()
    const key = randomUUID()
    await holder.call('stripe_create_customer')
    await shop.sandbox.fail({
      operation: 'setup_intents.create',
      when: 'after',
      how: 'cut',
      times: 3,
    })
    await holder.call('create_payment_intent', { save: true, key })
    const secret = await holder.openSetup({ key })
    const [customer] = await holders.listCustomers(holder)
    const made = await shop.stripe.setupIntents.list({ customer: customer?.id ?? '', limit: 10 })
    expect(made.data.map(({ client_secret }) => client_secret)).toEqual([secret])
  })

  it('is listed apart from what was paid, which has its state and only own payments', async () => {
    const holder = await holders.newHolder()
    const other = await holders.newHolder()
    const wanted = {
      kind: 'renewal',
      payload: { years: 1, autoRenew: false },
      category: 1,
      email: holder.email,
    }
    const opened = await shop.open(wanted, { token: holder.token })
    const list = async (who: typeof holder) =>
      ((await who.call('stripe_get_payment_history')).paymenthistory as string[]).map((text) =>
        JSON.parse(text),
      )
    expect(await list(holder)).toEqual([])
    await shop.confirm(opened)
    await shop.deliver()
    const paid = {
      id: opened.receiptId,
      created: Math.floor(shop.now() / 1000),
      amount: opened.quote.grandTotalCents,
      description: expect.stringContaining('membership'),
      status: 'succeeded',
      refunded: 0,
      money: 'sandbox',
    }
    expect(await list(holder)).toEqual([paid])
    expect(await list(other)).toEqual([])
    await refundOrder({ ...shop, newId: () => randomUUID() }, shop.a.id, opened.receiptId, {
      reason: 'Mistake',
    })
    expect(await list(holder)).toMatchObject([{ status: 'refund_pending', refunded: paid.amount }])
    await shop.sweep(2)
    await shop.deliver()
    expect(await list(holder)).toMatchObject([{ ...paid, status: 'refunded', refunded: paid.amount }])
  })
})
