// A process may die at any step of paying, replacing, receiving webhooks, settling, renewing, refunding or
// sweeping. The next process puts everything right (rules/payments 5.10).
import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import { expect, it } from 'vitest'
import { Failure } from '../../../src/contract/failures.ts'
import { addYears } from '../../../src/domain/day.ts'
import { holdMs } from '../../../src/domain/order.ts'
import { findAutoRenew } from '../../../src/server/member/db/membership.ts'
import { checkOut } from '../../../src/server/order/checkout.ts'
import { claim } from '../../../src/server/order/claims.ts'
import { listSavedCards } from '../../../src/server/order/db/savedCard.ts'
import { sweepOrder } from '../../../src/server/order/sweeper.ts'
import { receiveWebhook } from '../../../src/server/order/webhooks.ts'
import { createLog } from '../../../src/server/process/log.ts'
import { getCardKeys } from '../../../src/server/providers/stripe.ts'
import { loseHold } from '../../support/buying/givenUp.ts'
import { listOrderFaults } from '../../support/buying/orderBooks.ts'
import { refundOrder } from '../../support/buying/refunds.ts'
import {
  bookingSeat,
  donating,
  joining,
  renewing,
  renewingUntil,
  toCheckout,
} from '../../support/buying/shop.ts'
import { insertRenewable } from '../../support/clubs/renewables.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { type Doomed, readAndSettle } from '../../support/processes/crashes.ts'
import { dieAtEachStep, recoverOrders, setUpDeaths } from '../../support/processes/deaths.ts'

/** After each death a day passes. */
const longestMs = 240_000

describeOnEachEngine('a process that dies', (engine) => {
  const { shop, parts } = setUpDeaths(engine)
  const log = createLog({ write: () => undefined })

  let count = 0
  const newEmail = (): string => `crash${++count}@crash.example`
  const newThing = (): string => `crash${++count}/1`

  const dieEverywhere = <S>(
    prepare: () => Promise<S>,
    work: (doomed: Doomed, stage: S) => Promise<unknown>,
    check: (stage: S) => Promise<void>,
  ) => dieAtEachStep(parts, prepare, work, check)
  const recover = (receiptIds: readonly number[], minutes?: number) =>
    recoverOrders(shop, receiptIds, minutes)

  it('while it settles gives the goods once, with one receipt', { timeout: longestMs }, async () => {
    const deaths = await dieEverywhere(
      async () => {
        const email = newEmail()
        return { email, opened: await shop.pay(joining(shop, email)) }
      },
      (doomed, { opened }) => readAndSettle(doomed, shop.a, opened.receiptId),
      async ({ email, opened }) => {
        await recover([opened.receiptId])
        expect((await shop.readOrder(opened.receiptId)).state).toBe('fulfilled')
        expect(await shop.countMembers(email)).toBe(1)
        expect(await shop.listMails(email)).toHaveLength(1)
      },
    )
    // reading the order, asking the provider, and applying its answer
    expect(deaths).toBeGreaterThanOrEqual(9)
  })

  it('while it finds that the goods are gone gives the money back once @proof', {
    timeout: longestMs,
  }, async () => {
    const deaths = await dieEverywhere(
      async () => {
        const thing = newThing()
        const late = await shop.open(bookingSeat(newEmail(), thing))
        // a bank that took longer than the hold
        await loseHold(shop, late.receiptId)
        const winner = await shop.pay(bookingSeat(newEmail(), thing))
        await readAndSettle(parts, shop.a, winner.receiptId)
        await shop.confirm(late)
        return { late, winner }
      },
      async (doomed, { late }) => {
        await readAndSettle(doomed, shop.a, late.receiptId)
        await sweepOrder({ ...doomed, log }, shop.a, late.receiptId)
      },
      async ({ late, winner }) => {
        await recover([late.receiptId, winner.receiptId])
        expect((await shop.readOrder(late.receiptId)).state).toBe('refunded')
        const refunds = await shop.stripe.refunds.list({ payment_intent: late.intentId })
        expect(refunds.data.map(({ amount }) => amount)).toEqual([1150])
      },
    )
    expect(deaths).toBeGreaterThanOrEqual(20)
  })

  it('while it lets a hold run out leaves the thing free and the payment closed', {
    timeout: longestMs,
  }, async () => {
    const deaths = await dieEverywhere(
      async () => {
        const thing = newThing()
        const opened = await shop.open(bookingSeat(newEmail(), thing))
        shop.pass(holdMs + 1000)
        return { thing, opened }
      },
      (doomed, { opened }) => sweepOrder({ ...doomed, log }, shop.a, opened.receiptId),
      async ({ thing, opened }) => {
        await recover([opened.receiptId])
        expect((await shop.readOrder(opened.receiptId)).state).toBe('expired')
        expect(await shop.tryOpen(bookingSeat(newEmail(), thing))).toMatchObject({ success: true })
      },
    )
    expect(deaths).toBeGreaterThanOrEqual(9)
  })

  it('while it gives back gives back once', { timeout: longestMs }, async () => {
    const deaths = await dieEverywhere(
      async () => {
        const opened = await shop.pay(donating(newEmail()))
        await readAndSettle(parts, shop.a, opened.receiptId)
        await shop.sandbox.drop()
        return opened
      },
      async (doomed, { receiptId }) => {
        await refundOrder(doomed.services, shop.a.id, receiptId, { reason: 'The show is off' })
        await sweepOrder({ ...doomed, log }, shop.a, receiptId)
      },
      async ({ receiptId, intentId }) => {
        await recover([receiptId])
        const { state } = await shop.readOrder(receiptId)
        const refunds = await shop.stripe.refunds.list({ payment_intent: intentId })
        // either the payment was never requested, or it has been refunded
        expect([state, refunds.data.length]).toEqual(
          state === 'refunded' ? ['refunded', 1] : ['fulfilled', 0],
        )
      },
    )
    expect(deaths).toBeGreaterThanOrEqual(15)
  })

  it('while it makes a payment leaves one that the same browser finds again, or none', {
    timeout: longestMs,
  }, async () => {
    const key = new Map<string, string>()
    const deaths = await dieEverywhere(
      async () => {
        const email = newEmail()
        key.set(email, randomUUID())
        return { email, wanted: joining(shop, email) }
      },
      (doomed, { email, wanted }) =>
        checkOut(doomed, toCheckout(shop.a, wanted, 4650, { key: key.get(email) ?? '', holder: 'somebody' })),
      async ({ email, wanted }) => {
        const opened = await shop.open(wanted, { key: key.get(email) })
        const all = await shop.stripe.paymentIntents.list({ limit: 100 })
        expect(all.data.filter(({ metadata }) => metadata.order === String(opened.receiptId))).toHaveLength(1)
        await shop.confirm(opened)
        await recover([opened.receiptId])
        expect(await shop.countMembers(email)).toBe(1)
      },
    )
    expect(deaths).toBeGreaterThanOrEqual(9)
  })

  it('while it keeps a card leaves one customer, and one card beside the goods @proof', {
    timeout: longestMs,
  }, async () => {
    const deaths = await dieEverywhere(
      async () => {
        const { id, email } = await insertRenewable(shop)
        const member = {
          id,
          sessionId: '',
          isExpired: false,
          parentId: 0,
          signedInAt: 0,
          onlyNewPassword: false,
        }
        const renewal = { kind: 'renewal', payload: { years: 1, autoRenew: true }, category: 1, email }
        return { id, request: toCheckout(shop.a, renewal, 4150, { member, holder: '' }) }
      },
      async (doomed, { request }) => {
        const { receiptId, clientSecret } = await checkOut(doomed, request)
        await shop.sandbox.confirm(clientSecret, 'pm_card_visa')
        await readAndSettle(doomed, shop.a, receiptId)
      },
      async ({ id, request }) => {
        const isPaid = (error: unknown) => error instanceof Failure && error.code === 'already-paid'
        const again = await checkOut(parts, request).catch((error: unknown) => {
          if (!isPaid(error)) throw error
        })
        if (again !== undefined) await shop.sandbox.confirm(again.clientSecret, 'pm_card_visa')
        const orders = await shop.listRows(shop.a, 'purchase_order', { member_id: id }, ['id'])
        await shop.sandbox.drop()
        await shop.sweep()
        expect(
          await listOrderFaults(
            shop,
            orders.map((order) => order.id),
          ),
        ).toEqual([])
        const { saved, isOn } = await shop.inClub(shop.a, async (tx) => ({
          saved: await listSavedCards(tx, { memberId: id, mode: parts.cards.mode }),
          isOn: await findAutoRenew(tx, id),
        }))
        const customers = (await shop.stripe.customers.list({ limit: 100 })).data.filter(
          ({ metadata }) => metadata.member === String(id),
        )
        const held = await shop.stripe.customers.listPaymentMethods(customers[0]?.id ?? '')
        expect([orders.length, customers.length, saved.length, held.data.length]).toEqual([1, 1, 1, 1])
        expect(isOn).toBe(true)
      },
    )
    // placing, the customer's row, the customer, its name, the intent, its name; reading, asking, applying
    expect(deaths).toBeGreaterThanOrEqual(27)
  })

  it('while it makes a payment that nobody asks for again leaves it closed', {
    timeout: longestMs,
  }, async () => {
    await dieEverywhere(
      async () => ({ email: newEmail(), thing: newThing() }),
      (doomed, { email, thing }) => checkOut(doomed, toCheckout(shop.a, bookingSeat(email, thing), 1150)),
      async ({ email, thing }) => {
        const rows = await shop.listRows(shop.a, 'purchase_order', { email }, ['id'])
        await recover(
          rows.map(({ id }) => id),
          holdMs / 60_000 + 1,
        )
        expect(await shop.tryOpen(bookingSeat(newEmail(), thing))).toMatchObject({ success: true })
      },
    )
  })

  it('while it takes one order for another leaves one payment, and the thing to who asks again @proof', {
    timeout: longestMs,
  }, async () => {
    const deaths = await dieEverywhere(
      async () => {
        const email = newEmail()
        const wanted = bookingSeat(email, newThing())
        const { receiptId, key } = await shop.open(wanted)
        return { wanted, replaces: { receiptId, key }, key: randomUUID() }
      },
      (doomed, { wanted, replaces, key }) =>
        checkOut(doomed, toCheckout(shop.a, wanted, 1150, { key, replaces })),
      async ({ wanted, replaces, key }) => {
        const next = await shop.open(wanted, { replaces, key })
        expect((await shop.readOrder(replaces.receiptId)).state).toBe('cancelled')
        await shop.confirm(next)
        await recover([replaces.receiptId, next.receiptId])
        expect((await shop.readOrder(next.receiptId)).state).toBe('fulfilled')
      },
    )
    expect(deaths).toBeGreaterThanOrEqual(15)
  })

  it('while it hears of a paid renewal renews once, when it is told again and when it is not', {
    timeout: longestMs,
  }, async () => {
    const { webhookSecret: secret } = await getCardKeys(shop)
    const sign = (payload: string) => {
      const timestamp = Math.floor(shop.now() / 1000)
      return new Stripe('sk_test_any').webhooks.generateTestHeaderString({ payload, secret, timestamp })
    }
    let turn = 0
    const deaths = await dieEverywhere(
      async () => {
        const email = newEmail()
        const opened = await shop.pay(await renewing(shop, email))
        const { data } = await shop.stripe.events.list({ type: 'payment_intent.succeeded', limit: 10 })
        const event = data.find((one) => JSON.stringify(one).includes(opened.intentId))
        return { email, opened, body: JSON.stringify(event) }
      },
      (doomed, { body }) => receiveWebhook({ ...doomed, log }, body, sign(body)),
      async ({ email, opened, body }) => {
        turn += 1
        if (turn % 2 === 0) expect(await receiveWebhook({ ...parts, log }, body, sign(body))).toBe(true)
        await recover([opened.receiptId])
        expect((await shop.readOrder(opened.receiptId)).state).toBe('fulfilled')
        const member = await shop.getRow(shop.a, 'member', { email }, ['expires_on'])
        expect(member.expires_on).toBe(addYears(renewingUntil, 1))
        expect(await shop.listMails(email)).toHaveLength(1)
      },
    )
    // finding the club, and the order with whether this is known; asking the provider, and applying the
    // answer
    expect(deaths).toBeGreaterThanOrEqual(12)
  })

  it('while it answers for what was paid finishes that one order @proof', {
    timeout: longestMs,
  }, async () => {
    await dieEverywhere(
      async () => {
        const email = newEmail()
        return { email, opened: await shop.pay(joining(shop, email)) }
      },
      (doomed, { email }) =>
        claim(doomed, {
          tenant: shop.a,
          member: null,
          language: null,
          peer: '127.0.0.1',
          key: undefined,
          receiptId: undefined,
          order: joining(shop, email),
          email,
          isDiscreet: false,
          lookups: { require: async () => {}, count: async () => {} },
        }),
      async ({ email, opened }) => {
        await recover([opened.receiptId])
        expect(await shop.countMembers(email)).toBe(1)
      },
    )
  })
})
