// Webhooks of the card provider: only what it has just signed counts, and only as a reason to check (T2.29).
import { Stripe } from 'stripe'
import { beforeAll, expect, it } from 'vitest'
import { putObject } from '../../../card-sandbox/tables.ts'
import { listHistory } from '../../../src/server/order/db/order.ts'
import { getCardKeys } from '../../../src/server/providers/stripe.ts'
import { joining, setUpShop } from '../../support/buying/shop.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

describeOnEachEngine('a webhook (T2.29)', (engine) => {
  const shop = setUpShop(engine)
  let secret: string
  beforeAll(async () => {
    secret = (await getCardKeys(shop)).webhookSecret
  })

  const sign = (payload: string, { at = shop.now(), key = secret } = {}): string =>
    new Stripe('sk_test_any').webhooks.generateTestHeaderString({
      payload,
      secret: key,
      timestamp: Math.floor(at / 1000),
    })
  const send = (body: string, signature?: string) =>
    shop.send('/webhooks/stripe', {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        ...(signature === undefined ? {} : { 'stripe-signature': signature }),
      },
    })
  /** The true event of a paid order that is not finished yet. */
  const pay = async (email: string) => {
    const opened = await shop.pay(joining(shop, email))
    const events = await shop.stripe.events.list({ type: 'payment_intent.succeeded', limit: 100 })
    const event = events.data.find(({ data }) => 'id' in data.object && data.object.id === opened.intentId)
    if (event === undefined) throw new Error('there is no event of the payment')
    const readState = async () => (await shop.readOrder(opened.receiptId)).state
    return { opened, event, body: JSON.stringify(event), readState }
  }

  it('is refused when it is forged, unsigned, old, or not as it was sent, and changes nothing', async () => {
    const { body, event, readState } = await pay('forged@hook.example')
    const good = sign(body)
    const refused: [string, string, string | undefined][] = [
      ['unsigned', body, undefined],
      ['empty signature', body, ''],
      ['nonsense', body, 't=1,v1=00'],
      ['another secret', body, sign(body, { key: 'whsec_of_somebody_else' })],
      ['301 s old', body, sign(body, { at: shop.now() - 301_000 })],
      ['serialised again', JSON.stringify(event, null, 2), good],
      ['one byte more', `${body} `, good],
      ['another event', body.replace(event.id, `${event.id}x`), good],
      ['signed, but no JSON', '{"id":', sign('{"id":')],
      ['nothing', '', sign('')],
    ]
    for (const [title, sent, signature] of refused) {
      expect([title, (await send(sent, signature)).status]).toEqual([title, 400])
    }
    expect(await readState()).toBe('pending')
    expect((await send(body, good)).status).toBe(200)
    expect(await readState()).toBe('fulfilled')
  })

  it('is taken with 2xx however often it comes, and for what is known already', async () => {
    const { body, opened, readState } = await pay('again@hook.example')
    const statuses = await Promise.all(Array.from({ length: 5 }, () => send(body, sign(body))))
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await readState()).toBe('fulfilled')
    expect(await shop.countMembers('again@hook.example')).toBe(1)
    const { rows } = await shop.inClub(shop.a, async (tx) => ({
      rows: await tx
        .selectFrom('order_history')
        .where('order_id', '=', opened.receiptId)
        .select('what')
        .execute(),
    }))
    expect(rows.map(({ what }) => what)).toEqual(['placed', 'succeeded', 'fulfilled'])
  })

  it("that lies about its payment is believed in nothing: the provider's object counts", async () => {
    const opened = await shop.open(joining(shop, 'liar@hook.example'))
    const intent = await shop.stripe.paymentIntents.retrieve(opened.intentId)
    const lie = JSON.stringify({
      id: 'evt_lie',
      object: 'event',
      type: 'payment_intent.succeeded',
      livemode: false,
      data: { object: { ...intent, status: 'succeeded', amount_received: intent.amount } },
    })
    expect((await send(lie, sign(lie))).status).toBe(200)
    expect((await shop.readOrder(opened.receiptId)).state).toBe('pending')
  })

  it("of another account's payment, another shop's, or of a kind that nobody asked for is none of ours", async () => {
    const foreign = await shop.stripe.paymentIntents.create({
      amount: 4650,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
    })
    const paid = await shop.open(joining(shop, 'mine@hook.example'))
    const marked = { tenant: shop.a.uuid, order: String(paid.receiptId) }
    for (const [id, metadata] of [
      ['evt_none', {}],
      ['evt_marked', marked],
      ['evt_club', { tenant: '00000000-0000-4000-8000-000000000000', order: '1' }],
      ['evt_odd', { tenant: "' or 1=1", order: '-1' }],
    ] as const) {
      const body = JSON.stringify({
        id,
        object: 'event',
        type: 'payment_intent.succeeded',
        data: { object: { ...foreign, metadata, status: 'succeeded', amount_received: 4650 } },
      })
      expect((await send(body, sign(body))).status).toBe(200)
    }
    const strange = JSON.stringify({ id: 'evt_x', object: 'event', type: 'radar.rule', data: { object: {} } })
    expect((await send(strange, sign(strange))).status).toBe(200)
    expect((await shop.readOrder(paid.receiptId)).state).toBe('pending')
  })

  it('is sent again by the provider while it could not be looked into', async () => {
    const { body, readState } = await pay('later@hook.example')
    await shop.sandbox.fail({ operation: 'payment_intents.retrieve', when: 'before', how: 503, times: 50 })
    expect((await send(body, sign(body))).status).toBe(503)
    await shop.resetSandbox()
    expect(await readState()).toBe('pending')
    expect((await send(body, sign(body))).status).toBe(200)
    expect(await readState()).toBe('fulfilled')
  })

  it('is posted, and nothing else', async () => {
    expect((await shop.send('/webhooks/stripe')).status).toBe(405)
  })

  it('holds what does not fit for an officer: another amount, currency, club or order, or another kind of money', async () => {
    const change = async (email: string, set: Record<string, unknown>) => {
      const { body, opened, readState } = await pay(email)
      await shop.changeRows(shop.a, 'purchase_order', { id: opened.receiptId }, set)
      expect((await send(body, sign(body))).status).toBe(200)
      expect(await shop.countMembers(email)).toBe(0)
      return readState()
    }
    expect(await change('amount@hook.example', { total_cents: 9999 })).toBe('review')
    expect(await change('currency@hook.example', { currency: 'eur' })).toBe('review')

    const other = await shop.open(joining(shop, 'else@hook.example'))
    const [own, stranger] = [shop.a.uuid, shop.clubs.b.uuid]
    for (const [email, detail, alter] of [
      ['club@hook.example', 'another club', (order: string) => ({ metadata: { tenant: stranger, order } })],
      [
        'order@hook.example',
        'another order',
        () => ({ metadata: { tenant: own, order: String(other.receiptId) } }),
      ],
      ['live@hook.example', 'mode sandbox', () => ({ livemode: true })],
    ] as const) {
      const { body, opened, readState } = await pay(email)
      await shop.alterIntent(opened.intentId, alter(String(opened.receiptId)))
      expect((await send(body, sign(body))).status).toBe(200)
      expect([email, await readState()]).toEqual([email, 'review'])
      const history = await shop.inClub(shop.a, (tx) => listHistory(tx, opened.receiptId))
      expect(history.at(-1)).toMatchObject({ what: 'review', detail })
      expect(await shop.countMembers(email)).toBe(0)
    }
    expect((await shop.readOrder(other.receiptId)).state).toBe('pending')
  })

  it('of a dispute sets a flag, a lost one another, and the goods stay', async () => {
    const { body, opened, readState } = await pay('dispute@hook.example')
    await send(body, sign(body))
    const intent = await shop.stripe.paymentIntents.retrieve(opened.intentId)
    const tell = async (status: 'needs_response' | 'lost') => {
      const dispute = toDispute(intent, status)
      await shop.database.withoutClub((tx) =>
        putObject(tx.withTables(), {
          id: dispute.id,
          kind: 'dispute',
          customer: null,
          paymentIntent: intent.id,
          charge: null,
          createdAt: new Date(shop.now()),
          body: dispute,
        }),
      )
      // the event's content is older than what the provider knows now
      const event = JSON.stringify({
        id: `evt_${status}`,
        object: 'event',
        type: 'charge.dispute.created',
        data: { object: { ...dispute, status: 'needs_response' } },
      })
      expect((await send(event, sign(event))).status).toBe(200)
      expect((await send(event, sign(event))).status).toBe(200)
      return shop.readOrder(opened.receiptId)
    }
    const at = new Date(shop.now())
    expect(await tell('needs_response')).toMatchObject({ disputedAt: at, chargedBackAt: null })
    expect(await tell('lost')).toMatchObject({ disputedAt: at, chargedBackAt: at })
    expect(await readState()).toBe('fulfilled')
  })
})

/** As the provider shows it, before anything was answered to it. */
function toDispute(intent: Stripe.PaymentIntent, status: 'needs_response' | 'lost') {
  const evidence = [
    'access_activity_log billing_address cancellation_policy cancellation_policy_disclosure',
    'cancellation_rebuttal customer_communication customer_email_address customer_name customer_purchase_ip',
    'customer_signature duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id',
    'product_description receipt refund_policy refund_policy_disclosure refund_refusal_explanation',
    'service_date service_documentation shipping_address shipping_carrier shipping_date',
    'shipping_documentation shipping_tracking_number uncategorized_file uncategorized_text',
  ]
  return {
    id: 'du_test',
    object: 'dispute',
    amount: intent.amount,
    balance_transactions: [],
    charge: intent.latest_charge,
    created: intent.created,
    currency: 'usd',
    enhanced_eligibility_types: [],
    evidence: {
      ...Object.fromEntries(evidence.flatMap((names) => names.split(' ')).map((name) => [name, null])),
      enhanced_evidence: {},
    },
    evidence_details: {
      due_by: null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: 'manual',
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: 'fraudulent',
    status,
  }
}
