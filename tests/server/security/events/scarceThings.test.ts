// Strangers who hold what is scarce and never pay (rules/payments 3.3): spaces, pitches, tickets and the store's stock.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { minuteMs } from '../../../../src/domain/time.ts'
import {
  buyingAtShow,
  countSales,
  seedScarceShow,
  toTickets,
  wantSpace,
  wantTicket,
} from '../../../support/buying/eventOrders.ts'
import { listOversold } from '../../../support/buying/orderBooks.ts'
import { bookingSeat, setUpShop } from '../../../support/buying/shop.ts'
import { buyingInStore, seedProduct } from '../../../support/buying/storeGoods.ts'
import type { SeededEvent } from '../../../support/clubs/clubs.ts'
import { insertRenewable, signInRenewable } from '../../../support/clubs/renewables.ts'
import { describeOnEachEngine, describeRaces } from '../../../support/database/database.ts'

const newEmail = (): string => `h${randomUUID().slice(0, 8)}@hold.example`

describeOnEachEngine('what is scarce', (engine) => {
  const shop = setUpShop(engine)

  const isHeld = ({ success }: Record<string, unknown>): boolean => success === true
  const wantPair = (show: SeededEvent, at: number) => {
    const [eventMapId = 0] = show.mapIds
    const reservations = [0, 1].map((one) => ({ eventMapId, elementId: show.spaceIds[1 + at + one] ?? 0 }))
    return buyingAtShow(show, newEmail(), ['reservations'], { reservations })
  }
  const readTaken = async (show: SeededEvent) => {
    const answer = await shop.ask(shop.a, 'get_event_availability', { eventId: show.id })
    if (!answer.success) throw new Error(answer.errorMessage)
    return answer
  }

  it('cannot be kept from everybody else by one address, with 30 unpaid orders of two pitches of 60', async () => {
    const show = await seedScarceShow(shop, { spaces: 60, tickets: 10 })
    const peer = '203.0.113.10'
    const answers: Record<string, unknown>[] = []
    for (let pair = 0; pair < 60; pair += 2) answers.push(await shop.tryOpen(wantPair(show, pair), { peer }))
    expect(2 * answers.filter(isHeld).length).toBeLessThanOrEqual(15)
    expect(answers.at(-1)).toMatchObject({ code: 'too-many-held', mostHeld: 15 })
    // somebody else has their choice, and also whoever is behind the same address, three minutes later
    expect(await shop.tryOpen(wantPair(show, 40), { peer: '203.0.113.11' })).toMatchObject({ success: true })
    await shop.sweep(4)
    for (const at of [20, 30, 50]) {
      expect(await shop.tryOpen(wantPair(show, at), { peer })).toMatchObject({ success: true })
    }
  })

  it('is held by its pieces, tickets as well as spaces, and a whole bus can still buy', async () => {
    const show = await seedScarceShow(shop, { spaces: 2, tickets: 240 })
    await shop.changeRows(shop.a, 'ticket', { id: show.ticketIds[0] ?? 0 }, { purchase_limit: 100 })
    const peer = '203.0.113.12'
    expect(await shop.tryOpen(wantTicket(show, newEmail(), 61), { peer })).toMatchObject({
      code: 'too-many-held',
      mostHeld: 60,
    })
    const bus = await shop.open(wantTicket(show, newEmail(), 55), { peer })
    expect(await shop.tryOpen(wantTicket(show, newEmail(), 6), { peer })).toMatchObject({
      code: 'too-many-held',
    })
    await shop.confirm(bus)
    await shop.deliver()
    // what is paid counts no more: a family behind the same address
    expect(await shop.tryOpen(wantTicket(show, newEmail(), 6), { peer })).toMatchObject({ success: true })
  })

  it('cannot be held by one member, whose five orders would have had all 26 mugs', async () => {
    const { inventoryIds } = await shop.inClub(shop.a, (tx) =>
      seedProduct(tx, 'Mug', [{ quantity: 26, price: 1400 }]),
    )
    const [mug = 0] = inventoryIds
    const open = async (quantity: number, token: string, email: string) =>
      shop.tryOpen(
        buyingInStore(
          Array.from({ length: quantity }, () => mug),
          email,
        ),
        { token },
      )
    const [greedy, other] = await Promise.all([insertRenewable(shop), insertRenewable(shop)])
    const token = await signInRenewable(shop, greedy)
    expect(await open(20, token, greedy.email)).toMatchObject({ code: 'too-many-held', mostHeld: 7 })
    expect(await open(6, token, greedy.email)).toMatchObject({ success: true })
    expect(await open(6, token, greedy.email)).toMatchObject({ code: 'too-many-held' })
    const own = await signInRenewable(shop, other)
    expect(await open(6, own, other.email)).toMatchObject({ success: true })
  })

  it('is bought by the next buyer, though strangers hold all 85 free spaces and pay none', async () => {
    const show = await seedScarceShow(shop, { spaces: 85, tickets: 10 })
    const holds = await Promise.all(
      Array.from({ length: 85 }, (_, at) =>
        shop.open(wantSpace(show, newEmail(), at), { peer: `203.0.113.${100 + (at % 10)}` }),
      ),
    )
    const buyer = newEmail()
    expect(await shop.tryOpen(wantSpace(show, buyer, 7))).toMatchObject({ code: 'sold-out' })
    expect((await readTaken(show)).taken).toEqual(show.spaceIds.toSorted((a, b) => a - b))
    await shop.sweep(4)
    // on their screen they are free again
    expect((await readTaken(show)).taken).toEqual(show.spaceIds.slice(0, 1))
    const opened = await shop.open(wantSpace(show, buyer, 7))
    const lost = holds[7]
    if (lost === undefined) throw new Error('nobody held it')
    expect((await shop.readOrder(lost.receiptId)).state).toBe('expired')
    expect((await shop.stripe.paymentIntents.retrieve(lost.intentId)).status).toBe('canceled')
    expect(await shop.tryOpen(wantSpace(show, newEmail(), 7), { key: lost.key })).toMatchObject({
      success: false,
    })
    await shop.confirm(opened)
    await shop.deliver()
    expect((await shop.readOrder(opened.receiptId)).state).toBe('fulfilled')
    // the others have theirs until somebody wants it
    expect((await countSales(shop, show)).held).toBe(84)
  })

  it('stays with who has a card on the way, with who came just now, and where there is enough', async () => {
    const thing = `few${randomUUID().slice(0, 8)}/10`
    const [waiting, young, many] = [newEmail(), newEmail(), newEmail()]
    const withBank = await shop.open(bookingSeat(waiting, thing, { quantity: 4 }))
    await shop.confirm(withBank, 'pm_card_authenticationRequired')
    const idle = await shop.open(bookingSeat(many, thing, { quantity: 3 }))
    await shop.sweep(4)
    const last = await shop.open(bookingSeat(young, thing, { quantity: 3 }))
    // four are missing, and three of them would give way: then nobody loses anything
    expect(await shop.tryOpen(bookingSeat(newEmail(), thing, { quantity: 4 }))).toMatchObject({
      code: 'sold-out',
    })
    expect((await shop.readOrder(idle.receiptId)).state).toBe('pending')
    expect(await shop.tryOpen(bookingSeat(newEmail(), thing, { quantity: 3 }))).toMatchObject({
      success: true,
    })
    expect((await shop.readOrder(idle.receiptId)).state).toBe('expired')
    for (const { receiptId } of [withBank, last]) {
      expect((await shop.readOrder(receiptId)).state).toBe('pending')
    }
    const enough = `much${randomUUID().slice(0, 8)}/20`
    await shop.open(bookingSeat(newEmail(), enough, { quantity: 5 }))
    await shop.sweep(4)
    await shop.open(bookingSeat(newEmail(), enough, { quantity: 5 }))
    expect(await shop.tryOpen(bookingSeat(newEmail(), enough, { quantity: 5 }))).toMatchObject({
      success: true,
    })
    // five are left, more than a tenth
    expect(await shop.tryOpen(bookingSeat(newEmail(), enough, { quantity: 5 }))).toMatchObject({
      success: true,
    })
    expect(await shop.tryOpen(bookingSeat(newEmail(), enough))).toMatchObject({ success: true })
  })

  it('is said to be sure for three minutes only, to whoever holds of the last tenth', async () => {
    const show = await seedScarceShow(shop, { spaces: 4, tickets: 20 })
    const sure = async (opened: { key: string }) => {
      const answer = await shop.ask(shop.a, 'get_order', { orderKey: opened.key })
      return answer.success ? answer.order.sureUntil : answer.code
    }
    const open = async (count: number) => {
      const opened = await shop.open(wantTicket(show, newEmail(), count))
      const { sureUntil } = opened as { sureUntil?: string }
      return { opened, sureUntil }
    }
    const first = await open(5)
    expect([first.sureUntil, await sure(first.opened)]).toEqual([undefined, undefined])
    const placedAt = shop.now()
    const third = new Date(placedAt + 3 * minuteMs).toISOString()
    await open(5)
    await open(5)
    const last = await open(4)
    expect([last.sureUntil, await sure(last.opened)]).toEqual([third, third])
    // what is left has become little since
    expect(await sure(first.opened)).toBe(third)
    // a space is one of all that nobody has bought
    const space = await shop.open(wantSpace(show, newEmail(), 0))
    expect(await sure(space)).toBeUndefined()
    for (const at of [1, 2, 3]) await shop.open(wantSpace(show, newEmail(), at))
    expect(await sure(space)).toBe(third)
    await shop.confirm(last.opened, 'pm_card_authenticationRequired')
    // the bank has it: it gives way to nobody
    expect(await sure(last.opened)).toBeUndefined()
    await shop.confirm(first.opened)
    expect(await sure(first.opened)).toBeUndefined()
  })

  it('shows what gives way as left: tickets and stock', async () => {
    const show = await seedScarceShow(shop, { spaces: 2, tickets: 6 })
    const [ticket = 0] = show.ticketIds
    const findLeft = async () => (await readTaken(show)).tickets.find(({ id }) => id === ticket)?.remaining
    await shop.changeRows(shop.a, 'ticket', { id: ticket }, { purchase_limit: 10 })
    await shop.open(wantTicket(show, newEmail(), 6))
    expect(await findLeft()).toBe(0)
    await shop.sweep(4)
    expect(await findLeft()).toBe(6)
    const family = buyingAtShow(show, newEmail(), [], { tickets: toTickets(show, newEmail(), ticket, 2) })
    expect(await shop.tryOpen(family)).toMatchObject({ success: true })
    expect(await findLeft()).toBe(4)
  })

  it('is told to the buyer who has lost it, who is charged nothing', async () => {
    const thing = `gone${randomUUID().slice(0, 8)}/1`
    const lost = await shop.open(bookingSeat(newEmail(), thing))
    await shop.sweep(4)
    const next = await shop.open(bookingSeat(newEmail(), thing))
    await shop.confirm(lost)
    const answer = await shop.ask(shop.a, 'get_order', { orderKey: lost.key })
    expect(answer).toMatchObject({ order: { state: 'expired', paid: false, gaveWay: true } })
    await shop.confirm(next)
    await shop.deliver()
    expect((await shop.readOrder(next.receiptId)).state).toBe('fulfilled')
    expect((await shop.readOrder(lost.receiptId)).paidAt).toBeNull()
  })
})

describeRaces('what gives way', (engine) => {
  const shop = setUpShop(engine)

  it('goes to one of many who want it at once, and never to two when its holder pays at that moment', async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const thing = `last${randomUUID().slice(0, 8)}/1`
      const old = await shop.open(bookingSeat(newEmail(), thing, { sole: turn % 2 === 0 }))
      await shop.sweep(4)
      const [, ...answers] = await Promise.all([
        turn < 3 ? undefined : shop.confirm(old),
        ...Array.from({ length: 8 }, () =>
          shop.tryOpen(bookingSeat(newEmail(), thing, { sole: turn % 2 === 0 }), { amount: 1150 }),
        ),
      ])
      const won = answers.filter((answer) => answer?.success === true)
      for (const answer of won) await shop.sandbox.confirm(String(answer?.clientSecret), 'pm_card_visa')
      await shop.deliver()
      const { state } = await shop.readOrder(old.receiptId)
      expect([won.length, state]).toEqual(won.length === 1 ? [1, 'expired'] : [0, 'fulfilled'])
      expect(await listOversold(shop)).toEqual([])
    }
  })
})
