// A buyer pays once and gets it once, in spite of browsers, networks and webhooks (rules/payments 5.1, 5.2,
// 5.4 to 5.8, 5.11 to 5.14). Of rules/security 4, this file has T2.27 and T2.28; T2.26 is in
// security/cardTesting.test.ts, T2.29 in webhooks.test.ts. Requests of several at once are in atOnce.test.ts.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addYears, findDay } from '../../../src/domain/day.ts'
import { findLastValidDay } from '../../../src/domain/member.ts'
import {
  providerReadEveryMs,
  providerReadsAtOnce,
  signUpsPerEmail,
} from '../../../src/server/limits/often.ts'
import { toLongDay } from '../../../src/server/mail/language.ts'
import {
  donating,
  joining,
  type OpenedOrder,
  setUpShop,
  type WantedOrder,
} from '../../support/buying/shop.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

describeOnEachEngine('a payment', (engine) => {
  const shop = setUpShop(engine)

  let count = 0
  const newEmail = (): string => `buyer${++count}@pay.example`
  const hint = (opened: OpenedOrder, status: 3 | 4) =>
    shop.request(shop.a, 'stripe_complete_payment', { ids: [opened.receiptId], status })
  const create = (email: string, more: Record<string, unknown> = {}) =>
    shop.request(shop.a, 'create_member', { ...joining(shop, email).payload, ...more })
  /** The expiration of a person who joins now. */
  const inAYear = (): string => addYears(findDay(shop.now(), shop.a.timeZone), 1)
  const countIntents = async () => (await shop.stripe.paymentIntents.list({ limit: 100 })).data.length

  describe('that is asked for', () => {
    it('makes no intent for a lowered or tampered amount', async () => {
      const before = await countIntents()
      for (const wanted of [joining(shop, newEmail()), donating(newEmail())]) {
        for (const amount of [0, 1, 50, 2649, 4649, 4651, 99_999_999]) {
          expect(await shop.tryOpen(wanted, { amount })).toMatchObject({ code: 'price-changed' })
        }
      }
      expect(await countIntents()).toBe(before)
    })

    const setPrice = (price_cents: number) =>
      shop.changeRows(shop.a, 'member_type', { id: shop.a.memberTypes.open }, { price_cents })

    const setServiceFee = (cents: number) =>
      shop.changeRows(shop.a, 'club', {}, { settings: settingsWith(cents) })

    it('is refused with the new quote when the price or the service fee has changed since', async () => {
      const before = await countIntents()
      await setPrice(5000)
      const dearer = await shop.tryOpen(joining(shop, newEmail()), { amount: 4650 })
      await setPrice(4500)
      await setServiceFee(200)
      const joined = await shop.tryOpen(joining(shop, newEmail()), { amount: 4650 })
      const given = await shop.tryOpen(donating(newEmail()), { amount: 2650 })
      await setServiceFee(150)
      for (const [answer, grandTotalCents] of [
        [dearer, 5150],
        [joined, 4700],
        [given, 2700],
      ] as const) {
        expect(answer).toMatchObject({ success: false, code: 'price-changed', quote: { grandTotalCents } })
      }
      expect(await countIntents()).toBe(before)
    })

    it('keeps the price that it was agreed at, and makes way for the one in force when that is asked for', async () => {
      const wanted = joining(shop, newEmail())
      const paying = joining(shop, newEmail())
      const [first, paid] = [await shop.open(wanted), await shop.open(paying)]
      await setPrice(5000)
      const again = await shop.open(wanted, { key: first.key, amount: 4650 })
      expect(again).toMatchObject({ receiptId: first.receiptId, quote: { grandTotalCents: 4650 } })
      const changed = { success: false, code: 'price-changed', quote: { grandTotalCents: 5150 } }
      const told = await shop.tryOpen(wanted, { key: first.key, amount: 5150 })
      expect(told).toMatchObject({ ...changed, wasCents: 4650 })
      expect((await shop.stripe.paymentIntents.retrieve(first.intentId)).status).toBe('canceled')
      expect((await shop.readOrder(first.receiptId)).state).toBe('cancelled')
      // a buyer who agrees tries again, and nothing is left to pay under that key
      expect(await shop.tryOpen(wanted, { key: first.key, amount: 5150 })).toMatchObject({
        code: 'order-expired',
      })
      expect(await shop.open(wanted, { amount: 5150 })).toMatchObject({ quote: { grandTotalCents: 5150 } })
      // if the price is still the same, a wrong amount ends nothing
      const other = joining(shop, newEmail())
      const open = await shop.open(other)
      const tampered = await shop.tryOpen(other, { key: open.key, amount: 4650 })
      expect(tampered).toMatchObject(changed)
      expect(tampered.wasCents).toBeUndefined()
      expect((await shop.readOrder(open.receiptId)).state).toBe('pending')
      // and an order that was paid meanwhile stays paid
      await shop.confirm(paid)
      expect(await shop.tryOpen(paying, { key: paid.key, amount: 5150 })).toMatchObject({
        code: 'already-paid',
      })
      expect((await shop.readOrder(paid.receiptId)).state).toBe('fulfilled')
      await setPrice(4500)
      await shop.sandbox.drop()
    })

    it.each([
      ['a donation of nothing', 0.001, 'invalid-input'],
      ['more than a card can take', 9_999_999.99, 'amount-too-large'],
    ])('is refused for %s', async (_, amount, code) => {
      expect(await shop.tryOpen(donating(newEmail(), amount))).toMatchObject({ success: false, code })
    })

    it('is refused below the least that cards are charged', async () => {
      await setServiceFee(0)
      expect(await shop.tryOpen(donating(newEmail(), 0.49))).toMatchObject({ code: 'amount-too-small' })
      expect(await shop.tryOpen(donating(newEmail(), 0.5))).toMatchObject({ success: true })
      await setServiceFee(150)
    })

    it('is the same for the same key and order, and refused for another order under it', async () => {
      const wanted = joining(shop, newEmail())
      const first = await shop.open(wanted)
      const again = await shop.open(wanted, { key: first.key })
      expect(again).toMatchObject({ receiptId: first.receiptId, clientSecret: first.clientSecret })
      const other = await shop.tryOpen(joining(shop, newEmail()), { key: first.key })
      expect(other).toMatchObject({ success: false, code: 'key-reused' })
      const more = await shop.tryOpen(
        { ...wanted, payload: { ...wanted.payload, years: 2 } },
        { key: first.key },
      )
      expect(more).toMatchObject({ success: false, code: 'key-reused' })
    })

    it('is refused for another donation under its key, and leaves the first one as it is', async () => {
      const email = newEmail()
      const first = await shop.open(donating(email, 25))
      const corrected = await shop.tryOpen(donating(email, 52), { key: first.key })
      expect(corrected).toMatchObject({ success: false, code: 'key-reused' })
      expect((await shop.readOrder(first.receiptId)).state).toBe('pending')
      // as the wizard goes on: it gives the key up, with what its order holds
      const second = await shop.open(donating(email, 52), { replaces: { key: first.key } })
      expect(second.quote.grandTotalCents).toBe(5350)
      expect((await shop.readOrder(first.receiptId)).state).toBe('cancelled')
      const key = randomUUID()
      const answers = await Promise.all(
        [7, 7, 8, 9].map((amount) => shop.tryOpen(donating(email, amount), { key })),
      )
      const receipts = answers.flatMap(({ receiptId }) => (receiptId === undefined ? [] : [receiptId]))
      expect(new Set(receipts).size).toBe(1)
      for (const answer of answers) {
        if (answer.success !== true) expect(answer).toMatchObject({ code: 'key-reused' })
      }
    })

    it("is each club's own under one key", async () => {
      const { b } = shop.clubs
      const [key, wanted] = [randomUUID(), donating(newEmail())]
      const first = await shop.open(wanted, { key })
      const { kind, payload, category, email: receiptEmail } = wanted
      const order = { kind, payload }
      const { answer: quoted } = await shop.request(b, 'quote_order', { order })
      const amount = quoted.success ? quoted.quote.grandTotalCents : 0
      const input = { amount, receiptEmail, category, key, order }
      const answer = await shop.ask(b, 'create_payment_intent', input)
      expect(answer).toMatchObject({ success: true })
      const [intentId = ''] = String(answer.clientSecret).split('_secret_')
      const { metadata } = await shop.stripe.paymentIntents.retrieve(intentId)
      expect(metadata).toEqual({ tenant: b.uuid, order: String(answer.receiptId) })
      expect(intentId).not.toBe(first.intentId)
    })

    it("carries a description and a category of the server's own", async () => {
      const opened = await shop.open(joining(shop, newEmail()), { description: 'Send money to evil.example' })
      expect(await shop.stripe.paymentIntents.retrieve(opened.intentId)).toMatchObject({
        description: 'Harbor Classics membership',
        amount: 4650,
        currency: 'usd',
        metadata: { tenant: shop.a.uuid, order: String(opened.receiptId) },
      })
      const wrong = await shop.tryOpen(joining(shop, newEmail()), { category: 0 })
      expect(wrong).toMatchObject({ success: false, code: 'invalid-input' })
    })

    it("is a member's donation when it names no order, by their own token alone", async () => {
      const { id, email } = shop.a.people.member
      const token = await shop.signIn(shop.a, 'member')
      const literal = {
        description: 'Harbor Classics donation',
        amount: 2650,
        receiptEmail: email,
        tenantId: shop.a.id,
        category: 0,
      }
      const openFor = async (memberId: number, as: { token?: string }) =>
        shop.ask(shop.a, 'create_payment_intent', { ...literal, memberId }, as)
      expect(await openFor(id, {})).toMatchObject({ success: false, code: 'needs-signin' })
      expect(await openFor(shop.a.people.expired.id, { token })).toMatchObject({
        code: 'invalid-input',
        faults: [{ path: 'memberId' }],
      })
      const answer = await openFor(id, { token })
      expect(answer).toMatchObject({ success: true, quote: { subTotalCents: 2500, grandTotalCents: 2650 } })
      expect(await shop.readOrder(Number(answer.receiptId))).toMatchObject({
        kind: 'donation',
        memberId: id,
        email,
        name: expect.stringMatching(/\S \S/),
      })
    })

    it('asks of who joins what the form asks for, and takes no tags from them', async () => {
      const email = newEmail()
      for (const [place, more] of [
        ['phoneNumbers', { phoneNumbers: [] }],
        ['phoneNumbers', { phoneNumbers: [{ longCode: '' }] }],
        ['phoneNumbers', { phoneNumbers: undefined }],
        ['country', { country: ' ' }],
      ] as const) {
        expect(await shop.tryOpen(joining(shop, email, more), { amount: 4650 })).toMatchObject({
          code: 'invalid-input',
          faults: [{ path: `order.payload.${place}` }],
        })
      }
      const opened = await shop.open(joining(shop, email, { tags: ['board'], comments: 'By the gate' }))
      const [line] = (await shop.readOrder(opened.receiptId)).lines
      expect(line?.item).toMatchObject({ person: { comments: 'By the gate' } })
      expect(JSON.stringify(line?.item)).not.toContain('board')
    })

    it('cancels the one that it replaces, and says so when that has been paid', async () => {
      const email = newEmail()
      const first = await shop.open(joining(shop, email))
      const replaces = { receiptId: first.receiptId, key: first.key }
      const second = await shop.open(joining(shop, email, { years: 2 }), { replaces })
      expect(await shop.stripe.paymentIntents.retrieve(first.intentId)).toMatchObject({ status: 'canceled' })
      expect((await shop.readOrder(first.receiptId)).state).toBe('cancelled')
      await shop.confirm(second)
      const third = await shop.tryOpen(joining(shop, email, { years: 3 }), {
        replaces: { receiptId: second.receiptId, key: second.key },
      })
      expect(third).toMatchObject({ success: false, code: 'already-paid' })
      expect((await shop.readOrder(second.receiptId)).state).toBe('fulfilled')
      // a person without the key gives up nobody's order
      const stranger = await shop.open(joining(shop, newEmail()), {
        replaces: { receiptId: second.receiptId, key: randomUUID() },
      })
      expect(stranger.receiptId).not.toBe(second.receiptId)
    })
  })

  describe('that was made', () => {
    const joinAndGive = (): WantedOrder[] => [joining(shop, newEmail()), donating(newEmail())]

    /** The order's state in the books. Its goods and its mail exist if and only if it is finished. */
    async function expectState(
      { kind, email }: WantedOrder,
      { receiptId }: OpenedOrder,
      state: 'pending' | 'fulfilled',
    ) {
      const isDone = state === 'fulfilled'
      const order = await shop.readOrder(receiptId)
      expect([order.state, order.lines.map((line) => line.state)]).toEqual([
        state,
        [isDone ? 'delivered' : 'pending'],
      ])
      expect(await shop.countMembers(email)).toBe(isDone && kind === 'membership' ? 1 : 0)
      const subjects = (await shop.listMails(email)).map(({ subject }) => subject)
      expect(subjects).toEqual(isDone ? [`Harbor Classics: receipt for order ${receiptId}`] : [])
    }

    it('is finished by the webhook alone when the browser is gone, with one mail that says what was bought', async () => {
      const goodUntil = toLongDay(findLastValidDay(inAYear()), 'en')
      for (const [wanted, words] of [
        [
          joining(shop, newEmail()),
          [
            'Membership (1 year): $45.00',
            'Total: $46.50',
            `Your membership, Family, is good until ${goodUntil}.`,
          ],
        ],
        [donating(newEmail()), ['Donation: $25.00', 'Total: $26.50', '100% of it goes to Harbor Classics.']],
      ] as const) {
        const opened = await shop.pay(wanted)
        await expectState(wanted, opened, 'pending')
        await shop.deliver()
        await expectState(wanted, opened, 'fulfilled')
        await shop.deliver()
        await shop.sweep(5)
        await expectState(wanted, opened, 'fulfilled')
        const [mail] = await shop.listMails(wanted.email)
        const link = `${shop.config.origin}/portal/order?subdomain=harbor#key=${opened.key}\n`
        for (const word of [...words, 'Service fee: $1.50', link]) expect(mail?.text).toContain(word)
      }
    })

    it('is finished by the sweeper when the webhook is lost', async () => {
      const paid: (readonly [WantedOrder, OpenedOrder])[] = []
      for (const wanted of joinAndGive()) {
        const opened = await shop.pay(wanted)
        paid.push([wanted, opened])
      }
      await shop.sandbox.drop()
      await shop.sweep()
      for (const [wanted, opened] of paid) await expectState(wanted, opened, 'fulfilled')
    })

    it('stays finished when "failed" arrives after "succeeded"', async () => {
      for (const wanted of joinAndGive()) {
        const opened = await shop.open(wanted)
        await shop.confirm(opened, 'pm_card_visa_chargeDeclined')
        await shop.confirm(opened)
        const events = await shop.listEvents()
        const find = (type: string) =>
          events.filter(({ eventType }) => eventType === type).map(({ id }) => id)
        await shop.sandbox.send(find('payment_intent.succeeded'))
        await expectState(wanted, opened, 'fulfilled')
        expect(await shop.sandbox.send(find('payment_intent.payment_failed'))).toEqual([200])
        await expectState(wanted, opened, 'fulfilled')
        await shop.deliver()
      }
    })

    it('is believed from the provider alone: a false 3 gives nothing, a false 4 takes nothing', async () => {
      for (const wanted of joinAndGive()) {
        const opened = await shop.open(wanted)
        expect((await hint(opened, 3)).answer.success).toBe(true)
        await expectState(wanted, opened, 'pending')
        await shop.confirm(opened)
        expect((await hint(opened, 4)).answer.success).toBe(true)
        await expectState(wanted, opened, 'fulfilled')
        await shop.deliver()
      }
    })

    it('is charged once when the socket is cut after the provider has acted', async () => {
      const email = newEmail()
      const before = await countIntents()
      await shop.sandbox.fail({ operation: 'payment_intents.create', when: 'after', how: 'cut', times: 1 })
      const opened = await shop.open(joining(shop, email))
      expect(await countIntents()).toBe(before + 1)
      // and if all of the SDK's own tries were cut: the browser tries again with its key
      await shop.sandbox.fail({ operation: 'payment_intents.create', when: 'after', how: 'cut', times: 50 })
      const key = randomUUID()
      const other = joining(shop, newEmail())
      expect(await shop.tryOpen(other, { key })).toMatchObject({ code: 'payments-unavailable' })
      await shop.resetSandbox()
      await shop.open(other, { key })
      expect(await countIntents()).toBe(before + 2)
      await shop.confirm(opened)
      await shop.deliver()
      expect((await shop.readOrder(opened.receiptId)).state).toBe('fulfilled')
    })

    it('is said to have charged nothing only where the provider has said so for this very answer', async () => {
      const opened = await shop.open(joining(shop, newEmail()))
      const readOrder = async () =>
        (await shop.ask(shop.a, 'get_order', { orderKey: opened.key })).order as {
          uncharged: boolean
        }
      await shop.confirm(opened, 'pm_card_visa_chargeDeclined')
      for (let turn = 1; turn < providerReadsAtOnce.key; turn += 1) {
        expect(await readOrder()).toMatchObject({ state: 'pending', uncharged: true })
      }
      // charged, and the provider does not answer: the stored state says "pending" all the same
      await shop.confirm(opened)
      await shop.sandbox.fail({ operation: 'payment_intents.retrieve', when: 'before', how: 503, times: 50 })
      expect(await readOrder()).toMatchObject({ state: 'pending', paid: false, uncharged: false })
      await shop.resetSandbox()
      // after so many requests the provider is not asked any more
      expect(await readOrder()).toMatchObject({ state: 'pending', paid: false, uncharged: false })
      shop.pass(providerReadEveryMs)
      expect(await readOrder()).toMatchObject({ state: 'fulfilled', paid: true, uncharged: false })
      expect(await readOrder()).toMatchObject({ state: 'fulfilled', uncharged: false })
    })

    it('is asked about only so often by whoever knows its number, and by its own page all the same', async () => {
      const email = newEmail()
      const opened = await shop.open(joining(shop, email))
      const { key, receiptId } = opened
      for (let turn = 0; turn < providerReadsAtOnce.number; turn += 1) await hint(opened, 4)
      await shop.confirm(opened)
      expect((await hint(opened, 3)).answer.success).toBe(true)
      for (const more of [{}, { receiptId }]) {
        expect((await create(email, more)).answer).toMatchObject({ code: 'not-paid' })
      }
      await expectState(joining(shop, email), opened, 'pending')
      expect((await create(email, { key })).answer).toMatchObject({ success: true, receiptId })
      await shop.deliver()
    })

    it('is asked about only so often by its own page, which is told what is known meanwhile', async () => {
      const email = newEmail()
      const opened = await shop.open(joining(shop, email))
      const { key } = opened
      for (let turn = 0; turn < providerReadsAtOnce.key; turn += 1) {
        expect((await create(email, { key })).answer).toMatchObject({ code: 'not-paid' })
      }
      await shop.confirm(opened)
      expect((await create(email, { key })).answer).toMatchObject({ code: 'not-paid' })
      shop.pass(providerReadEveryMs)
      expect((await create(email, { key })).answer).toMatchObject({ success: true })
      await shop.deliver()
    })

    it('is not asked about any more by hints once its order has been closed', async () => {
      const wanted = joining(shop, newEmail())
      const opened = await shop.open(wanted)
      await shop.open(wanted, { replaces: { receiptId: opened.receiptId, key: opened.key } })
      await shop.sandbox.fail({ operation: 'payment_intents.retrieve', when: 'before', how: 503, times: 50 })
      expect((await hint(opened, 3)).answer.success).toBe(true)
      await shop.resetSandbox()
    })

    it("is shown truly to whoever has the order's key, after a reload or on another device", async () => {
      const email = newEmail()
      const opened = await shop.open(joining(shop, email))
      const readOrder = async () => (await shop.ask(shop.a, 'get_order', { orderKey: opened.key })).order
      expect(await readOrder()).toMatchObject({ state: 'pending', paid: false, refundedCents: 0, email })
      await shop.confirm(opened)
      shop.pass(3000)
      expect(await readOrder()).toMatchObject({
        receiptId: opened.receiptId,
        kind: 'membership',
        state: 'fulfilled',
        paid: true,
        expiration: inAYear(),
        quote: { grandTotalCents: 4650 },
        lines: [{ kind: 'membership', label: 'Family', quantity: 1, amountCents: 4500, state: 'delivered' }],
      })
      await shop.deliver()
    })
  })

  it.each([
    ['before it asks for a payment', 0, false],
    ['once it has the payment', 1, false],
    ['after a declined card', 2, false],
    ["in the bank's dialog", 3, false],
    ['right after paying', 4, true],
    ['after it has told us', 5, true],
    ['while it watches', 6, true],
  ])(
    'is made if and only if the order is finished within a minute, when the browser dies %s (T2.28)',
    async (_, point, isPaid) => {
      const email = newEmail()
      const wanted = joining(shop, email)
      const opened = point > 0 ? await shop.open(wanted) : undefined
      if (opened !== undefined) {
        if (point >= 2) await shop.confirm(opened, 'pm_card_visa_chargeDeclined')
        if (point === 3) await shop.confirm(opened, 'pm_card_authenticationRequired')
        if (point >= 4) await shop.confirm(opened)
        if (point >= 5) await hint(opened, 3)
        if (point >= 6) await shop.request(shop.a, 'get_order', { orderKey: opened.key })
      }
      await shop.sandbox.drop()
      await shop.sweep()
      expect(await shop.countMembers(email)).toBe(isPaid ? 1 : 0)
      if (opened === undefined) return
      expect((await shop.readOrder(opened.receiptId)).state).toBe(isPaid ? 'fulfilled' : 'pending')
      await shop.sweep(24 * 60)
      expect((await shop.readOrder(opened.receiptId)).state).toBe(isPaid ? 'fulfilled' : 'expired')
      expect((await shop.stripe.paymentIntents.retrieve(opened.intentId)).status).toBe(
        isPaid ? 'succeeded' : 'canceled',
      )
    },
  )

  describe('that is missing (T2.27)', () => {
    it('gives nobody a membership for nothing', async () => {
      const email = newEmail()
      expect((await create(email)).answer).toMatchObject({ success: false, code: 'not-paid' })
      const opened = await shop.open(joining(shop, email))
      for (const more of [{}, { receiptId: opened.receiptId }, { key: opened.key }]) {
        expect((await create(email, more)).answer).toMatchObject({ success: false, code: 'not-paid' })
      }
      await shop.confirm(opened, 'pm_card_visa_chargeDeclined')
      expect((await create(email, { key: opened.key })).answer).toMatchObject({ code: 'not-paid' })
      expect(await shop.countMembers(email)).toBe(0)
      await shop.deliver()
    })

    it('is not made good by a receipt that the bank is still processing, and is once it has gone through', async () => {
      const email = newEmail()
      const opened = await shop.open(joining(shop, email))
      // no card does this
      await shop.alterIntent(opened.intentId, { status: 'processing' })
      for (const more of [{}, { receiptId: opened.receiptId }, { key: opened.key }]) {
        expect((await create(email, more)).answer).toMatchObject({ success: false, code: 'not-paid' })
      }
      await hint(opened, 3)
      expect(await shop.ask(shop.a, 'get_order', { orderKey: opened.key })).toMatchObject({
        order: { state: 'pending', paid: false, uncharged: false },
      })
      expect(await shop.countMembers(email)).toBe(0)
      await shop.alterIntent(opened.intentId, { status: 'requires_payment_method' })
      await shop.confirm(opened)
      expect((await create(email, { key: opened.key })).answer).toMatchObject({
        success: true,
        receiptId: opened.receiptId,
      })
      expect(await shop.countMembers(email)).toBe(1)
      await shop.deliver()
    })

    it('is not made good by a receipt of another club, of somebody else, used before, or cheaper', async () => {
      const email = newEmail()
      const opened = await shop.pay(joining(shop, email))
      const { receiptId } = opened
      // another club that knows all that the buyer knows learns nothing and changes nothing
      const { b } = shop.clubs
      for (const more of [{}, { receiptId }]) {
        const answer = await shop.ask(b, 'get_order', { orderKey: opened.key, ...more })
        expect(answer).toMatchObject({ success: false, code: 'order-not-found' })
      }
      for (const status of [3, 4]) {
        await shop.request(b, 'stripe_complete_payment', { ids: [receiptId], status })
        expect((await shop.readOrder(receiptId)).state).toBe('pending')
      }
      await shop.deliver()
      const foreign = await shop.request(shop.clubs.b, 'create_member', {
        ...joining(shop, email).payload,
        type: shop.clubs.b.memberTypes.open,
        receiptId,
      })
      expect(foreign.answer).toMatchObject({ success: false, code: 'order-not-found' })
      expect((await create(newEmail(), { receiptId })).answer).toMatchObject({ code: 'order-not-found' })
      // however often it is named, it is the same order
      for (let turn = 0; turn < 3; turn += 1) {
        const answer = (await create(email, { receiptId, years: 3 })).answer
        // without the order's key: that it is done, and nothing about the member
        expect(answer).toEqual({ success: true, receipt: null })
      }
      const own = (await create(email, { receiptId, key: opened.key, years: 3 })).answer
      expect(own).toMatchObject({ success: true, expiration: inAYear(), receiptId })
      // and it pays for nothing more
      expect((await create(email)).answer).toMatchObject({ success: false, code: 'not-paid' })
      expect((await create(email, { years: 2 })).answer).toMatchObject({ success: false, code: 'not-paid' })
      await shop.buy(donating(email, 45))
      expect((await create(email)).answer).toMatchObject({ success: false, code: 'not-paid' })
    })

    it("is found without a receipt's number by the same payer, once", async () => {
      const email = newEmail()
      const opened = await shop.pay(joining(shop, email))
      expect((await create(email)).answer).toEqual({ success: true, receipt: null })
      expect((await shop.readOrder(opened.receiptId)).claimedAt).toEqual(new Date(shop.now()))
      expect((await create(email)).answer).toMatchObject({ success: false, code: 'not-paid' })
      await shop.deliver()
    })

    it("is looked for without a receipt's number only so often, and with the order's key as often as one likes", async () => {
      const email = newEmail()
      const codes: unknown[] = []
      for (let turn = 0; turn <= signUpsPerEmail.most; turn += 1)
        codes.push((await create(email)).answer.code)
      expect(codes).toEqual([...Array(signUpsPerEmail.most).fill('not-paid'), 'too-many-requests'])
      const opened = await shop.buy(joining(shop, email))
      for (let turn = 0; turn <= signUpsPerEmail.most; turn += 1) {
        expect((await create(email, { key: opened.key })).answer).toMatchObject({ expiration: inAYear() })
      }
    })

    it('is claimed by its number where it was not said what for, never by the address and the price alone, and goes back when nobody claims it', async () => {
      const email = newEmail()
      const pay = async () => {
        const answer = await shop.ask(shop.a, 'create_payment_intent', {
          description: 'Harbor Classics membership',
          amount: 4650,
          receiptEmail: email,
          category: 1,
        })
        expect(answer).toMatchObject({ success: true })
        const clientSecret = String(answer.clientSecret)
        await shop.sandbox.confirm(clientSecret, 'pm_card_visa')
        await shop.deliver()
        return Number(answer.receiptId)
      }
      const receiptId = await pay()
      expect((await create(newEmail(), {})).answer).toMatchObject({ code: 'not-paid' })
      expect((await create(email, { years: 2 })).answer).toMatchObject({ code: 'not-paid' })
      // a stranger who knows the address and the price would have put their own name on it
      const stranger = await create(email, { fname: 'Mallory', lname: 'Thief' })
      expect(stranger.answer).toMatchObject({ success: false, code: 'not-paid' })
      expect(await shop.countMembers(email)).toBe(0)
      expect((await create(email, { receiptId })).answer).toEqual({ success: true, receipt: null })
      expect((await shop.readOrder(receiptId)).claimedAt).toEqual(new Date(shop.now()))
      expect((await create(email)).answer).toMatchObject({ success: false, code: 'not-paid' })
      expect(await shop.countMembers(email)).toBe(1)
      const unclaimed = await pay()
      await shop.sweep(24 * 60 + 1)
      await shop.sweep()
      expect((await shop.readOrder(unclaimed)).state).toBe('refunded')
    })

    it("is not missing where the server's own total is 0", async () => {
      const free = await shop.insertRow(shop.a, 'member_type', {
        label: 'Junior',
        price_cents: 0,
        renew_price_cents: 0,
      })
      const email = newEmail()
      const wanted = joining(shop, email, { type: free.id })
      expect(await shop.tryOpen(wanted)).toMatchObject({ success: false, code: 'nothing-to-pay' })
      const key = randomUUID()
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => create(email, { type: free.id, key })),
      )
      for (const { answer } of answers) expect(answer).toMatchObject({ success: true, expiration: inAYear() })
      expect(await shop.ask(shop.a, 'get_order', { orderKey: key })).toMatchObject({
        order: { state: 'fulfilled', paid: false, quote: { grandTotalCents: 0 } },
      })
      const [mail, ...others] = await shop.listMails(email)
      expect(others).toEqual([])
      for (const words of [
        'Your membership, Junior,',
        'Nothing was charged. This is your receipt.',
        'Total: $0.00',
      ])
        expect(mail?.text).toContain(words)
    })
  })
})

function settingsWith(serviceFeeCents: number): string {
  return JSON.stringify({
    serviceFeeCents,
    maxRenewYears: 3,
    maxRenewDays: 60,
    alternateId: true,
    alternateIdLabel: 'Badge number',
    roster: true,
    newsletter: true,
    enewsletter: true,
    redirectHosts: [],
  })
}
