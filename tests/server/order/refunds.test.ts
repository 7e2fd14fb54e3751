// Refunds: by an officer, for what could not be delivered, and never twice.

import { expect, it } from 'vitest'
import type { CardTables } from '../../../card-sandbox/tables.gen.ts'
import { findDay } from '../../../src/domain/day.ts'
import { sealLookup } from '../../../src/server/auth/lookupProof.ts'
import { lookupsPerAddress } from '../../../src/server/limits/often.ts'
import { listHolds } from '../../../src/server/order/db/hold.ts'
import { listHistory } from '../../../src/server/order/db/order.ts'
import type { RefundRequest } from '../../../src/server/order/refunds.ts'
import { listOrderFaults } from '../../support/buying/orderBooks.ts'
import { refundOrder } from '../../support/buying/refunds.ts'
import {
  bookingSeat,
  donating,
  joining,
  type OpenedOrder,
  renewing,
  renewingUntil,
  setUpShop,
  type WantedOrder,
} from '../../support/buying/shop.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

describeOnEachEngine('money', (engine) => {
  const shop = setUpShop(engine)
  const isOver = 'The membership that was paid with it goes back too: it is over now.'

  const buy = async (wanted: WantedOrder, more: Record<string, unknown> = {}) => shop.buy(wanted, more)
  const giveBack = (opened: OpenedOrder, request: RefundRequest = { reason: 'The show is off' }) =>
    refundOrder(
      { database: shop.database, now: shop.now, newId: () => crypto.randomUUID() },
      shop.a.id,
      opened.receiptId,
      request,
    )
  const listRefunds = async ({ intentId }: OpenedOrder) =>
    (await shop.stripe.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount)
  const readState = async ({ receiptId }: OpenedOrder) => (await shop.readOrder(receiptId)).state
  const setExpiration = (email: string, expires_on: string) =>
    shop.changeRows(shop.a, 'member', { email }, { expires_on })
  const readExpiration = async (email: string) => (await shop.getRow(shop.a, 'member', { email })).expires_on

  /** Exactly these mails in their order: the receipt, or the text of a refund's mail from its amount on. */
  async function expectMails({ receiptId }: OpenedOrder, email: string, expected: readonly string[]) {
    const mails = await shop.listMails(email)
    expect(mails.map(({ subject }) => subject)).toEqual(
      expected.map(
        (words) => `Harbor Classics: ${words === 'receipt' ? words : 'refund'} for order ${receiptId}`,
      ),
    )
    for (const [at, words] of expected.entries()) {
      if (words === 'receipt') continue
      const [amount, ...rest] = words.split(' ')
      const paid = `We have returned ${amount} to the card that paid for this order. ${rest.join(' ')}`
      expect(mails[at]?.text.replace(/\s+/g, ' ')).toContain(`${paid} Order number: ${receiptId} `)
    }
  }

  it('goes back whole, with the fee, once, and the goods with it', async () => {
    const email = 'back@money.example'
    const opened = await buy(joining(shop, email))
    expect(await giveBack(opened)).toMatchObject({ amountCents: 4650 })
    expect(await readState(opened)).toBe('refunding')
    await expect(giveBack(opened)).rejects.toMatchObject({ code: 'invalid-input' })
    for (let turn = 0; turn < 3; turn += 1) await shop.sweep()
    expect(await readState(opened)).toBe('refunded')
    expect(await listRefunds(opened)).toEqual([4650])
    expect(await readExpiration(email)).toBe('2026-06-12')
    await expectMails(opened, email, [
      'receipt',
      `$46.50 That is all of it. The reason: The show is off. ${isOver}`,
    ])
    await shop.deliver()
    expect(await readState(opened)).toBe('refunded')
  })

  it('goes back as it came where it does not fit the order, whatever the order costs', async () => {
    const opened = await shop.open(joining(shop, 'misfit@money.example'))
    await shop.changeRows(shop.a, 'purchase_order', { id: opened.receiptId }, { total_cents: 9999 })
    await shop.confirm(opened)
    await shop.deliver()
    expect(await readState(opened)).toBe('review')
    expect(await giveBack(opened)).toMatchObject({ amountCents: 4650 })
    for (let turn = 0; turn < 3; turn += 1) await shop.sweep()
    expect(await readState(opened)).toBe('refunded')
    expect(await listRefunds(opened)).toEqual([4650])
  })

  const listHoldStates = async ({ receiptId }: OpenedOrder) =>
    (await shop.inClub(shop.a, (tx) => listHolds(tx, receiptId)))
      .toSorted((one, other) => one.line - other.line)
      .map(({ state }) => state)

  it("goes back by line, a line's money once, and the fee with the last of them", async () => {
    const email = 'line@money.example'
    const opened = await buy(bookingSeat(email, 'parts/9', { quantity: 2, more: ['rest/9'] }))
    expect(await giveBack(opened, { lines: [1], reason: 'Broken' })).toMatchObject({ amountCents: 2000 })
    await shop.sweep()
    expect([await readState(opened), await listRefunds(opened)]).toEqual(['fulfilled_partial', [2000]])
    expect(await listHoldStates(opened)).toEqual(['released', 'sold'])
    for (const lines of [[1], [7], [1, 2]]) {
      await expect(giveBack(opened, { lines, reason: 'Again' })).rejects.toMatchObject({
        code: 'invalid-input',
      })
    }
    expect(await giveBack(opened, { lines: [2], reason: 'Too' })).toMatchObject({ amountCents: 2150 })
    await shop.sweep()
    expect([await readState(opened), await listRefunds(opened)]).toEqual(['refunded', [2150, 2000]])
    expect(await listHoldStates(opened)).toEqual(['released', 'released'])
    await expectMails(opened, email, [
      'receipt',
      '$20.00 The reason: Broken. parts/9 × 2: $20.00',
      '$21.50 The reason: Too.',
    ])
    expect(await listOrderFaults(shop, [opened.receiptId])).toEqual([])
  })

  it('of a line that the bank sent back goes out again when it is asked for, and no more than that', async () => {
    const opened = await buy(bookingSeat('again@money.example', 'first/9', { more: ['second/9'] }))
    const refund = async (request: RefundRequest) => {
      const { amountCents } = await giveBack(opened, request)
      await shop.sweep()
      return amountCents
    }
    const sendBack = async () => {
      const [latest] = (await shop.stripe.refunds.list({ payment_intent: opened.intentId })).data
      await shop.sandbox.endRefund(latest?.id ?? '', false)
      await shop.deliver()
    }
    const again = { lines: [2], reason: 'Again' }
    await refund(again)
    await sendBack()
    expect([await readState(opened), await listHoldStates(opened)]).toEqual([
      'fulfilled_partial',
      ['sold', 'released'],
    ])
    expect(await refund(again)).toBe(1000)
    await expect(giveBack(opened, again)).rejects.toMatchObject({ code: 'invalid-input' })
    expect([await readState(opened), await listHoldStates(opened)]).toEqual([
      'fulfilled_partial',
      ['sold', 'released'],
    ])
    expect(await listOrderFaults(shop, [opened.receiptId])).toEqual([])
    // both have failed: one after the other, and the fee with the last
    await sendBack()
    expect(await refund({ lines: [1], reason: 'Too' })).toBe(1000)
    expect(await readState(opened)).toBe('review')
    expect(await refund(again)).toBe(1150)
    expect(await readState(opened)).toBe('refunded')
    await expect(giveBack(opened)).rejects.toMatchObject({ code: 'invalid-input' })
    expect(await listOrderFaults(shop, [opened.receiptId])).toEqual([])
  })

  it('goes back for the one line that cannot be delivered, and the other stays bought', async () => {
    const email = 'broken@money.example'
    const opened = await buy(bookingSeat(email, 'sound/9', { more: ['broken/9'] }))
    for (let turn = 0; turn < 3; turn += 1) await shop.sweep()
    const { state, lines } = await shop.readOrder(opened.receiptId)
    expect([state, ...lines.map((line) => line.state)]).toEqual(['fulfilled_partial', 'delivered', 'failed'])
    expect(await listRefunds(opened)).toEqual([1000])
    expect(await listHoldStates(opened)).toEqual(['sold', 'released'])
    await expectMails(opened, email, [
      'receipt',
      '$10.00 The reason: what you paid for could not be delivered. broken/9: $10.00',
    ])
    expect(await listOrderFaults(shop, [opened.receiptId])).toEqual([])
  })

  it('that was never paid does not go back', async () => {
    const opened = await shop.open(donating('unpaid@money.example'))
    await expect(giveBack(opened)).rejects.toMatchObject({ code: 'not-paid' })
    await expect(
      refundOrder(
        { database: shop.database, now: shop.now, newId: () => crypto.randomUUID() },
        shop.clubs.b.id,
        opened.receiptId,
        { reason: 'of another club' },
      ),
    ).rejects.toMatchObject({ code: 'order-not-found' })
  })

  it("goes back once when the provider's answer is lost, however long ago", async () => {
    const opened = await buy(donating('lost@money.example'))
    await giveBack(opened)
    await shop.sandbox.fail({ operation: 'refunds.create', when: 'after', how: 'cut', times: 50 })
    await shop.sweep()
    expect(await readState(opened)).toBe('refunding')
    await shop.resetSandbox()
    // by then the provider has long forgotten the key
    await shop.database.withoutClub((tx) =>
      tx.withTables<CardTables>().deleteFrom('sandbox_card_answer').execute(),
    )
    await shop.sweep(3 * 24 * 60)
    expect(await readState(opened)).toBe('refunded')
    expect(await listRefunds(opened)).toEqual([2650])
  })

  it('goes back once when a backup is put back in which it had only been asked for', async () => {
    const readRows = (opened: OpenedOrder) =>
      shop.inClub(shop.a, async (tx) => ({
        order: await tx
          .selectFrom('purchase_order')
          .where('id', '=', opened.receiptId)
          .select(['state', 'look_at'])
          .executeTakeFirstOrThrow(),
        refund: await tx
          .selectFrom('refund')
          .where('order_id', '=', opened.receiptId)
          .select(['state', 'provider_id', 'tries', 'done_at'])
          .executeTakeFirstOrThrow(),
      }))
    const whole = await buy(donating('restored@money.example'))
    const part = await buy(bookingSeat('restored@money.example', 'restored/9', { more: ['kept/9'] }))
    await giveBack(whole)
    await giveBack(part, { lines: [1], reason: 'Broken' })
    const before = await Promise.all([whole, part].map(readRows))
    expect(before.map(({ refund }) => [refund.state, refund.tries])).toEqual([
      ['asked', 0],
      ['asked', 0],
    ])
    await shop.sweep()
    expect([await readState(whole), await readState(part)]).toEqual(['refunded', 'fulfilled_partial'])
    for (const [at, { receiptId }] of [whole, part].entries()) {
      await shop.inClub(shop.a, async (tx) => {
        const { order, refund } = before[at] ?? {}
        if (order === undefined || refund === undefined) return
        await tx.updateTable('purchase_order').set(order).where('id', '=', receiptId).execute()
        await tx.updateTable('refund').set(refund).where('order_id', '=', receiptId).execute()
      })
    }
    // two days later the provider has forgotten the keys
    await shop.database.withoutClub((tx) =>
      tx.withTables<CardTables>().deleteFrom('sandbox_card_answer').execute(),
    )
    await shop.sweep(2 * 24 * 60)
    expect([await listRefunds(whole), await listRefunds(part)]).toEqual([[2650], [1000]])
    expect([await readState(whole), await readState(part)]).toEqual(['refunded', 'fulfilled_partial'])
    expect(await listOrderFaults(shop, [whole.receiptId, part.receiptId])).toEqual([])
  })

  it('that the provider has sent after all is back, also where it was taken for refused', async () => {
    const opened = await buy(donating('after-all@money.example'))
    await giveBack(opened)
    await shop.sweep()
    const { receiptId } = opened
    await shop.changeRows(shop.a, 'purchase_order', { id: receiptId }, { state: 'review' })
    await shop.changeRows(shop.a, 'refund', { order_id: receiptId }, { state: 'failed' })
    await shop.deliver()
    expect(await readState(opened)).toBe('refunded')
    expect(await listRefunds(opened)).toEqual([2650])
    expect(await listOrderFaults(shop, [opened.receiptId])).toEqual([])
  })

  it("that was all given back at the provider's own desk takes the goods with it, once, and is not given again", async () => {
    const email = 'desk@money.example'
    const opened = await buy(joining(shop, email))
    // in two parts, and two webhooks for each, all at once
    for (const amount of [1000, 3650]) {
      await shop.stripe.refunds.create({ payment_intent: opened.intentId, amount })
      const told = (await shop.listEvents()).map(({ id }) => id)
      await Promise.all([shop.sandbox.send(told), shop.sandbox.send(told)])
      expect(await readState(opened)).toBe(amount === 1000 ? 'fulfilled' : 'refunded')
    }
    const answer = await shop.ask(shop.a, 'get_order', { orderKey: opened.key })
    expect(answer).toMatchObject({ order: { refundedCents: 4650, lines: [{ state: 'returned' }] } })
    expect(await readExpiration(email)).toBe(findDay(shop.now(), shop.a.timeZone))
    await expect(giveBack(opened)).rejects.toMatchObject({ code: 'invalid-input' })
    await shop.sweep()
    expect(await listRefunds(opened)).toEqual([3650, 1000])
    const why = 'The reason: the club decided to give it back.'
    await expectMails(opened, email, ['receipt', `$10.00 ${why}`, `$36.50 ${why} ${isOver}`])
    const history = await shop.inClub(shop.a, (tx) => listHistory(tx, opened.receiptId))
    const whats = history.map(({ what }) => what)
    expect(whats.filter((what) => what === 'refunded-at-provider')).toHaveLength(2)
    expect(whats).not.toContain('not-taken-back')
    expect(await listOrderFaults(shop, [opened.receiptId])).toEqual([])
  })

  it("that went back at the provider's own desk before we heard that it came gives nobody anything", async () => {
    const thing = `desk-${crypto.randomUUID().slice(0, 8)}/1`
    const opened = await shop.pay(bookingSeat('early@money.example', thing))
    await shop.stripe.refunds.create({ payment_intent: opened.intentId })
    await shop.sandbox.send((await shop.listEvents('charge.refunded')).map(({ id }) => id))
    await shop.deliver()
    expect(await readState(opened)).toBe('refunded')
    expect(await listOrderFaults(shop, [opened.receiptId])).toEqual([])
    expect(await shop.tryOpen(bookingSeat('next@money.example', thing))).toMatchObject({ success: true })
  })

  it("that nobody has claimed yet goes back at the provider's own desk, in part or whole, and the rest by itself", async () => {
    const pay = async () => {
      const answer = await shop.ask(shop.a, 'create_payment_intent', {
        amount: 4650,
        receiptEmail: 'nobody@money.example',
        category: 1,
      })
      const clientSecret = String(answer.clientSecret)
      await shop.sandbox.confirm(clientSecret, 'pm_card_visa')
      await shop.deliver()
      return { receiptId: Number(answer.receiptId), intentId: clientSecret.split('_secret_')[0] ?? '' }
    }
    const [part, whole] = [await pay(), await pay()]
    await shop.stripe.refunds.create({ payment_intent: part.intentId, amount: 650 })
    await shop.stripe.refunds.create({ payment_intent: whole.intentId })
    await shop.deliver()
    const state = async ({ receiptId }: { receiptId: number }) => (await shop.readOrder(receiptId)).state
    expect([await state(part), await state(whole)]).toEqual(['pending', 'refunded'])
    await shop.sweep(24 * 60 + 1)
    await shop.sweep()
    expect(await state(part)).toBe('refunded')
    const given = await shop.stripe.refunds.list({ payment_intent: part.intentId })
    expect(given.data.map(({ amount }) => amount).toSorted()).toEqual([4000, 650])
  })

  it('of a renewal that somebody else paid first goes back once, with a mail', async () => {
    const { member } = shop.a.people
    await setExpiration(member.email, '2026-07-01')
    const lookup = await sealLookup(shop, { tenantId: shop.a.id, memberId: member.id }, shop.now())
    const renew = (email: string): WantedOrder => ({
      kind: 'renewal',
      payload: { lookup, years: 1 },
      category: 1,
      email,
    })
    const first = await shop.open(renew('first@money.example'))
    const second = await shop.open(renew('second@money.example'))
    await shop.confirm(first)
    await shop.confirm(second)
    await shop.deliver()
    const states = [await readState(first), await readState(second)]
    expect(states.toSorted()).toEqual(['fulfilled', 'refunding'])
    expect(await readExpiration(member.email)).toBe('2027-07-01')
    for (let turn = 0; turn < 3; turn += 1) await shop.sweep()
    const [won, lost] = states[0] === 'fulfilled' ? [first, second] : [second, first]
    expect(await readState(lost)).toBe('refunded')
    expect([await listRefunds(won), await listRefunds(lost)]).toEqual([[], [4150]])
    const [payer, loser] = ['first@money.example', 'second@money.example']
    const why = 'The reason: this membership had been renewed for the same time already.'
    await expectMails(lost, lost === first ? payer : loser, [`$41.50 That is all of it. ${why}`])
    await expectMails(won, won === first ? payer : loser, ['receipt'])
  })

  it("buys a renewal by look-up or with the member's token, and auto-renew with the token, as long as it stands", async () => {
    const { member, child } = shop.a.people
    await setExpiration(member.email, '2026-08-01')
    const token = await shop.signIn(shop.a, 'member')
    const readAuto = async () =>
      (await shop.findRow(shop.a, 'member_settings', { member_id: member.id }, ['auto_renew']))?.auto_renew ??
      false
    const wanted: WantedOrder = {
      kind: 'renewal',
      payload: { years: 2, autoRenew: true },
      category: 1,
      email: member.email,
    }
    const lookup = await sealLookup(shop, { tenantId: shop.a.id, memberId: member.id }, shop.now())
    const stranger = await buy({
      ...wanted,
      payload: { ...wanted.payload, lookup },
      email: 's@money.example',
    })
    expect([await readState(stranger), await readExpiration(member.email)]).toEqual([
      'fulfilled',
      '2028-08-01',
    ])
    // the member alone says yes
    expect(await readAuto()).toBe(false)
    await giveBack(stranger)
    expect([await readAuto(), await readExpiration(member.email)]).toEqual([false, '2026-08-01'])
    const own = await buy(wanted, { token })
    expect([await readState(own), await readExpiration(member.email)]).toEqual(['fulfilled', '2028-08-01'])
    expect(await readAuto()).toBe(true)
    const done = await shop.request(
      shop.a,
      'create_member',
      { receiptId: own.receiptId, years: 2 },
      { token },
    )
    expect(done.answer).toMatchObject({ success: true, expiration: '2028-08-01' })
    expect(await shop.tryOpen(wanted, { token, amount: 8150 })).toMatchObject({ code: 'renewal-too-early' })
    const childLookup = await sealLookup(shop, { tenantId: shop.a.id, memberId: child.id }, shop.now())
    expect(
      await shop.tryOpen({ ...wanted, payload: { lookup: childLookup, years: 1 } }, { amount: 4150 }),
    ).toMatchObject({ code: 'child-membership' })
    const foreign = await sealLookup(shop, { tenantId: shop.clubs.b.id, memberId: member.id }, shop.now())
    expect(
      await shop.tryOpen({ ...wanted, payload: { lookup: foreign, years: 1 } }, { amount: 4150 }),
    ).toMatchObject({ code: 'lookup-expired' })
  })

  it('of two renewals, the older one first, takes the years of both back', async () => {
    const email = 'both@money.example'
    const wanted = await renewing(shop, email)
    const setRenewDays = (maxRenewDays: number) => shop.changeClubSettings(shop.a, { maxRenewDays })
    const readLine = async ({ receiptId }: OpenedOrder) => (await shop.readOrder(receiptId)).lines[0]?.state
    await setRenewDays(0)
    const [first, second, third] = [await buy(wanted), await buy(wanted), await buy(wanted)]
    await setRenewDays(60)
    expect(await readExpiration(email)).toBe('2029-06-20')
    expect(await giveBack(first)).toMatchObject({ notTakenBack: [1] })
    expect(await giveBack(second)).toMatchObject({ notTakenBack: [1] })
    expect([await readExpiration(email), await readLine(first), await readLine(second)]).toEqual([
      '2029-06-20',
      'kept',
      'kept',
    ])
    const answer = await shop.ask(shop.a, 'get_order', { orderKey: first.key })
    expect(answer).toMatchObject({ order: { lines: [{ state: 'returned' }] } })
    // other buyers' orders do not change
    const other = await buy(joining(shop, 'other@money.example'))
    const bought = await readExpiration('other@money.example')
    await setExpiration('other@money.example', '2031-01-01')
    expect(await giveBack(other)).toMatchObject({ notTakenBack: [1] })
    await setExpiration('other@money.example', bought)
    expect(await giveBack(third)).toMatchObject({ notTakenBack: [] })
    expect(await readExpiration(email)).toBe(renewingUntil)
    for (const opened of [first, second]) {
      expect(await readLine(opened)).toBe('returned')
      const history = await shop.inClub(shop.a, (tx) => listHistory(tx, opened.receiptId))
      expect(history.findLast(({ what }) => what === 'taken-back')).toMatchObject({
        detail: `line 1, with order ${third.receiptId}`,
      })
    }
    expect([await readLine(other), await readExpiration('other@money.example')]).toEqual(['kept', bought])
  })

  it("for joining with a member's address lengthens their membership and changes nothing else of them", async () => {
    const { parent, child } = shop.a.people
    await setExpiration(parent.email, '2026-08-01')
    const readRow = () => shop.getRow(shop.a, 'member', { id: parent.id })
    const before = await readRow()
    const opened = await buy(
      joining(shop, parent.email.toUpperCase(), {
        fname: 'Evil',
        lname: 'Twin',
        city: 'Elsewhere',
        tags: ['vip'],
        expiration: '2099-01-01',
        parentId: 1,
        moderator: true,
      }),
    )
    expect(await readState(opened)).toBe('fulfilled')
    expect(await readRow()).toEqual({ ...before, expires_on: '2027-08-01' })
    expect(await shop.tryOpen(joining(shop, child.email), { amount: 4650 })).toMatchObject({
      code: 'child-membership',
    })
  })

  it("for a child's membership goes back where it was not told before, because too many had been looked up", async () => {
    const { child } = shop.a.people
    const peer = '203.0.113.50'
    const before = await readExpiration(child.email)
    for (let turn = 0; turn < lookupsPerAddress.most; turn += 1) {
      await shop.request(shop.a, 'lookup_member', { username: `l${turn}@money.example` }, { peer })
    }
    const opened = await buy(joining(shop, child.email), { peer })
    expect(await readState(opened)).toBe('refunding')
    await shop.sweep()
    expect(await readState(opened)).toBe('refunded')
    expect([await listRefunds(opened), await readExpiration(child.email)]).toEqual([[4650], before])
  })
})
