// Attacks on what a show sells: answers and mails that grow, spaces held for ever, used tickets sold again.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { mostFaults } from '../../../src/contract/failures.ts'
import { holdMs } from '../../../src/domain/order.ts'
import { unpaidPiecesPerHolder } from '../../../src/server/limits/often.ts'
import { ticketPicturesPerMail } from '../../../src/server/limits/sizes.ts'
import { buyingAtShow, seedScarceShow, toTickets, wantTicket } from '../../support/buying/eventOrders.ts'
import { decideOrder, refundOrder } from '../../support/buying/refunds.ts'
import { setUpShop } from '../../support/buying/shop.ts'
import type { SeededEvent } from '../../support/clubs/clubs.ts'
import { toEntry } from '../../support/clubs/sampleInputs.ts'
import { describeRaces } from '../../support/database/database.ts'

describeRaces('an attack on what a show sells', (engine) => {
  const shop = setUpShop(engine)

  const newEmail = (): string => `x${randomUUID().slice(0, 8)}@attack.example`
  const newShow = async (ticket: Record<string, unknown> = {}, tickets = 2000): Promise<SeededEvent> => {
    const show = await seedScarceShow(shop, { spaces: 2, tickets })
    if (Object.keys(ticket).length > 0) {
      await shop.changeRows(shop.a, 'ticket', { id: show.ticketIds[0] ?? 0 }, ticket)
    }
    return show
  }

  it('gets a short answer, however much of its order is wrong', async () => {
    const options = [1, 2, 3].map((id) => ({ id, label: 'Name', type: 1, required: true, choices: [] }))
    const email = newEmail()
    const show = await newShow({ options: JSON.stringify(options) })
    const wide = await newShow({ options: JSON.stringify(options), purchase_limit: 1000 })
    const values = Array.from({ length: 50 }, () => ({ value: {} }))
    const orders: [string, Record<string, unknown>][] = [
      [
        'a thousand tickets, each without its answers',
        { eventId: wide.id, tickets: toTickets(wide, email, wide.ticketIds[0] ?? 0, 1000) },
      ],
      [
        'more tickets than are sold to one buyer',
        { eventId: show.id, tickets: toTickets(show, email, show.ticketIds[0] ?? 0, 1000) },
      ],
      ['twenty vehicles full of faults', { eventId: show.id, entries: Array(20).fill({ values }) }],
      [
        'long names',
        {
          eventId: show.id,
          entries: Array(20).fill(
            toEntry({ email, fname: 'x'.repeat(32), lname: 'x'.repeat(32), city: 'x'.repeat(32) }),
          ),
        },
      ],
    ]
    for (const [name, payload] of orders) {
      for (const [action, input] of [
        ['create_event_customer', payload],
        [
          'create_payment_intent',
          {
            order: { kind: 'event', payload },
            amount: 100,
            receiptEmail: email,
            category: 5,
            key: randomUUID(),
          },
        ],
      ] as const) {
        const answer = await shop.ask(shop.a, action, input)
        expect(answer, name).toMatchObject({ success: false, code: 'invalid-input' })
        if (answer.success) continue
        expect(answer.faults?.length, name).toBeLessThanOrEqual(mostFaults)
        expect(JSON.stringify(answer).length, name).toBeLessThan(8000)
      }
    }
  })

  it('gets the codes of very many tickets as text, so that no mail stops the server', async () => {
    const quantity = ticketPicturesPerMail + 20
    const show = await newShow({ purchase_limit: quantity })
    const email = newEmail()
    const opened = await shop.buy(wantTicket(show, email, quantity))
    const answer = await shop.ask(shop.a, 'get_order', { orderKey: opened.key })
    const codes = answer.success ? (answer.order.lines[0]?.codes ?? []) : []
    expect(codes).toHaveLength(quantity)
    await shop.request(shop.a, 'find_entry', { eventId: show.id, email, mailMe: true })
    const mails = await shop.listMails(email)
    expect(mails).toHaveLength(2)
    for (const { text, html, attachments } of mails) {
      const pictures = attachments.filter(({ cid }) => cid !== undefined)
      expect(pictures).toHaveLength(ticketPicturesPerMail)
      for (const code of codes) {
        expect(text).toContain(code)
        expect(html).toContain(code)
      }
      expect(html.match(/src="cid:/g)).toHaveLength(ticketPicturesPerMail)
    }
  })

  it('cannot keep the spaces of a show from everybody else by holding them again and again', async () => {
    const each = 20
    const show = await seedScarceShow(shop, { spaces: 4 * each, tickets: 10 })
    const [eventMapId = 0] = show.mapIds
    const peer = '203.0.113.90'
    const hold = (from: number, count: number, more: Record<string, unknown> = {}) => {
      const places = show.spaceIds.slice(1).slice(from, from + count)
      const reservations = places.map((elementId) => ({ eventMapId, elementId }))
      const wanted = buyingAtShow(show, newEmail(), ['reservations'], { reservations })
      return shop.tryOpen(wanted, { key: randomUUID(), peer, ...more })
    }
    // one after the other, each in place of the one before, or when its time is over: 20 of 80 at once
    let replaces: { key: string } | undefined
    for (let held = 0; held < unpaidPiecesPerHolder.most; held += each) {
      // an honest buyer corrects the form a few times
      for (let turn = 0; turn < 3; turn += 1) {
        const key = randomUUID()
        expect(await hold(0, each, { key, replaces })).toMatchObject({ success: true })
        replaces = { key }
      }
      shop.pass(holdMs)
    }
    expect(await hold(each, 1)).toMatchObject({
      code: 'too-many-held',
      retryAfter: unpaidPiecesPerHolder.windowMs / 1000,
    })
    await shop.sweep(holdMs / 60_000 + 1)
    expect(await hold(0, 1)).toMatchObject({ code: 'too-many-held' })
    // somebody else, and what is of another kind
    expect(await hold(0, each, { peer: '203.0.113.91' })).toMatchObject({ success: true })
    expect(await shop.tryOpen(wantTicket(show, newEmail()), { peer })).toMatchObject({ success: true })
    // later, and what is paid does not count
    await shop.sweep(unpaidPiecesPerHolder.windowMs / 60_000 + 1)
    for (let sold = 0; sold < 3; sold += 1) {
      const opened = await hold(sold, 1)
      expect(opened).toMatchObject({ success: true })
      await shop.sandbox.confirm(String(opened.clientSecret), 'pm_card_visa')
      await shop.deliver()
    }
    for (let held = 0; held < unpaidPiecesPerHolder.most; held += each) {
      const key = randomUUID()
      expect(await hold(each - 1, each, { key, replaces })).toMatchObject({ success: true })
      replaces = { key }
      shop.pass(holdMs)
    }
    expect(await hold(4, 1)).toMatchObject({ code: 'too-many-held' })
  })

  it('gets no second use of a ticket by having it refunded after the gate', async () => {
    const show = await newShow({}, 2)
    const opened = await shop.buy(wantTicket(show, newEmail(), 2))
    const { receiptId } = opened
    await shop.changeRows(
      shop.a,
      'sold_ticket',
      { order_id: receiptId, number: 1 },
      { used_at: new Date(shop.now()) },
    )
    const services = { ...shop, newId: () => randomUUID() }
    const { notTakenBack } = await refundOrder(services, shop.a.id, receiptId, { reason: 'charged back' })
    expect(notTakenBack).toEqual([1])
    const expectSoldOut = async () =>
      expect(await shop.tryOpen(wantTicket(show, newEmail()))).toMatchObject({ code: 'sold-out' })
    await expectSoldOut()
    // also when the club has decided that the buyer keeps them
    await decideOrder(services, shop.a.id, receiptId, { outcome: 'keep', reason: 'was there' })
    await expectSoldOut()
  })
})
