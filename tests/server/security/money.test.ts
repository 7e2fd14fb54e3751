// Attacks with money: goods for less than they cost, other people's money, and failures at a bad moment
// (rules/security 4).

import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { membershipPayload } from '../../../src/contract/purchases.ts'
import { sealLookup } from '../../../src/server/auth/lookupProof.ts'
import { restoreBackup, writeBackup } from '../../../src/server/backup/backup.ts'
import { countAttempts } from '../../../src/server/db/instance/attempt.ts'
import { ofClub } from '../../../src/server/db/scope/clubPlugin.ts'
import {
  type CountedLimit,
  lookupsPerAddress,
  orderHintsPerAddress,
  signUpsPerAddress,
} from '../../../src/server/limits/often.ts'
import { createCards } from '../../../src/server/order/cardProvider.ts'
import { listDueOrders } from '../../../src/server/order/db/order.ts'
import { readRefunds } from '../../../src/server/order/refundDelivery.ts'
import { getCardProvider } from '../../../src/server/providers/stripe.ts'
import { toBucket } from '../../../src/server/throttle/throttle.ts'
import { refundOrder } from '../../support/buying/refunds.ts'
import { bookingSeat, donating, joining, setUpShop, type WantedOrder } from '../../support/buying/shop.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

describeOnEachEngine('whoever has not paid for it', (engine) => {
  const shop = setUpShop(engine)

  const addType = async (label: string, price_cents: number) =>
    (await shop.insertRow(shop.a, 'member_type', { label, price_cents, renew_price_cents: price_cents })).id
  const joinAs = (email: string, more: Record<string, unknown> = {}, peer?: string) =>
    shop.request(
      shop.a,
      'create_member',
      { ...joining(shop, email).payload, ...more },
      peer === undefined ? {} : { peer },
    )
  /** As if so many calls had come before. */
  const count = (limit: CountedLimit, peer: string, amount: number) =>
    shop.database.withoutClub((tx) => countAttempts(tx, [{ ...toBucket(limit, peer, shop.now()), amount }]))
  const payUnnamed = async (email: string, amount: number) => {
    const answer = await shop.ask(shop.a, 'create_payment_intent', {
      amount,
      receiptEmail: email,
      category: 1,
    })
    expect(answer).toMatchObject({ success: true })
    const clientSecret = String(answer.clientSecret)
    await shop.sandbox.confirm(clientSecret, 'pm_card_visa')
    await shop.deliver()
    return { receiptId: Number(answer.receiptId), intentId: clientSecret.split('_secret_')[0] ?? '' }
  }

  const openFrom = async (peer: string, { payload, category, email }: WantedOrder, amount: number) =>
    shop.ask(
      shop.a,
      'create_payment_intent',
      {
        amount,
        receiptEmail: email,
        category,
        key: randomUUID(),
        order: { kind: 'membership', payload },
      },
      { peer },
    )

  it('is told before they pay that the address has a membership of another type, and may lengthen it by its own', async () => {
    const { email } = shop.a.people.member
    const { open } = shop.a.memberTypes
    await shop.setMember(email, { expires_on: '2027-08-01', member_type_id: open })
    const [free, cheap] = [await addType('Friend', 0), await addType('Junior', 500)]
    const before = (await shop.stripe.paymentIntents.list({ limit: 100 })).data.length
    expect((await joinAs(email, { type: free, key: randomUUID() })).answer).toMatchObject({
      code: 'already-member',
    })
    for (const address of [email, ` ${email.toUpperCase()}`]) {
      const refused = await shop.tryOpen(joining(shop, email, { type: cheap, email_address: address }))
      expect(refused).toMatchObject({ success: false, code: 'already-member' })
    }
    expect(await shop.readMember(email)).toEqual({ expires_on: '2027-08-01', member_type_id: open })
    expect((await shop.stripe.paymentIntents.list({ limit: 100 })).data).toHaveLength(before)
    await shop.setMember(email, { expires_on: '2026-08-01' })
    expect(await shop.tryOpen(joining(shop, email))).toMatchObject({ success: true })
  })

  it('does not lengthen a membership of another type that came while they paid: their money goes back', async () => {
    const email = 'race@theft.example'
    const opened = await shop.open(joining(shop, email, { type: await addType('Junior in a race', 500) }))
    const winner = await shop.open(joining(shop, email))
    for (const one of [winner, opened]) {
      await shop.confirm(one)
      await shop.deliver()
    }
    await shop.sweep()
    expect((await shop.readOrder(winner.receiptId)).state).toBe('fulfilled')
    expect((await shop.readOrder(opened.receiptId)).state).toBe('refunded')
    expect((await shop.readMember(email)).member_type_id).toBe(shop.a.memberTypes.open)
  })

  it('learns from orders who is a member no more often than by looking them up', async () => {
    const { email } = shop.a.people.member
    const [free, cheap] = [await addType('Friend to tell', 0), await addType('Junior to tell', 500)]
    const [peer, wanted] = ['203.0.113.76', joining(shop, email, { type: cheap })]
    await count(lookupsPerAddress, `${shop.a.id} ${peer}`, lookupsPerAddress.most - 1)
    expect(await openFrom(peer, wanted, 650)).toMatchObject({ code: 'already-member' })
    // what they pay after that goes back, as in the race above
    expect(await openFrom(peer, wanted, 650)).toMatchObject({ success: true })
    expect((await joinAs(email, { type: free }, peer)).status).toBe(429)
  })

  it('makes no member of an address that its owner may take back by now: the money goes back', async () => {
    const email = 'moved@theft.example'
    const opened = await shop.open(joining(shop, email))
    await shop.insertRow(shop.a, 'member_code', {
      ...{ id: randomUUID(), member_id: shop.a.people.member.id },
      ...{ kind: 'email-undo', hash: email, detail: JSON.stringify({ email: email.toUpperCase() }) },
      ...{ created_at: new Date(shop.now()), expires_at: new Date(shop.now() + 3_600_000) },
    })
    await shop.confirm(opened)
    await shop.deliver()
    await shop.sweep()
    expect((await shop.readOrder(opened.receiptId)).state).toBe('refunded')
    expect(await shop.countMembers(email)).toBe(0)
  })

  it('writes of who joins only what joining asks for, whatever else stands in their payload', async () => {
    const free = await addType('Friend to fuzz', 0)
    const readRow = async (email: string) => {
      const { rows } = await shop.inClub(shop.a, (tx) =>
        sql<Record<string, unknown>>`
          select to_jsonb(m) - array['id', 'ref', 'email', 'email_folded', 'created_at', 'card_code'] as member,
            to_jsonb(s) - 'member_id' as settings
          from ${ofClub('member', 'm')} join ${ofClub('member_settings', 's')} on s.member_id = m.id
          where m.email = ${email}`.execute(tx),
      )
      return rows
    }
    const join = async (email: string, more: Record<string, unknown>) => {
      const { answer } = await joinAs(email, { type: free, key: randomUUID(), ...more })
      expect([more, answer]).toEqual([more, expect.objectContaining({ success: true })])
      return readRow(email)
    }
    const plain = await join('fuzz@fuzz.example', {})
    expect(plain).toHaveLength(1)
    const [{ member, settings } = {}] = plain as { member?: object; settings?: object }[]
    const payloadFields = new Set(Object.keys(membershipPayload.shape))
    const names = [
      ...Object.keys({ ...member, ...settings }),
      ...[
        'id',
        'ref',
        'email',
        'email_folded',
        'created_at',
        'card_code',
        'member_id',
        'expiration',
        'moderator',
        'notify',
      ],
      ...['memberSince', 'avatar', 'password', 'price', 'serviceFee'],
    ]
      .flatMap((name) => [name, name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())])
      // with a parent and an address it is a call for an additional login, which joins nobody
      .filter((name) => !payloadFields.has(name) && !/^(tenant.*|memberId|parentId|email)$/.test(name))
    const mostWanted = ['expiration', 'expires_on', 'parent_id', 'moderator', 'tags', 'autoRenew']
    expect(names).toEqual(expect.arrayContaining(mostWanted))
    const values = [true, '2099-12-31', shop.a.people.member.id, ['board'], null]
    for (const [at, value] of values.entries()) {
      // a value that is no flag is refused before it is used
      const fields = names.filter((name) => name !== 'autoRenew' || value === true)
      const more = Object.fromEntries(fields.map((name) => [name, value]))
      expect(await join(`fuzz${at}@fuzz.example`, more)).toEqual(plain)
      if (at > 0) continue
      const paid = joining(shop, 'paid@fuzz.example', more)
      await shop.buy(paid)
      expect(await readRow(paid.email)).toEqual([
        { ...plain[0], member: { ...member, member_type_id: shop.a.memberTypes.open } },
      ])
    }
  })

  it('gets the type that they pay for when their own membership has run out', async () => {
    const { email } = shop.a.people.expired
    const junior = await addType('Junior again', 500)
    const opened = await shop.buy(joining(shop, email, { type: junior }))
    expect((await shop.readOrder(opened.receiptId)).state).toBe('fulfilled')
    expect((await shop.readMember(email)).member_type_id).toBe(junior)
  })

  it('renews nothing with what somebody else paid before they said what for', async () => {
    const payer = 'payer@theft.example'
    const { receiptId } = await payUnnamed(payer, 4150)
    const { member, expired } = shop.a.people
    await shop.setMember(member.email, { expires_on: '2026-08-01' })
    const token = await shop.signIn(shop.a, 'member')
    const lookup = await sealLookup(shop, { tenantId: shop.a.id, memberId: expired.id }, shop.now())
    const stolen = { kind: 'renewal', email_address: payer, years: 1 }
    const before = [await shop.readMember(member.email), await shop.readMember(expired.email)]
    for (const more of [{}, { receiptId }]) {
      const own = await shop.request(shop.a, 'create_member', { ...stolen, ...more }, { token })
      expect(own.answer).toMatchObject({ success: false })
      const visitor = await shop.request(shop.a, 'create_member', { ...stolen, ...more, lookup })
      expect(visitor.answer).toMatchObject({ success: false })
    }
    expect([await shop.readMember(member.email), await shop.readMember(expired.email)]).toEqual(before)
    // the member whose address it was paid with may do so, with its number
    const mine = await payUnnamed(member.email, 4150)
    const proof = await sealLookup(shop, { tenantId: shop.a.id, memberId: member.id }, shop.now())
    const claim = (more: Record<string, unknown>) =>
      shop.request(shop.a, 'create_member', {
        kind: 'renewal',
        email_address: member.email,
        lookup: proof,
        years: 1,
        ...more,
      })
    expect((await claim({})).answer).toMatchObject({ success: false, code: 'not-paid' })
    expect((await claim({ receiptId: mine.receiptId })).answer).toMatchObject({ success: true })
    expect((await shop.readOrder(mine.receiptId)).state).toBe('fulfilled')
  })

  it("claims nothing with a receipt whose money went back at the provider's own desk", async () => {
    const email = 'desk@theft.example'
    const { receiptId, intentId } = await payUnnamed(email, 4650)
    await shop.stripe.refunds.create({ payment_intent: intentId })
    await shop.deliver()
    expect((await joinAs(email)).answer).toMatchObject({ success: false, code: 'not-paid' })
    expect(await shop.countMembers(email)).toBe(0)
    await shop.sweep(24 * 60 + 1)
    await shop.sweep()
    expect((await shop.readOrder(receiptId)).state).toBe('refunded')
  })

  it('is asked to join for nothing five times by an address in half an hour and three hundred times from a place, and an address joins once', async () => {
    const free = await addType('Friend for free', 0)
    const fromHere = (email: string) => joinAs(email, { type: free, key: randomUUID() }, '203.0.113.77')
    const email = 'flood@theft.example'
    expect((await fromHere(email)).answer).toMatchObject({ success: true })
    for (let turn = 1; turn < 5; turn += 1) {
      expect((await fromHere(email)).answer).toMatchObject({ code: 'renewal-too-early' })
    }
    expect((await fromHere(email)).status).toBe(429)
    await count(signUpsPerAddress, '203.0.113.77', 294)
    expect((await fromHere('three.hundredth@theft.example')).status).toBe(200)
    expect((await fromHere('last@theft.example')).status).toBe(429)
    expect((await joinAs('next.door@theft.example', { type: free }, '203.0.113.78')).status).toBe(200)
  })

  it("does not try out receipt numbers with somebody's address", async () => {
    const guess = (receiptId: number) => joinAs('somebody@theft.example', { receiptId }, '203.0.113.80')
    for (let turn = 0; turn < 20; turn += 1) {
      expect((await guess(900_000 + turn)).answer).toMatchObject({ code: 'order-not-found' })
    }
    expect((await guess(900_020)).status).toBe(429)
  })

  it('has the provider asked no more than six hundred times by hints from one address, however many they name', async () => {
    for (const [most, peer] of [
      [1, '203.0.113.81'],
      [20, '203.0.113.82'],
    ] as const) {
      const ids = Array.from({ length: most }, (_, index) => index + 1)
      const hint = async () =>
        (await shop.request(shop.a, 'stripe_complete_payment', { ids, status: 4 }, { peer })).status
      await count(orderHintsPerAddress, peer, 600 - most)
      expect([most, await hint(), await hint()]).toEqual([most, 200, 429])
    }
  })

  it('holds nothing for ever when the club has gone from tests to real cards meanwhile', async () => {
    const opened = await shop.open(bookingSeat('switch@theft.example', 'switch/1'))
    await shop.changeRows(
      shop.a,
      'purchase_order',
      { id: opened.receiptId },
      { mode: 'test', intent_id: 'pi_of_another_mode' },
    )
    for (const state of ['pending', 'expired']) {
      const answer = await shop.ask(shop.a, 'get_order', { orderKey: opened.key })
      expect(answer).toMatchObject({ success: true, order: { state } })
      await shop.sweep(20)
    }
    expect((await shop.readOrder(opened.receiptId)).state).toBe('expired')
    expect(await shop.tryOpen(bookingSeat('next@theft.example', 'switch/1'))).toMatchObject({ success: true })
  })

  it('is not forgotten when the bank sends back a refund that had gone out', async () => {
    const opened = await shop.buy(donating('returned@theft.example'))
    const services = { ...shop, newId: () => randomUUID() }
    await refundOrder(services, shop.a.id, opened.receiptId, { reason: 'The show is off' })
    await shop.sweep()
    expect((await shop.readOrder(opened.receiptId)).state).toBe('refunded')
    const cards = createCards(await getCardProvider(shop))
    const listRefunds: typeof cards.listRefunds = async (intentId) =>
      (await cards.listRefunds(intentId)).map((refund) => ({ ...refund, status: 'failed' }))
    await readRefunds(
      { services, cards: { ...cards, listRefunds } },
      shop.a,
      opened.receiptId,
      opened.intentId,
    )
    expect((await shop.readOrder(opened.receiptId)).state).toBe('review')
  })

  it('does not keep the sweeper from money that is here by thousands of orders', async () => {
    const seat = await shop.open(bookingSeat('held@theft.example', 'swept/1'))
    const row = await shop.getRow(shop.a, 'purchase_order', { id: seat.receiptId })
    const look_at = new Date(shop.now() - 60_000)
    await shop.insertRows(
      shop.a,
      'purchase_order',
      Array.from({ length: 600 }, (_, index) => ({
        ...row,
        id: seat.receiptId + 1 + index,
        key: randomUUID(),
        hold_until: null,
        look_at,
        intent_id: null,
      })),
    )
    shop.pass(16 * 60_000)
    const due = await shop.inClub(shop.a, (tx) => listDueOrders(tx, new Date(shop.now()), 500))
    expect(due).toContain(seat.receiptId)
    await shop.changeRows(shop.a, 'purchase_order', { intent_id: null }, { look_at: null })
  })

  it('loses no order when a backup is put back, paid or not', async () => {
    const open = await shop.open(donating('open@theft.example'))
    const paid = await shop.buy(donating('paid@theft.example'))
    const path = join(tmpdir(), `${randomUUID()}.backup`)
    const services = { ...shop, config: { ...shop.config, dataDir: tmpdir() }, newId: () => randomUUID() }
    try {
      await writeBackup(services, path, shop.a.slug)
      const before = [await shop.readOrder(open.receiptId), await shop.readOrder(paid.receiptId)]
      await restoreBackup(services, path, true)
      expect([await shop.readOrder(open.receiptId), await shop.readOrder(paid.receiptId)]).toEqual(before)
    } finally {
      rmSync(path, { force: true })
    }
    await shop.confirm(open)
    await shop.deliver()
    expect((await shop.readOrder(open.receiptId)).state).toBe('fulfilled')
  })
})
