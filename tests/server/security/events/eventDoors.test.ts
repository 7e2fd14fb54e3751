// What strangers may do and see at events (rules/security 5.8 to 5.20): tried where nothing has to be paid, so
// that no price stands between an attack and the goods.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { mostLines } from '../../../../src/domain/order.ts'
import { mostShifts } from '../../../../src/domain/shift.ts'
import { setUpShop } from '../../../support/buying/shop.ts'
import { type SeededEvent, secretMark } from '../../../support/clubs/clubs.ts'
import { addEvent } from '../../../support/clubs/clubWorld.ts'
import { toEntry, toEventOrder } from '../../../support/clubs/sampleInputs.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

type Payload = Record<string, unknown> & { readonly eventId: unknown }

/** Each call that creates something of an event, with what it takes of an order. */
const doors = {
  create_event_customer: (payload: Payload) => payload,
  create_entries: ({ eventId, entries }: Payload) => ({ eventId, entries }),
  create_entry: ({ eventId, entries }: Payload) => ({ eventId, ...(entries as object[] | undefined)?.[0] }),
  create_vendor: ({ eventId, vendor, reservations }: Payload) => ({ eventId, vendor, reservations }),
  create_ticket: ({ eventId, tickets }: Payload) => ({ eventId, tickets }),
} as const
type Door = keyof typeof doors
const doorNames = Object.keys(doors) as Door[]

/** The doors through which each part can be sent. */
const doorsOf = {
  entries: ['create_event_customer', 'create_entries', 'create_entry'],
  reservations: ['create_event_customer', 'create_vendor'],
  tickets: ['create_event_customer', 'create_ticket'],
} as const satisfies Record<string, readonly Door[]>

describeOnEachEngine('at an event that charges nothing', (engine) => {
  const shop = setUpShop(engine)
  let show: SeededEvent
  beforeAll(async () => {
    show = await newShow()
    for (const club of [shop.a, shop.clubs.b]) {
      await shop.changeRows(club, 'event', {}, { test_mode: true })
    }
  })

  const newShow = async (set: object = {}, spaces = 4): Promise<SeededEvent> => {
    const event = await addEvent(shop, shop.a, { name: 'Free Show', spaces })
    await shop.changeRows(shop.a, 'event', { id: event.id }, { test_mode: true, ...set })
    return event
  }
  const newEmail = () => `s${randomUUID().slice(0, 8)}@strange.example`
  const newPeer = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`
  const send = (door: Door, payload: Payload) =>
    shop.ask(shop.a, door, doors[door](payload), { peer: newPeer() })
  /** How much of everything that can be had both clubs have given. */
  const countGoods = async (): Promise<string> => {
    const counts: number[] = []
    for (const club of [shop.a, shop.clubs.b]) {
      for (const table of [
        'purchase_order',
        'entry',
        'vendor',
        'reservation',
        'sold_ticket',
        'hold',
      ] as const) {
        counts.push(
          (await shop.inClub(club, (tx) => tx.selectFrom(table).select('tenant_id').execute())).length,
        )
      }
    }
    return counts.join(' ')
  }
  const expectNothing = async (work: () => Promise<void>): Promise<void> => {
    const before = await countGoods()
    await work()
    expect(await countGoods()).toBe(before)
  }

  describe.each(doorNames)('%s', (door) => {
    it('sells nothing of an event that is unknown, a draft, or of another club', async () => {
      await expectNothing(async () => {
        const own = toEventOrder(show, newEmail())
        for (const eventId of [shop.clubs.b.show.id, shop.clubs.b.draft.id, shop.a.draft.id, 2 ** 31 - 1]) {
          const answer = await send(door, { ...own, eventId })
          expect([eventId, answer.code]).toEqual([eventId, 'event-not-found'])
        }
        for (const eventId of [0, -1, '1 or 1=1', null, [show.id], { id: show.id }, 2 ** 53]) {
          expect(await send(door, { ...own, eventId })).toMatchObject({ success: false })
        }
      })
    })

    it('sells nothing when its window is closed, by the server alone', async () => {
      const past = new Date(shop.now() - 1000)
      const closed = await newShow({ reg_ends_at: past })
      await shop.changeRows(shop.a, 'ticket', { event_id: closed.id }, { ends_at: past })
      await shop.changeRows(shop.a, 'event_map', { event_id: closed.id }, { available_ends_at: past })
      await expectNothing(async () => {
        const answer = await send(door, toEventOrder(closed, newEmail()))
        expect(['registration-ended', 'vendor-sales-ended', 'ticket-sales-ended']).toContain(answer.code)
      })
    })

    it('takes nothing over from the caller but what the form has', async () => {
      const own = await newShow()
      const email = newEmail()
      const extra = {
        ...{
          member_id: shop.a.people.member.id,
          tenant_id: shop.clubs.b.id,
        },
        ...{ carNumber: '1', car_number: '1', code: '0000-0000-0000-0000', used_at: null, orderId: 1 },
        ...{ amount: -100, price: 0, costCents: 0, testMode: true, vendorId: own.vendorIds[0] },
      }
      const order = toEventOrder(own, email)
      const answer = await send(door, {
        ...extra,
        eventId: own.id,
        entries: order.entries.map((entry) => ({ ...extra, ...entry })),
        vendor: { ...extra, ...order.vendor },
        reservations: order.reservations.map((reservation) => ({ ...extra, ...reservation })),
        tickets: { ...extra, ...order.tickets },
      })
      expect(answer).toMatchObject({ success: true })
      const { cars, tickets, vendors } = await shop.inClub(shop.a, async (tx) => ({
        cars: await tx
          .selectFrom('entry')
          .where('event_id', '=', own.id)
          .where('email', '=', email)
          .select(['car_number', 'member_id'])
          .execute(),
        tickets: await tx
          .selectFrom('sold_ticket')
          .where('event_id', '=', own.id)
          .select(['code', 'member_id'])
          .execute(),
        vendors: await tx
          .selectFrom('vendor')
          .where('event_id', '=', own.id)
          .where('email', '=', email)
          .select(['member_id'])
          .execute(),
      }))
      expect(cars.length + tickets.length + vendors.length).toBeGreaterThan(0)
      for (const car of cars) expect(car).toEqual({ car_number: '1001', member_id: null })
      for (const { code, member_id } of tickets) {
        expect(code).not.toBe(extra.code)
        expect(member_id).toBeNull()
      }
      for (const vendor of vendors) expect(vendor).toEqual({ member_id: null })
    })
  })

  const fifty = <T>(one: (at: number) => T): T[] => Array.from({ length: 50 }, (_, at) => one(at))
  type Wrong = [name: string, part: keyof typeof doorsOf, change: () => Record<string, unknown>, code: string]
  const order = () => toEventOrder(show, 'same@strange.example')
  const entry = (more: object) => ({ entries: [{ ...toEntry({ email: 'same@strange.example' }), ...more }] })
  const tickets = (lines: readonly object[]) => ({ tickets: { ...order().tickets, tickets: lines } })
  const spaces = (reservations: readonly object[]) => ({ vendor: order().vendor, reservations })
  const wrongs: Wrong[] = [
    ['class 0', 'entries', () => entry({ car_class: 0 }), 'invalid-input'],
    ['a class for the club alone', 'entries', () => entry({ car_class: 9 }), 'invalid-input'],
    [
      "another event's option",
      'entries',
      () => entry({ values: [{ value: { optionId: 77, value: 'x' } }] }),
      'invalid-input',
    ],
    ['a text as long as a book', 'entries', () => entry({ model: 'x'.repeat(10_000) }), 'invalid-input'],
    ['a space of another event', 'reservations', () => spaces([at(shop.a.show, 1)]), 'invalid-input'],
    ['a space of another club', 'reservations', () => spaces([at(shop.clubs.b.show, 1)]), 'invalid-input'],
    [
      "another event's map",
      'reservations',
      () => spaces([{ ...at(show, 1), eventMapId: shop.a.show.mapIds[0] }]),
      'invalid-input',
    ],
    ['the same space twice', 'reservations', () => spaces([at(show, 1), at(show, 1)]), 'invalid-input'],
    ['a space that somebody has', 'reservations', () => spaces([at(show, 0)]), 'sold-out'],
    ['50 spaces', 'reservations', () => spaces(fifty((index) => at(show, index))), 'invalid-input'],
    [
      'a ticket of another event',
      'tickets',
      () => tickets([{ ticket: shop.a.show.ticketIds[0], quantity: 1 }]),
      'invalid-input',
    ],
    [
      'a ticket of another club',
      'tickets',
      () => tickets([{ ticket: shop.clubs.b.show.ticketIds[0], quantity: 1 }]),
      'invalid-input',
    ],
    [
      'less than none',
      'tickets',
      () => tickets([{ ticket: show.ticketIds[0], quantity: -1 }]),
      'invalid-input',
    ],
    [
      'half a ticket',
      'tickets',
      () => tickets([{ ticket: show.ticketIds[0], quantity: 0.5 }]),
      'invalid-input',
    ],
    [
      'more than one buyer may have',
      'tickets',
      () => tickets([{ ticket: show.ticketIds[0], quantity: 9 }]),
      'invalid-input',
    ],
    [
      '50 lines of tickets',
      'tickets',
      () => tickets(fifty(() => ({ ticket: show.ticketIds[0], quantity: 1 }))),
      'invalid-input',
    ],
    [
      "another event's option for a ticket",
      'tickets',
      () =>
        tickets([
          {
            ticket: show.ticketIds[0],
            quantity: 1,
            values: [{ ticketIndex: 0, value: { optionId: 77, value: 'x' } }],
          },
        ]),
      'invalid-input',
    ],
  ]
  function at(event: SeededEvent, place: number) {
    return { eventMapId: event.mapIds[0], elementId: event.spaceIds[place] ?? 900_000 + place }
  }

  it.each(wrongs)('refuses %s through every door', async (_name, part, change, code) => {
    await expectNothing(async () => {
      for (const door of doorsOf[part]) {
        const answer = await send(door, { eventId: show.id, ...change() })
        expect([door, answer.code]).toEqual([door, code])
      }
    })
  })

  it('refuses 50 vehicles, and more lines than an order has, however they are divided', async () => {
    await expectNothing(async () => {
      const { entries } = entry({})
      for (const door of ['create_event_customer', 'create_entries'] as const) {
        expect(await send(door, { eventId: show.id, entries: fifty(() => entries[0]) })).toMatchObject({
          code: 'invalid-input',
        })
      }
      const many = Array.from({ length: mostLines - 1 }, () => entries[0])
      expect(
        await send('create_event_customer', { ...order(), eventId: show.id, entries: many }),
      ).toMatchObject({ code: 'invalid-input' })
    })
  })

  it('gives the last of a thing to one of many who come at once, through whichever door', async () => {
    const scarce = await newShow({}, 2)
    await shop.changeRows(shop.a, 'ticket', { event_id: scarce.id }, { quantity: 3 })
    const [ticket = 0] = scarce.ticketIds
    const rush = (part: 'reservations' | 'tickets', toParts: (email: string) => Record<string, unknown>) =>
      Promise.all(
        fifty((index) =>
          send(doorsOf[part][index % doorsOf[part].length] ?? 'create_ticket', {
            eventId: scarce.id,
            ...toParts(newEmail()),
          }),
        ),
      )
    const stands = await rush('reservations', (email) => {
      const { vendor } = toEventOrder(scarce, email)
      return { vendor, reservations: [at(scarce, 1)] }
    })
    expect(stands.filter(({ success }) => success)).toHaveLength(1)
    expect(stands.filter(({ code }) => code === 'sold-out')).toHaveLength(49)
    const passes = await rush('tickets', (email) => ({
      tickets: { ...toEventOrder(scarce, email).tickets, tickets: [{ ticket, quantity: 1 }] },
    }))
    expect(passes.filter(({ success }) => success)).toHaveLength(3)
    expect(passes.filter(({ code }) => code === 'sold-out')).toHaveLength(47)
  })

  it("takes no shift that is not the event's, not for the caller, or one of too many", async () => {
    const contactInfo = { fname: 'Eve', lname: 'Strange', phone: '5550100999' }
    const hidden = (
      await shop.listRows(
        shop.a,
        'shift',
        { shift_schedule_id: [...show.scheduleIds.slice(1)] },
        ['id'],
        'shift_schedule_id',
      )
    ).map(({ id }) => id)
    const [tent = 0, cash = 0] = hidden
    const token = await shop.signIn(shop.a, 'member')
    const ask = async (shifts: readonly number[], more: { eventId?: number; token?: string } = {}) => {
      const { eventId = show.id, token: own } = more
      const input = { eventId, contactInfo: { ...contactInfo, email: newEmail() }, shifts }
      const answer = await shop.ask(shop.a, 'worker_signup', input, {
        peer: newPeer(),
        ...(own === undefined ? {} : { token: own }),
      })
      return answer.code ?? 'taken'
    }
    const countWorkers = async () => await shop.countRows(shop.a, 'shift_worker')
    const before = await countWorkers()
    // what is for members, a visitor does not have; what is for officers, nobody
    expect(await ask([tent])).toBe('invalid-input')
    expect(await ask([cash])).toBe('invalid-input')
    expect(await ask([cash], { token })).toBe('invalid-input')
    expect(await ask([shop.clubs.b.show.shiftIds[0]])).toBe('invalid-input')
    expect(await ask([shop.a.show.shiftIds[0]])).toBe('invalid-input')
    // the free one is not taken along with one that cannot be had
    expect(await ask([show.shiftIds[0], tent])).toBe('invalid-input')
    expect(await ask([show.shiftIds[0], show.shiftIds[1]])).toBe('shift-full')
    expect(await ask(Array.from({ length: mostShifts + 1 }, (_, index) => index + 1))).toBe('invalid-input')
    expect(await ask([show.shiftIds[0]], { eventId: shop.clubs.b.show.id })).toBe('event-not-found')
    expect(await ask([show.shiftIds[0]], { eventId: shop.a.draft.id })).toBe('event-not-found')
    expect(await countWorkers()).toBe(before)
    expect(await ask([tent], { token })).toBe('taken')
  })
})

describeOnEachEngine('of an event that has sold', (engine) => {
  const shop = setUpShop(engine)
  let show: SeededEvent
  beforeAll(async () => {
    show = shop.a.show
    await shop.changeRows(shop.a, 'event', {}, { test_mode: true })
    // everything private that a buyer and a volunteer can write
    const hidden = { phone: '5550100777', city: secretMark, state: 'NH', zip: '03801' }
    const order = toEventOrder(show, `buyer@${secretMark}.example`)
    const answer = await shop.ask(shop.a, 'create_event_customer', {
      ...order,
      entries: [
        toEntry({
          ...hidden,
          email: `buyer@${secretMark}.example`,
          fname: secretMark,
          lname: secretMark,
          address1: secretMark,
          notes: secretMark,
          trim: secretMark,
          color: secretMark,
          values: [{ value: { optionId: 1, value: 'Large' } }],
        }),
      ],
      vendor: {
        ...order.vendor,
        ...hidden,
        name: 'Radio Days',
        address: secretMark,
        taxId: secretMark,
        description: secretMark,
      },
      tickets: { ...order.tickets, ...hidden, name: secretMark, address: secretMark },
    })
    expect(answer, JSON.stringify(answer)).toMatchObject({ success: true })
    const signed = await shop.request(shop.a, 'worker_signup', {
      eventId: show.id,
      contactInfo: {
        fname: secretMark,
        lname: secretMark,
        email: `helper@${secretMark}.example`,
        phone: '5550100777',
        notes: secretMark,
      },
      shifts: [show.shiftIds[0]],
    })
    expect(signed.answer).toMatchObject({ success: true })
  })

  const reads = [
    ['get_upcoming_events', { availability: '1' }],
    ['get_upcoming_events', { availability: '0' }],
    ['get_event', {}],
    ['get_event_pack', {}],
    ['get_makes', {}],
    ['get_all_eventclasses', {}],
    ['get_all_shifts', { availableOnly: false }],
    ['get_entries', {}],
    ['get_later_entries', {}],
    ['get_sold_vendors', {}],
    ['get_event_availability', {}],
    ['get_judging_forms', {}],
  ] as const

  it.each(reads)('%s shows nobody who bought, sells, helps or judges (%o)', async (action, input) => {
    const token = await shop.signIn(shop.a, 'moderator')
    for (const as of [{}, { token }]) {
      const asked = { ...input, event: show.id, eventId: show.id }
      const { answer, text } = await shop.request(shop.a, action, asked, as)
      expect(answer).toMatchObject({ success: true })
      expect(text).not.toContain(secretMark)
      expect(text).not.toMatch(/5550100777|helper@|buyer@|taxId"|"description":"\[Online/)
      const codes = await shop.listRows(shop.a, 'sold_ticket', {}, ['code'])
      for (const { code } of codes) expect(text).not.toContain(code)
    }
  })

  it('the car, the space and what is left are shown, each with its own fields and no more', async () => {
    const input = { event: show.id, eventId: show.id }
    const later = await shop.request(shop.a, 'get_later_entries', input)
    const all = await shop.request(shop.a, 'get_entries', input)
    const car = all.answer.cars?.find(({ number }) => number === '1001')
    expect(Object.keys(car ?? {}).sort()).toEqual(['carClass', 'make', 'model', 'number', 'picture', 'year'])
    expect(Object.keys(later.answer).sort()).toEqual(['cars', 'success'])
    const left = await shop.request(shop.a, 'get_event_availability', input)
    expect(Object.keys(left.answer).sort()).toEqual(['success', 'taken', 'tickets'])
    for (const ticket of left.answer.tickets ?? [])
      expect(Object.keys(ticket).sort()).toEqual(['id', 'remaining'])
    expect(left.answer.taken).toEqual(show.spaceIds.slice(0, 2))
    expect(left.answer.tickets?.[0]?.remaining).toBe(198)
  })

  it.each([
    ...reads.map(([action]) => action).filter((action) => action !== 'get_upcoming_events'),
    'find_entry',
  ] as const)('%s finds no draft and nothing of another club', async (action) => {
    const { a, b } = shop.clubs
    for (const id of [a.draft.id, b.show.id, b.draft.id, b.past.id, 2 ** 31 - 1]) {
      const input = { event: id, eventId: id, email: 'nobody@strange.example' }
      const { answer, text } = await shop.request(a, action, input, { peer: `10.9.${id % 250}.7` })
      expect([id, answer.code]).toEqual([id, 'event-not-found'])
      expect(text).not.toMatch(/Mesa|PRIVATE/)
    }
  })

  it('get_models answers of no make of another club', async () => {
    const { a, b } = shop.clubs
    const foreign = await shop.request(a, 'get_models', { makeId: b.makeId })
    expect(foreign.answer).toMatchObject({ success: false, code: 'make-not-found' })
  })

  it.each(['2', '-1', '01', ' 1', 'all', 1, true, null, { $ne: '0' }, '1; drop table event'])(
    'get_upcoming_events shows no draft for the availability %o',
    async (availability) => {
      const { answer, text } = await shop.request(shop.a, 'get_upcoming_events', { availability })
      expect(text).not.toContain(secretMark)
      expect((answer.events ?? []).map(({ id }) => id)).not.toContain(shop.a.draft.id)
    },
  )

  it('find_entry answers a stranger with no code, no street and no telephone', async () => {
    const input = { eventId: show.id, email: `BUYER@${secretMark}.example ` }
    const answer = await shop.ask(shop.a, 'find_entry', input, { peer: '10.9.9.9' })
    expect(answer).toMatchObject({ success: true })
    expect(answer.entries).toHaveLength(1)
    expect(answer.address).not.toContain(secretMark)
    expect(Object.keys(answer).sort()).toEqual([
      'address',
      'city',
      'email',
      'entries',
      'name',
      'receipt',
      'shifts',
      'state',
      'success',
      'ticketTypes',
      'tickets',
      'vendors',
      'zip',
    ])
    for (const ticket of answer.tickets ?? []) {
      expect(Object.keys(ticket).sort()).toEqual(['created', 'eventticket', 'id', 'used', 'values'])
    }
    for (const wild of ['%', '_', `%@${secretMark}.example`, `buyer@${secretMark}.exampl_`]) {
      const none = await shop.request(shop.a, 'find_entry', { ...input, email: wild }, { peer: '10.9.9.8' })
      expect(none.answer.entries ?? []).toEqual([])
    }
    // an event of the same club where they bought nothing
    const elsewhere = { ...input, eventId: shop.a.past.id }
    const none = await shop.request(shop.a, 'find_entry', elsewhere, { peer: '10.9.9.7' })
    expect(none.answer).toMatchObject({ success: true, name: '', entries: [], tickets: [], vendors: [] })
  })
})
