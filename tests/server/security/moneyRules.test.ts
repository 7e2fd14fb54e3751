// What an order may change in a membership, what it shows of the member, and what the books say afterwards
// (rules/security 2 and 4).

import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { foldEmail } from '../../../src/domain/member.ts'
import { isEven, reconcile } from '../../../src/domain/moneyReconciliation.ts'
import { countAttempts } from '../../../src/server/db/instance/attempt.ts'
import { lookupsPerAddress } from '../../../src/server/limits/often.ts'
import { listBookedOrders } from '../../../src/server/order/db/orderBook.ts'
import { listRefunds } from '../../../src/server/order/db/refund.ts'
import { findPayment } from '../../../src/server/order/providerStatement.ts'
import { toBucket } from '../../../src/server/throttle/throttle.ts'
import { refundOrder } from '../../support/buying/refunds.ts'
import {
  bookingSeat,
  joining,
  type OpenedOrder,
  renewing,
  renewingUntil,
  setUpShop,
  type WantedOrder,
} from '../../support/buying/shop.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'

const running = '2027-08-01'
const inWindow = '2026-08-01'
const lapsed = '2026-01-31'

describeOnEachEngine('an order', (engine) => {
  const shop = setUpShop(engine)
  let free: number
  let cheap: number
  beforeAll(async () => {
    free = await addType('Friend', 0)
    cheap = await addType('Junior', 500)
  })

  const addType = async (label: string, price_cents: number) =>
    (await shop.insertRow(shop.a, 'member_type', { label, price_cents, renew_price_cents: price_cents })).id
  const addMember = (email: string, more: { expires_on: string; type?: number; parent_id?: number }) =>
    shop.inClub(shop.a, (tx) => {
      const { type: member_type_id = shop.a.memberTypes.open, ...rest } = more
      const row = { email, email_folded: foldEmail(email), fname: 'Mo', lname: 'Rule' }
      return tx
        .insertInto('member')
        .values({ ...row, member_type_id, email_proved_at: new Date(shop.now()), ...rest })
        .execute()
    })
  const join = async (
    email: string,
    more: Record<string, unknown> = {},
    as: { token?: string; peer?: string } = {},
  ) => {
    const input = { ...joining(shop, email).payload, kind: 'membership', ...more }
    return await shop.ask(shop.a, 'create_member', input, as)
  }
  const pay = async (opened: OpenedOrder) => {
    await shop.confirm(opened)
    await shop.deliver()
  }
  const buy = async (wanted: WantedOrder, more: Record<string, unknown> = {}) => {
    const opened = await shop.open(wanted, more)
    await pay(opened)
    return opened
  }
  const readState = async ({ receiptId }: OpenedOrder) => (await shop.readOrder(receiptId)).state
  const readReasons = async ({ receiptId }: OpenedOrder) => {
    const refunds = await shop.inClub(shop.a, (tx) => listRefunds(tx, receiptId))
    return refunds.map(({ reason }) => reason)
  }
  const giveBack = ({ receiptId }: OpenedOrder) =>
    refundOrder({ ...shop, newId: () => randomUUID() }, shop.a.id, receiptId, { reason: 'The show is off' })
  /** As if all look-ups but so many had been used up from that address. */
  const leave = (peer: string, left: number) => {
    const bucket = toBucket(lookupsPerAddress, `${shop.a.id} ${peer}`, shop.now())
    return shop.database.withoutClub((tx) =>
      countAttempts(tx, [{ ...bucket, amount: lookupsPerAddress.most - left }]),
    )
  }

  it('tells of a burst of addresses no more than of one after the other, and refuses none for it', async () => {
    const emails = Array.from({ length: 30 }, (_, index) => `burst${index}@rules.example`)
    for (const email of emails)
      await addMember(email, { expires_on: running, parent_id: shop.a.people.parent.id })
    const strangers = Array.from({ length: 10 }, (_, index) => `nobody${index}@rules.example`)
    // refused for its amount, which is checked last: nothing is ordered
    const readCode = async (email: string) =>
      (await shop.tryOpen(joining(shop, email), { amount: 1, peer: '203.0.113.90' })).code
    const codes = await Promise.all([...emails, ...strangers].map(readCode))
    const told = codes.filter((code) => code === 'child-membership')
    expect(told).toHaveLength(lookupsPerAddress.most)
    expect(codes.filter((code) => code === 'price-changed')).toHaveLength(codes.length - told.length)
  })

  it("for nothing changes nobody's type but the buyer's own", async () => {
    const { email } = shop.a.people.expired
    const before = await shop.readMember(email)
    const peer = '203.0.113.91'
    expect(await join(email, { type: free, key: randomUUID() }, { peer })).toMatchObject({
      code: 'already-member',
    })
    await leave(peer, 0)
    expect(await join(email, { type: free, key: randomUUID() }, { peer })).toMatchObject({
      code: 'too-many-requests',
    })
    expect(await shop.readMember(email)).toEqual(before)
    const token = await shop.signIn(shop.a, 'expired')
    const own = await join(email, { type: free, key: randomUUID() }, { token })
    expect(own).toMatchObject({ success: true, expiration: '2027-06-12' })
    expect(await shop.readMember(email)).toEqual({ expires_on: '2027-06-12', member_type_id: free })
  })

  it('lengthens a membership by its own type when the club renews it, and not before', async () => {
    const email = 'window@rules.example'
    const peer = '203.0.113.92'
    await addMember(email, { expires_on: running })
    await leave(peer, 1)
    expect(await shop.tryOpen(joining(shop, email), { amount: 4650, peer })).toMatchObject({
      code: 'renewal-too-early',
    })
    // shown as often as a look-up would be; what is paid after that goes back
    const unTold = await buy(joining(shop, email), { peer })
    await shop.sweep()
    expect([await readState(unTold), await readReasons(unTold)]).toEqual(['refunded', ['not-available']])
    expect((await shop.readMember(email)).expires_on).toBe(running)
    await shop.setMember(email, { expires_on: inWindow })
    expect(await readState(await buy(joining(shop, email)))).toBe('fulfilled')
    expect((await shop.readMember(email)).expires_on).toBe('2027-08-01')
  })

  it("that was paid twice makes one membership, which is found without the order's key", async () => {
    const email = 'tabs@rules.example'
    const both = [await shop.open(joining(shop, email)), await shop.open(joining(shop, email))]
    for (const opened of both) await pay(opened)
    expect(await join(email)).toEqual({ success: true, receipt: null })
    await shop.sweep()
    expect(await Promise.all(both.map(readState))).toEqual(['fulfilled', 'refunded'])
    expect((await shop.readMember(email)).expires_on).toBe('2027-06-12')
  })

  it('tells who knows no more than an address that it has paid as often as a look-up would, and is not claimed after that', async () => {
    const peer = '203.0.113.93'
    const paid: (readonly [string, OpenedOrder])[] = []
    for (const name of ['one', 'two']) {
      const email = `paid.${name}@rules.example`
      paid.push([email, await buy(joining(shop, email))])
    }
    const [[first = ''] = [], [second = '', theirs] = []] = paid
    await leave(peer, 1)
    expect(await join(first, {}, { peer })).toEqual({ success: true, receipt: null })
    // and it is said so: it was paid, and nobody is told otherwise, whether or not there is anything to find
    for (const email of [second, 'never.paid@rules.example']) {
      expect(await join(email, {}, { peer })).toMatchObject({
        code: 'too-many-requests',
        retryAfter: expect.any(Number),
      })
    }
    expect((await shop.readOrder(theirs?.receiptId ?? 0)).claimedAt).toBeNull()
    // a caller who knows more of the order gets it all the same, and so does the member
    for (const more of [{ receiptId: theirs?.receiptId }, { key: theirs?.key }]) {
      expect(await join(second, more, { peer })).toMatchObject({ success: true })
    }
    const { email } = shop.a.people.parent
    await shop.setMember(email, { expires_on: inWindow })
    const token = await shop.signIn(shop.a, 'parent')
    const unnamed = { amount: 4150, receiptEmail: email, category: 1 }
    const answer = await shop.ask(shop.a, 'create_payment_intent', unnamed, { token })
    await shop.sandbox.confirm(String(answer.clientSecret), 'pm_card_visa')
    expect(await join(email, { kind: 'renewal' }, { peer, token })).toMatchObject({ success: true })
    await shop.deliver()
  })

  it('that is given back gives the type back with the time, unless an officer has changed it since', async () => {
    for (const [email, changed] of [
      ['undone@rules.example', undefined],
      ['changed@rules.example', free],
    ] as const) {
      await addMember(email, { expires_on: lapsed })
      const opened = await buy(joining(shop, email, { type: cheap }))
      expect(await shop.readMember(email)).toEqual({ expires_on: '2027-06-12', member_type_id: cheap })
      if (changed !== undefined) await shop.setMember(email, { member_type_id: changed })
      await giveBack(opened)
      expect(await shop.readMember(email)).toEqual({
        expires_on: lapsed,
        member_type_id: changed ?? shop.a.memberTypes.open,
      })
    }
    // with a later renewal the time stays, and so does the type
    const email = 'later@rules.example'
    await addMember(email, { expires_on: lapsed })
    const opened = await buy(joining(shop, email, { type: cheap }))
    await shop.setMember(email, { expires_on: '2028-06-12' })
    await giveBack(opened)
    expect(await shop.readMember(email)).toEqual({ expires_on: '2028-06-12', member_type_id: cheap })
  })

  it('that cannot renew says that it was renewed already only where that is true', async () => {
    for (const [name, change, reason] of [
      ['renewed', { expires_on: '2027-06-20' }, 'renewed-already'],
      ['shortened', { expires_on: lapsed }, 'not-available'],
      ['deleted', { deleted_at: new Date(shop.now()) }, 'not-available'],
    ] as const) {
      const email = `${name}@rules.example`
      const opened = await shop.open(await renewing(shop, email))
      expect((await shop.readMember(email)).expires_on).toBe(renewingUntil)
      await shop.setMember(email, change)
      await pay(opened)
      expect([name, await readReasons(opened)]).toEqual([name, [reason]])
    }
  })

  it('that brought less than it costs is even in the books once all of that went back', async () => {
    const opened = await shop.open(joining(shop, 'less@rules.example'))
    await shop.changeRows(shop.a, 'purchase_order', { id: opened.receiptId }, { total_cents: 9999 })
    await pay(opened)
    const readBooked = async () => {
      const since = new Date(shop.now() - 60 * 60_000)
      const orders = await shop.inClub(shop.a, (tx) => listBookedOrders(tx, { since, mode: 'sandbox' }))
      const payment = await findPayment(shop.stripe, opened.intentId)
      if (payment === undefined) throw new Error('the provider has no such payment')
      const own = orders.filter(({ id }) => id === opened.receiptId)
      expect(own).toHaveLength(1)
      return reconcile(own, new Map([[opened.intentId, payment]]), shop.now() + 2 * 60 * 60_000)
    }
    expect((await readBooked()).moneyWithoutGoods).toMatchObject([{ kind: 'review' }])
    await giveBack(opened)
    for (let turn = 0; turn < 3; turn += 1) await shop.sweep()
    expect(await readState(opened)).toBe('refunded')
    expect(isEven(await readBooked())).toBe(true)
  })

  it('for nothing tells nobody but the member until when they are one', async () => {
    const { email } = shop.a.people.noPassword
    await shop.setMember(email, { expires_on: inWindow, member_type_id: free })
    const read = async (key: string) => (await shop.ask(shop.a, 'get_order', { orderKey: key })).order
    const key = randomUUID()
    const answer = await join(email, { type: free, key })
    expect(Object.keys(answer).toSorted()).toEqual(['receipt', 'receiptId', 'success'])
    expect(await read(key)).toMatchObject({ state: 'fulfilled' })
    expect(await read(key)).not.toHaveProperty('expiration')
    expect((await shop.readMember(email)).expires_on).toBe('2027-08-01')
    const member = shop.a.people.member.email
    await shop.setMember(member, { expires_on: inWindow, member_type_id: free })
    const token = await shop.signIn(shop.a, 'member')
    const own = randomUUID()
    expect(await join(member, { type: free, key: own }, { token })).toMatchObject({
      expiration: '2027-08-01',
    })
    expect(await read(own)).toMatchObject({ expiration: '2027-08-01' })
    const fresh = randomUUID()
    expect(await join('fresh@rules.example', { type: free, key: fresh })).toMatchObject({
      expiration: '2027-06-12',
    })
    expect(await read(fresh)).toMatchObject({ expiration: '2027-06-12' })
  })

  it('whose answer was lost lets go of the last space for the one that replaces it by its key', async () => {
    const wanted = bookingSeat('lost@rules.example', 'lost/1')
    const lost = await shop.open(wanted)
    const changed = bookingSeat('lost@rules.example', 'lost/1', { priceCents: 2000 })
    expect(await shop.tryOpen(changed)).toMatchObject({ code: 'sold-out' })
    expect(await shop.tryOpen(changed, { replaces: { key: randomUUID() } })).toMatchObject({
      code: 'sold-out',
    })
    const next = await shop.open(changed, { replaces: { key: lost.key.toUpperCase() } })
    expect(await readState(lost)).toBe('cancelled')
    await shop.confirm(next)
    expect(await shop.tryOpen(wanted, { replaces: { key: next.key } })).toMatchObject({
      code: 'already-paid',
    })
    await shop.deliver()
    expect(await readState(next)).toBe('fulfilled')
  })
})
