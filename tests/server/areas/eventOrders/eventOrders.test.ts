// Vehicles, spaces and tickets in one order: priced, held and delivered part by part.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { holdMs, listSums } from '../../../../src/domain/order.ts'
import { getGiven } from '../../../../src/server/order/db/given.ts'
import { buyingAtShow, toTickets } from '../../../support/buying/eventOrders.ts'
import { listOrderFaults } from '../../../support/buying/orderBooks.ts'
import { refundOrder } from '../../../support/buying/refunds.ts'
import { donating, type OpenedOrder, setUpShop, type WantedOrder } from '../../../support/buying/shop.ts'
import type { SeededEvent } from '../../../support/clubs/clubs.ts'
import { addEvent } from '../../../support/clubs/clubWorld.ts'
import { toEntry } from '../../../support/clubs/sampleInputs.ts'
import { describeRaces } from '../../../support/database/database.ts'

describeRaces('an order at an event', (engine) => {
  const shop = setUpShop(engine)
  let show: SeededEvent
  const settled: number[] = []
  beforeAll(async () => {
    show = await newShow({ gate_time: '07:30' })
  })
  afterAll(async () => expect(await listOrderFaults(shop, settled)).toEqual([]))

  const newEmail = (): string => `e${randomUUID().slice(0, 8)}@show.example`
  const newShow = async (change: Record<string, unknown> = {}, startsIn = 1): Promise<SeededEvent> => {
    const seeded = await addEvent(shop, shop.a, { name: 'Fall Show', startsIn, spaces: 12 })
    if (Object.keys(change).length > 0) await shop.changeRows(shop.a, 'event', { id: seeded.id }, change)
    return seeded
  }
  const buy = async (wanted: WantedOrder): Promise<OpenedOrder> => {
    const opened = await shop.buy(wanted)
    settled.push(opened.receiptId)
    return opened
  }
  const space = (index: number) => ({ eventMapId: show.mapIds[0] ?? 0, elementId: show.spaceIds[index] ?? 0 })
  const listCars = async ({ id }: SeededEvent) => {
    const answer = await shop.ask(shop.a, 'get_entries', { eventId: id })
    return answer.success ? answer.entries.flatMap(({ carNumbers }) => carNumbers) : []
  }
  const findLeft = async ({ id, ticketIds }: SeededEvent, orderKey?: string, replacedKey?: string) => {
    const answer = await shop.ask(shop.a, 'get_event_availability', {
      eventId: id,
      ...(orderKey === undefined ? {} : { orderKey }),
      ...(replacedKey === undefined ? {} : { replacedKey }),
    })
    if (!answer.success) throw new Error('no availability')
    return {
      remaining: answer.tickets.find((one) => one.id === ticketIds[0])?.remaining,
      taken: answer.taken,
    }
  }

  it('is priced part by part, with the discounts of members for members alone', async () => {
    const wanted = buyingAtShow(show, newEmail())
    const quote = async (token?: string) => {
      const answer = await shop.ask(
        shop.a,
        'quote_order',
        { order: { kind: 'event', payload: wanted.payload } },
        { token },
      )
      expect(answer).toMatchObject({ success: true })
      return answer.success ? answer.quote : undefined
    }
    expect(await quote()).toEqual({
      lines: [
        { kind: 'registration', label: '1957 Chevrolet Bel Air', quantity: 1, amountCents: 3550 },
        { kind: 'space', label: 'North field A2', itemId: show.spaceIds[1], quantity: 1, amountCents: 2525 },
        { kind: 'ticket', label: 'Day pass', itemId: show.ticketIds[0], quantity: 2, amountCents: 2000 },
      ],
      subTotalCents: 8075,
      discountCents: 0,
      serviceFeeCents: 150,
      taxesCents: 0,
      grandTotalCents: 8225,
      currency: 'usd',
    })
    const { member, expired } = shop.a.people
    const signIn = async ({ email, password }: { email: string; password: string | null }) =>
      (await shop.request(shop.a, 'member_login', { username: email, password: password ?? '', ttl: 24 }))
        .token ?? ''
    expect(await quote(await signIn(member))).toMatchObject({ discountCents: 700, grandTotalCents: 7525 })
    expect(await quote(await signIn(expired))).toMatchObject({ discountCents: 0, grandTotalCents: 8225 })
  })

  it('charges what it shows where a discount is above the price: never a sub-total below 0', async () => {
    const cheap = await newShow({ reg_price_cents: 2000, reg_member_discount_cents: 2500 })
    const { email: username, password } = shop.a.people.member
    const { token = '' } = await shop.request(shop.a, 'member_login', {
      username,
      password: password ?? '',
      ttl: 24,
    })
    const wanted = buyingAtShow(cheap, newEmail(), ['entries', 'tickets'])
    const { quote, ...opened } = await shop.open(wanted, { token })
    expect(listSums(quote).map(({ cents }) => cents)).toEqual([-2000, 2000, 150, 0])
    const { amount } = await shop.stripe.paymentIntents.retrieve(opened.intentId)
    expect(amount).toBe(quote.grandTotalCents)
    expect(amount).toBe(2150)
    const { lines } = await shop.readOrder(opened.receiptId)
    expect(lines.map(({ netCents }) => netCents)).toEqual([0, 2000])
    await shop.confirm({ quote, ...opened })
    await shop.deliver()
    settled.push(opened.receiptId)
  })

  it('leaves to a buyer what their own order has, paid or not, and to nobody else', async () => {
    const own = await newShow()
    const before = await findLeft(own)
    const held = own.spaceIds[1] ?? 0
    const opened = await shop.open(buyingAtShow(own, newEmail(), ['reservations', 'tickets']))
    const besides = {
      remaining: (before.remaining ?? 0) - 2,
      taken: [...before.taken, held].sort((a, b) => a - b),
    }
    expect(await findLeft(own)).toEqual(besides)
    expect(await findLeft(own, opened.key)).toEqual(before)
    expect(await findLeft(own, opened.key.toUpperCase())).toEqual(before)
    expect(await findLeft(own, randomUUID())).toEqual(besides)
    // the key of another club's order, and this key at another club
    const key = randomUUID()
    const { kind, payload, category, email } = donating(newEmail())
    const order = { kind, payload }
    const answer = await shop.ask(shop.clubs.b, 'quote_order', { order })
    const theirs = await shop.request(shop.clubs.b, 'create_payment_intent', {
      amount: answer.success ? answer.quote.grandTotalCents : 0,
      receiptEmail: email,
      category,
      key,
      order,
    })
    expect(theirs.answer).toMatchObject({ success: true })
    expect(await findLeft(own, key)).toEqual(besides)
    const foreign = await shop.request(shop.clubs.b, 'get_event_availability', {
      eventId: own.id,
      orderKey: opened.key,
    })
    expect(foreign.answer).toMatchObject({ success: false, code: 'event-not-found' })
    // paid and delivered, it is still nobody else's; so is what the order has that is replaced
    await shop.confirm(opened)
    expect(await findLeft(own, opened.key)).toEqual(before)
    await shop.deliver()
    settled.push(opened.receiptId)
    expect(await findLeft(own, opened.key)).toEqual(before)
    expect(await findLeft(own, randomUUID(), opened.key)).toEqual(before)
    expect(await findLeft(own)).toEqual(besides)
  })

  it('delivers a car with a number, a space with its vendor, and tickets with codes', async () => {
    const email = newEmail()
    const before = await findLeft(show)
    const opened = await shop.open(buyingAtShow(show, email))
    // held while the buyer pays
    expect(await findLeft(show)).toEqual({
      remaining: (before.remaining ?? 0) - 2,
      taken: [...before.taken, space(1).elementId].sort((a, b) => a - b),
    })
    expect(await listCars(show)).not.toContain('1001')
    await shop.confirm(opened)
    await shop.deliver()
    const order = await shop.readOrder(opened.receiptId)
    expect(order).toMatchObject({ state: 'fulfilled', category: 4, description: 'Fall Show' })
    expect(order.lines.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'registration delivered',
      'space delivered',
      'ticket delivered',
    ])
    expect(await listCars(show)).toContain('1001')
    const codes = getGiven('ticket', order.lines[2]?.given).codes
    expect(new Set(codes).size).toBe(2)
    for (const code of codes) expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/)
    const answer = await shop.ask(shop.a, 'get_event', { event: show.id })
    expect(answer).toMatchObject({ success: true })
    if (!answer.success) return
    const vendor = answer.event.vendors.find(({ name }) => name === 'Bo Buyer')
    // visitors read what the vendor wrote for them, and nothing of what they wrote to the club
    expect(vendor).toEqual({ id: vendor?.id, name: 'Bo Buyer', goods: 'Badges and bumpers', vendorType: 1 })
    expect(JSON.stringify(answer)).not.toContain('Old radios')
    expect(answer.maps[0]?.reservations).toContainEqual({
      vendorId: vendor?.id,
      eventMapElementId: space(1).elementId,
    })
    const [car] = await shop.listRows(shop.a, 'entry', { order_id: opened.receiptId }, ['code'])
    const [spot] = await shop.listRows(shop.a, 'reservation', { vendor_id: vendor?.id ?? 0 }, ['code'])
    const own = [String(car?.code), String(spot?.code)]
    for (const code of own) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
    // the mail speaks of each part, and has the codes as text and as pictures
    const [mail, ...more] = await shop.listMails(email)
    expect(more).toEqual([])
    for (const part of ['Your car number is 1001', 'North field A2', 'Day pass', ...codes, ...own]) {
      expect(mail?.text).toContain(part)
    }
    expect(mail?.attachments?.map(({ cid, contentType }) => [cid, contentType])).toEqual([
      ['ticket-1', 'image/png'],
      ['ticket-2', 'image/png'],
      ['ticket-3', 'image/png'],
      ['ticket-4', 'image/png'],
      [undefined, 'text/calendar; charset=utf-8; method=PUBLISH'],
    ])
    // when and where it is, whose it is, in which class
    for (const part of ['When: ', 'Gates open: 7:30 AM', 'Where: ', 'Name: Bo Buyer', 'class 1, ']) {
      expect(mail?.text).toContain(part)
    }
    const calendar = Buffer.from(mail?.attachments.at(-1)?.content ?? '', 'base64').toString('utf8')
    expect(calendar).toMatch(/DTSTART;VALUE=DATE:\d{8}\r\nDTEND;VALUE=DATE:\d{8}/)
    expect(calendar).toContain('DESCRIPTION:Gates open: 7:30 AM')
    for (const at of [1, 2, 3, 4]) expect(mail?.html).toContain(`src="cid:ticket-${at}"`)
    // and so does the order, to who has its key
    expect(await shop.ask(shop.a, 'get_order', { orderKey: opened.key })).toMatchObject({
      order: {
        lines: [
          {
            ...{ kind: 'registration', carNumber: '1001', eventId: show.id, event: expect.any(String) },
            carClass: { number: 1, description: expect.any(String) },
            codes: [own[0]],
          },
          { kind: 'space', codes: [own[1]] },
          { kind: 'ticket', codes },
        ],
      },
    })
    // the same order again, whoever asks
    for (const action of [
      'create_event_customer',
      'create_entries',
      'create_vendor',
      'create_ticket',
      'create_entry',
    ] as const) {
      const again = await shop.request(shop.a, action, { eventId: show.id, key: opened.key })
      expect(again.answer).toMatchObject({ success: true, receiptId: opened.receiptId })
    }
    const foreign = await shop.request(shop.clubs.b, 'create_event_customer', {
      eventId: show.id,
      key: opened.key,
    })
    expect(foreign.answer).toMatchObject({ success: false })
  })

  it('is of category 5 and named for tickets when it has tickets alone', async () => {
    const wanted = buyingAtShow(show, newEmail(), ['tickets'])
    expect(await shop.tryOpen({ ...wanted, category: 4 })).toMatchObject({
      code: 'invalid-input',
      faults: [{ path: 'category' }],
    })
    const { receiptId } = await buy(wanted)
    expect(await shop.readOrder(receiptId)).toMatchObject({ category: 5, description: 'Fall Show tickets' })
  })

  it('gives one of many the last ticket and the last space, and the others are told which part is gone', async () => {
    const own = await newShow()
    await shop.changeRows(shop.a, 'ticket', { id: own.ticketIds[0] ?? 0 }, { quantity: 5 })
    const wants = Array.from({ length: 10 }, () => buyingAtShow(own, newEmail(), ['reservations', 'tickets']))
    const answers = await Promise.all(wants.map((wanted) => shop.tryOpen(wanted)))
    const lost = answers.filter(({ success }) => success !== true)
    expect(lost).toHaveLength(9)
    for (const answer of lost) {
      expect(answer).toMatchObject({
        code: 'sold-out',
        faults: [{ path: 'order.lines.0', message: 'North field A2' }],
      })
    }
    // the losers hold nothing: two of the five tickets are held
    expect((await findLeft(own)).remaining).toBe(3)
    const three = { tickets: toTickets(own, newEmail(), own.ticketIds[0] ?? 0, 4) }
    expect(await shop.tryOpen(buyingAtShow(own, three.tickets.email, ['tickets'], three))).toMatchObject({
      code: 'sold-out',
      faults: [{ path: 'order.lines.0', message: 'Day pass' }],
    })
    await shop.sweep(holdMs / 60_000 + 1)
    expect((await findLeft(own)).remaining).toBe(5)
  })

  it('sells nothing outside its window', async () => {
    const closed = await newShow()
    const past = { starts_at: new Date(shop.now() - 2000), ends_at: new Date(shop.now() - 1000) }
    const soon = new Date(shop.now() + 60_000)
    await shop.changeRows(shop.a, 'event', { id: closed.id }, { reg_starts_at: soon })
    await shop.changeRows(shop.a, 'ticket', { event_id: closed.id }, past)
    await shop.changeRows(shop.a, 'event_map', { event_id: closed.id }, { available_ends_at: past.ends_at })
    for (const [parts, code] of [
      [['entries'], 'registration-not-open'],
      [['reservations'], 'vendor-sales-ended'],
      [['tickets'], 'ticket-sales-ended'],
    ] as const) {
      expect(await shop.tryOpen(buyingAtShow(closed, newEmail(), parts))).toMatchObject({ code })
    }
    shop.pass(60_001)
    await buy(buyingAtShow(closed, newEmail(), ['entries']))
  })

  it('is still paid for as long as a hold lasts, though the sale has ended meanwhile', async () => {
    const closing = await newShow()
    const other = await shop.open(buyingAtShow(show, newEmail(), ['tickets']))
    const codes = {
      entries: 'registration-ended',
      reservations: 'vendor-sales-ended',
      tickets: 'ticket-sales-ended',
    } as const
    const begun = await Promise.all(
      (['entries', 'reservations', 'tickets'] as const).map(async (part) => {
        const wanted = buyingAtShow(closing, newEmail(), [part])
        return { wanted, code: codes[part], opened: await shop.open(wanted) }
      }),
    )
    const slow = buyingAtShow(closing, newEmail(), ['entries'])
    const { key: slowKey } = await shop.open(slow)
    const ended = { starts_at: new Date(shop.now() - 2000), ends_at: new Date(shop.now() - 1000) }
    const over = { reg_starts_at: ended.starts_at, reg_ends_at: ended.ends_at }
    await shop.changeRows(shop.a, 'event', { id: closing.id }, over)
    await shop.changeRows(shop.a, 'ticket', { event_id: closing.id }, ended)
    await shop.changeRows(shop.a, 'event_map', { event_id: closing.id }, { available_ends_at: ended.ends_at })
    for (const { wanted, code, opened } of begun) {
      const { key, receiptId, clientSecret } = opened
      expect(await shop.tryOpen(wanted, { key })).toMatchObject({ receiptId, clientSecret })
      // that order alone
      expect(await shop.tryOpen(wanted)).toMatchObject({ code })
      expect(await shop.tryOpen(wanted, { key: other.key })).toMatchObject({ code: 'key-reused' })
      await shop.confirm(opened)
      await shop.deliver()
      settled.push(receiptId)
      expect((await shop.readOrder(receiptId)).state).toBe('fulfilled')
    }
    // cars are not scarce, and have the same time
    shop.pass(holdMs)
    expect(await shop.tryOpen(slow, { key: slowKey })).toMatchObject({ code: codes.entries })
  })

  it('refuses what the event does not sell', async () => {
    const email = newEmail()
    const [day = 0, office = 0] = show.ticketIds
    const other = shop.a.show
    const full = { eventMapId: show.mapIds[0] ?? 0, elementId: show.spaceIds[0] ?? 0 }
    const wrong: [string, ReturnType<typeof buyingAtShow>, string][] = [
      [
        'another event’s ticket',
        buyingAtShow(show, email, [], { tickets: toTickets(show, email, other.ticketIds[0] ?? 0, 1) }),
        'tickets.tickets.0',
      ],
      [
        'a ticket that is not public',
        buyingAtShow(show, email, [], { tickets: toTickets(show, email, office, 1) }),
        'tickets.tickets.0',
      ],
      [
        'more than the limit',
        buyingAtShow(show, email, [], { tickets: toTickets(show, email, day, 9) }),
        'tickets.tickets.0.quantity',
      ],
      ['nothing', buyingAtShow(show, email, [], { tickets: toTickets(show, email, day, 0) }), 'entries'],
      [
        'a hidden class',
        buyingAtShow(show, email, [], { entries: [toEntry({ email, car_class: 9 })] }),
        'entries.0.car_class',
      ],
      [
        'a class that is none',
        buyingAtShow(show, email, [], { entries: [toEntry({ email, car_class: 77 })] }),
        'entries.0.car_class',
      ],
      [
        'an option that is none',
        buyingAtShow(show, email, [], {
          entries: [toEntry({ email, values: [{ value: { optionId: 8, value: 'x' } }] })],
        }),
        'entries.0.values.8',
      ],
      [
        'a choice that is none',
        buyingAtShow(show, email, [], {
          entries: [toEntry({ email, values: [{ value: { optionId: 1, value: '2' } }] })],
        }),
        'entries.0.values.1',
      ],
      [
        'a long name',
        buyingAtShow(show, email, [], { entries: [toEntry({ email, fname: 'x'.repeat(25) })] }),
        'entries.0.fname',
      ],
      [
        'two people',
        buyingAtShow(show, email, ['tickets'], { entries: [toEntry({ email: 'other@show.example' })] }),
        'tickets.email',
      ],
      [
        'a space of another map',
        buyingAtShow(show, email, ['reservations'], {
          reservations: [{ ...space(2), eventMapId: show.mapIds[1] ?? 0 }],
        }),
        'reservations.0',
      ],
      [
        'the same space twice',
        buyingAtShow(show, email, ['reservations'], { reservations: [space(2), space(2)] }),
        'reservations.1',
      ],
      [
        'no vendor',
        buyingAtShow(show, email, [], { reservations: [space(2)], entries: [toEntry({ email })] }),
        'vendor',
      ],
      [
        '21 lines',
        buyingAtShow(show, email, ['tickets'], {
          entries: Array.from({ length: 20 }, () => toEntry({ email })),
        }),
        'entries',
      ],
    ]
    for (const [name, wanted, path] of wrong) {
      expect(await shop.tryOpen(wanted, { amount: 100, category: wanted.category }), name).toMatchObject({
        code: 'invalid-input',
        faults: [{ path: `order.payload.${path}` }],
      })
    }
    // a space that somebody has is not wrong, but gone
    expect(
      await shop.tryOpen(buyingAtShow(show, email, ['reservations'], { reservations: [full] })),
    ).toMatchObject({
      code: 'sold-out',
    })
    // the box office's ticket goes with a registration
    expect(
      await shop.tryOpen(
        buyingAtShow(show, email, ['entries'], { tickets: toTickets(show, email, office, 1) }),
      ),
    ).toMatchObject({ success: true })
  })

  it('costs nothing in test mode, says so, and makes no debt', async () => {
    const testing = await newShow({ test_mode: true })
    const email = newEmail()
    const { payload } = buyingAtShow(testing, email)
    expect(await shop.ask(shop.a, 'quote_order', { order: { kind: 'event', payload } })).toMatchObject({
      quote: { subTotalCents: 8075, discountCents: 8075, grandTotalCents: 0, testMode: true },
    })
    const made = await shop.request(shop.a, 'create_event_customer', payload)
    expect(made.answer).toMatchObject({ success: true })
    const order = await shop.readOrder(made.answer.success ? (made.answer.receiptId ?? 0) : 0)
    expect(order).toMatchObject({ state: 'fulfilled', quote: { testMode: true, grandTotalCents: 0 } })
    expect(order.lines.map(({ netCents }) => netCents)).toEqual([0, 0, 0])
    expect(await listCars(testing)).toContain('1001')
    // the same without test mode must be paid
    const unpaid = await shop.request(
      shop.a,
      'create_event_customer',
      buyingAtShow(show, newEmail(), ['entries']).payload,
    )
    expect(unpaid.answer).toMatchObject({ success: false, code: 'not-paid' })
  })

  it('numbers cars in turn, whoever pays at the same moment', async () => {
    const own = await newShow()
    const opened = await Promise.all(
      Array.from({ length: 6 }, () => {
        const email = newEmail()
        return shop.open(buyingAtShow(own, email, [], { entries: [toEntry({ email, car_class: 2 })] }))
      }),
    )
    await Promise.all(opened.map((one) => shop.confirm(one)))
    // whoever asks for an order settles it
    await Promise.all(opened.map(({ key }) => shop.request(shop.a, 'get_order', { orderKey: key })))
    settled.push(...opened.map(({ receiptId }) => receiptId))
    expect((await listCars(own)).filter((number) => number.startsWith('2'))).toEqual([
      '201',
      '2001',
      '2002',
      '2003',
      '2004',
      '2005',
      '2006',
    ])
  })

  it('takes back what an officer refunds, part by part, and the fee stays', async () => {
    const own = await newShow()
    const { receiptId, key } = await buy(buyingAtShow(own, newEmail()))
    const refund = (lines: number[]) =>
      refundOrder({ ...shop, newId: randomUUID }, shop.a.id, receiptId, {
        lines,
        reason: 'asked for',
      } as never)
    await refund([2])
    expect((await findLeft(own)).taken).toHaveLength(1)
    // the buyer is told which part it was, and how much goes back for it
    const costs = (await shop.readOrder(receiptId)).lines.map(({ netCents }) => netCents)
    const seen = await shop.request(shop.a, 'get_order', { orderKey: key })
    const { lines } = (seen.answer as { order: { lines: Record<string, unknown>[] } }).order
    expect(lines.map(({ state, event, refundedCents }) => [state, event, refundedCents])).toEqual([
      ['delivered', expect.any(String), undefined],
      ['returned', undefined, costs[1]],
      ['delivered', expect.any(String), undefined],
    ])
    await refund([1])
    expect(await listCars(own)).not.toContain('1001')
    await refund([3])
    expect((await findLeft(own)).remaining).toBe(200)
    await shop.sweep()
    const order = await shop.readOrder(receiptId)
    expect(order.lines.map(({ state }) => state)).toEqual(['returned', 'returned', 'returned'])
    expect(await shop.listRows(shop.a, 'vendor', { order_id: receiptId }, ['id'])).toEqual([])
    const tickets = await shop.listRows(shop.a, 'sold_ticket', { order_id: receiptId }, ['void_at'])
    expect(tickets.every(({ void_at }) => void_at !== null)).toBe(true)
  })

  it('can be judged from the moment of its sale', async () => {
    const own = await newShow({}, 0)
    const judge = async (entryId: string) => {
      const [paint, engine] = own.criterionIds
      const answer = await shop.ask(shop.a, 'submit_judging_form', {
        eventId: own.id,
        judgeId: own.judge.code,
        grant: own.judge.grant,
        entryId,
        scores: [
          { criteriaId: paint, score: 9 },
          { criteriaId: engine, score: 17 },
        ],
      })
      return answer.accepted
    }
    for (const number of ['1001', '1002', '1003']) {
      expect(await judge(number)).toBe(false)
      await buy(buyingAtShow(own, newEmail(), ['entries']))
      expect(await judge(number)).toBe(true)
    }
  })

  it('makes no phone fetch the event again at each sale, and puts no sale into an old pack', async () => {
    const own = await newShow()
    const readPack = async () => {
      const answer = await shop.ask(shop.a, 'get_event_pack', { eventId: own.id })
      if (!answer.success) throw new Error('no pack')
      return { version: answer.version, cars: answer.entries?.cars.map(({ number }) => number) ?? [] }
    }
    const first = await readPack()
    await buy(buyingAtShow(own, newEmail(), ['entries']))
    // the first sale after a long time is in a new pack
    const second = await readPack()
    expect(second.version).not.toBe(first.version)
    expect(second.cars).toContain('1001')
    await buy(buyingAtShow(own, newEmail()))
    expect(await readPack()).toEqual(second)
    expect(await listCars(own)).toContain('1002')
    // what judges' phones add to it
    const listLater = async () => {
      const answer = await shop.ask(shop.a, 'get_later_entries', { eventId: own.id })
      return answer.success ? answer.cars.map(({ number }) => number) : undefined
    }
    expect(await listLater()).toEqual(['1002'])
    shop.pass(6 * 60 * 60_000 + 1)
    await buy(buyingAtShow(own, newEmail(), ['tickets']))
    expect(await readPack()).toEqual(second)
    await buy(buyingAtShow(own, newEmail(), ['entries']))
    expect((await readPack()).cars).toEqual(expect.arrayContaining(['1001', '1002', '1003']))
    expect(await listLater()).toEqual([])
  })

  it('shows a vendor to visitors when they have paid, and not after a refund, and leaves the pack as it is', async () => {
    const own = await newShow()
    const readPack = async () => {
      const answer = await shop.ask(shop.a, 'get_event_pack', { eventId: own.id })
      if (!answer.success) throw new Error('no pack')
      return { version: answer.version, vendors: answer.vendors }
    }
    const readSold = async () => {
      const answer = await shop.ask(shop.a, 'get_sold_vendors', { eventId: own.id })
      if (!answer.success) throw new Error('no vendors')
      const { version, vendors, reservations } = answer
      return { version, names: vendors.map(({ name }) => name), reservations }
    }
    const pack = await readPack()
    expect(await readSold()).toEqual({ version: 'none', names: [], reservations: [] })
    const first = await buy(buyingAtShow(own, newEmail(), ['reservations']))
    const sold = await readSold()
    expect(sold).toMatchObject({ names: ['Bo Buyer'], reservations: [{ map: own.mapIds[0] }] })
    // what else is sold, hours later, changes nothing of it
    shop.pass(7 * 60 * 60_000)
    await buy(buyingAtShow(own, newEmail(), ['tickets']))
    expect(await readSold()).toEqual(sold)
    await refundOrder({ ...shop, newId: randomUUID }, shop.a.id, first.receiptId, {
      lines: [1],
      reason: 'asked for',
    } as never)
    expect(await readSold()).toEqual({ version: 'none', names: [], reservations: [] })
    expect(await readPack()).toEqual(pack)
    await shop.sweep()
  })
})
