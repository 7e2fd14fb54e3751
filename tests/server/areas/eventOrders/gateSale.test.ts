// What officers sell for cash at the gate: the same stock as online, money that the books tell apart.
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Failure } from '../../../../src/contract/failures.ts'
import { createCards } from '../../../../src/server/order/cardProvider.ts'
import { gatePayload } from '../../../../src/server/order/gate/gatePayload.ts'
import { sellGateThings } from '../../../../src/server/order/gate/gateSale.ts'
import { getCardProvider } from '../../../../src/server/providers/stripe.ts'
import { seedScarceShow, wantSpace, wantTicket } from '../../../support/buying/eventOrders.ts'
import { listCodes, setUpGate } from '../../../support/buying/gate.ts'
import type { SeededEvent } from '../../../support/clubs/clubs.ts'
import type { Said } from '../../../support/clubs/officer.ts'
import { describeRaces } from '../../../support/database/database.ts'

describeRaces('an officer at the gate', (engine) => {
  const gate = setUpGate(engine)

  const sell = (show: SeededEvent, thing: string, ...more: string[]) =>
    gate.event(
      ...[String(show.id), '--sell', thing, ...more],
      ...(more.includes('--paid') ? [] : ['--paid', 'cash']),
    )
  const toOrderId = ({ text }: Said): number => Number(/\(order (\d+), line 1\)/.exec(text)?.[1])
  const countOrders = async (): Promise<number> => await gate.countRows(gate.a, 'purchase_order')
  const countRefunds = async () => (await gate.stripe.refunds.list({ limit: 100 })).data.length
  const readRefunds = (orderId: number) =>
    gate.listRows(gate.a, 'refund', { order_id: orderId }, ['amount_cents', 'state', 'provider_id', 'tries'])

  it('sells tickets, a registration and a space, each at the price without the fee for online service', async () => {
    const show = await seedScarceShow(gate, { spaces: 2, tickets: 5 })
    const [pass = 0, office = 0] = show.ticketIds
    const tickets = await sell(show, `ticket:${pass}`, '--quantity', '2', '--name', 'Ann Lee')
    expect(tickets.code, tickets.text).toBe(0)
    const id = toOrderId(tickets)
    const codes = await listCodes(gate, id)
    expect(codes).toHaveLength(2)
    expect(tickets.text).toBe(
      `SOLD to Ann Lee. Take $20.00 in cash.\n  Ticket, Day pass x2: ${codes.join(', ')}  (order ${id}, line 1)\n` +
        `No receipt is mailed: no address was given.\nIf it was typed wrongly: npm run club -- --tenant ${gate.a.slug} orders ${id} --refund --back mistake --reason TEXT --yes\n`,
    )
    // by its name; online it is not sold by itself, and no more than four
    const byName = await sell(show, 'ticket:box office ONLY', '--quantity', '6', '--name', 'Ben')
    expect(byName.text).toContain('Take $48.00 in cash')
    expect(office).toBeGreaterThan(0)
    const entry = [
      '--class',
      '2',
      '--year',
      '1957',
      '--make',
      'Ford',
      '--model',
      'F-100',
      '--name',
      'Cy De Vries',
    ]
    const car = await sell(show, 'registration', ...entry)
    expect(car.text).toMatch(
      /Take \$35\.50 in cash\.\n {2}Registration, 1957 Ford F-100: car 2001 {2}\(order/,
    )
    const space = await sell(show, 'space:a2', '--name', 'Dot', '--phone', '+1 (555) 010-0500')
    expect(space.text).toMatch(/Take \$25\.25 in cash\.\n {2}Space, North field A2 {2}\(order/)
    const { text } = await gate.event(String(show.id))
    expect(text).toMatch(
      /2001 {2}2 Trucks {2}1957 Ford F-100 +Cy De Vries +\d+:1 +cash +paid and delivered\n/,
    )
    expect(text).toMatch(/Dot +other +A2 +5550100500 +\d+:1 +cash/)
    expect(text).toContain(`ticket:${pass} Day pass, $10.00, 3 left\n`)
    expect(text).toMatch(new RegExp(`Day pass +Ann Lee +${codes[0]} +${id}:1 +cash`))
    const owner = await gate.inClub(gate.a, (tx) =>
      tx
        .selectFrom('entry')
        .where('event_id', '=', show.id)
        .where('car_number', '=', '2001')
        .select(['fname', 'lname', 'email', 'allow_email_marketing'])
        .executeTakeFirst(),
    )
    expect(owner).toEqual({ fname: 'Cy De', lname: 'Vries', email: '', allow_email_marketing: false })
    // online they are gone
    expect(await gate.tryOpen(wantSpace(show, 'late@gate.example', 0))).toMatchObject({ code: 'sold-out' })
    expect(await gate.tryOpen(wantTicket(show, 'late@gate.example', 4))).toMatchObject({ code: 'sold-out' })
    expect((await gate.event(String(show.id), '--admit', codes[0] ?? '')).code).toBe(0)
  })

  it('gives the last one of who does not pay to who stands there, and never of who has a card on the way', async () => {
    const show = await seedScarceShow(gate, { spaces: 1, tickets: 9 })
    const [pass = 0] = show.ticketIds
    const hold = (quantity: number, at: number) =>
      gate.open(wantTicket(show, `idle${at}@gate.example`, quantity), { peer: `203.0.113.${at}` })
    const [idle, paying, ...rest] = [await hold(4, 1), await hold(4, 2), await hold(1, 3)]
    expect(rest).toHaveLength(1)
    await gate.confirm(paying, 'pm_card_authenticationRequired')
    const buy = (quantity: string) => sell(show, `ticket:${pass}`, '--quantity', quantity, '--name', 'Gus')
    expect((await buy('1')).text).toContain('No longer available: Day pass')
    await gate.sweep(4)
    // all that is wanted, or nothing
    expect((await buy('6')).text).toContain('No longer available: Day pass')
    expect((await gate.readOrder(idle.receiptId)).state).toBe('pending')
    const down = () => Promise.reject(new Failure('payments-unavailable', 'Not now.'))
    const cards = createCards(await getCardProvider(gate))
    const payload = gatePayload.parse({
      eventId: show.id,
      tickets: { name: 'Gus', email: '', phone: '', tickets: [{ ticket: pass, quantity: 1 }] },
    })
    const services = { config: gate.config, database: gate.database, now: gate.now, newId: randomUUID }
    const parts = { services, cards: { ...cards, readIntent: down, cancelIntent: down } }
    await expect(
      sellGateThings(parts, { tenant: gate.a }, { payload, paid: 'cash', again: false }),
    ).rejects.toMatchObject({ code: 'sold-out' })
    const sold = await buy('5')
    expect(sold.text).toContain('SOLD to Gus. Take $50.00 in cash.')
    expect((await gate.readOrder(idle.receiptId)).state).toBe('expired')
    expect((await gate.stripe.paymentIntents.retrieve(idle.intentId)).status).toBe('canceled')
    expect((await gate.readOrder(paying.receiptId)).state).toBe('pending')
    expect((await buy('1')).text).toContain('No longer available: Day pass')
  })

  it('sells when online sale is over, and asks nothing but a name', async () => {
    const show = await seedScarceShow(gate, { spaces: 1, tickets: 5 })
    const [pass = 0] = show.ticketIds
    const over = new Date(gate.now() - 1000)
    const shirt = {
      id: 1,
      label: 'Shirt',
      subLabel: '',
      type: 2,
      choices: [{ id: 1, label: 'L' }],
      required: true,
    }
    await gate.changeRows(
      gate.a,
      'event',
      { id: show.id },
      { registration: false, registration_options: JSON.stringify([shirt]) },
    )
    await gate.changeRows(
      gate.a,
      'ticket',
      { event_id: show.id },
      { ends_at: over, options: JSON.stringify([shirt]) },
    )
    await gate.changeRows(gate.a, 'event_map', { event_id: show.id }, { available: false })
    expect((await sell(show, `ticket:${pass}`, '--name', 'Ann')).code).toBe(0)
    const car = ['--class', '1', '--year', '1957', '--make', 'Ford', '--model', 'F-100', '--name', 'Ann']
    expect((await sell(show, 'registration', ...car)).code).toBe(0)
    expect((await sell(show, 'space:A2', '--name', 'Ann')).code).toBe(0)
  })

  it('refuses a telephone number that its digits alone would make another one', async () => {
    const show = await seedScarceShow(gate, { spaces: 1, tickets: 5 })
    const [pass = 0] = show.ticketIds
    for (const phone of ['555-CALL', '—', '555010050055501005005550100500']) {
      const refused = await sell(show, `ticket:${pass}`, '--name', 'Ann', '--phone', phone)
      expect(refused).toMatchObject({ code: 2, text: expect.stringContaining('Type its digits') })
    }
    expect((await gate.event(String(show.id))).text).toContain(`ticket:${pass} Day pass, $10.00, 5 left\n`)
    const sold = await sell(show, `ticket:${pass}`, '--name', 'Ann', '--phone', '(555) 010-0500')
    expect(sold.code, sold.text).toBe(0)
    const { phone } = await gate.getRow(gate.a, 'sold_ticket', { order_id: toOrderId(sold) }, ['phone'])
    expect(phone).toBe('5550100500')
  })

  it('sells nothing of an event that is not published', async () => {
    const sold = await gate.event(
      String(gate.a.draft.id),
      '--sell',
      'ticket:1',
      '--name',
      'Ann',
      '--paid',
      'cash',
    )
    expect(sold).toEqual({
      code: 1,
      text: expect.stringContaining('is not published, so nothing of it is sold, counted or sent.'),
    })
  })

  it('mails a receipt that speaks of cash, to an address if there is one', async () => {
    const show = await seedScarceShow(gate, { spaces: 1, tickets: 5 })
    const [pass = 0] = show.ticketIds
    const sold = await sell(show, `ticket:${pass}`, '--name', 'Eve', '--email', 'eve@gate.example')
    expect(sold.text).toContain('The receipt goes to eve@gate.example.')
    const [mail, ...others] = await gate.listMails('eve@gate.example')
    expect(others).toEqual([])
    expect(mail?.text).toContain('You have paid in cash. This is your receipt.')
    expect(mail?.text).not.toMatch(/card|This is a test|statement/)
    const [code = ''] = await listCodes(gate, toOrderId(sold))
    expect(mail?.text).toContain(code)
    const refund = ['orders', String(toOrderId(sold)), '--refund', '--reason', 'Rain', '--yes']
    expect((await gate.club(...refund)).text).toContain('Give back $10.00 in cash to Eve.')
    const back = (await gate.listMails('eve@gate.example')).at(-1)
    expect(back?.text).toContain('The club gives back $10.00 for this order in cash. That is all of it.')
    expect(back?.text).not.toMatch(/card|bank/i)
    // the page that the mail's link opens
    const { key } = await gate.readOrder(toOrderId(sold))
    const page = await gate.request(gate.a, 'get_order', { orderKey: key })
    expect(page.answer.order).toMatchObject({ state: 'refunded', refundedCents: 1000, inCash: true })
    const online = await gate.buyAtShow('online@gate.example', ['entries'])
    const card = await gate.request(gate.a, 'get_order', { orderKey: online.key })
    expect(card.answer.order).not.toHaveProperty('inCash')
    const without = await sell(show, `ticket:${pass}`, '--name', 'Nobody')
    expect(await gate.club('orders', String(toOrderId(without)), '--receipt')).toEqual({
      code: 1,
      text: expect.stringContaining('gave no e-mail address'),
    })
    expect(await gate.listMails('')).toEqual([])
  })

  it('gives cash back without the card provider, line by line, and the thing is for sale again', async () => {
    const show = await seedScarceShow(gate, { spaces: 1, tickets: 2 })
    const [pass = 0] = show.ticketIds
    const sold = await sell(show, `ticket:${pass}`, '--quantity', '2', '--name', 'Fay')
    const orderId = toOrderId(sold)
    expect((await sell(show, `ticket:${pass}`, '--name', 'Gus')).text).toContain(
      'No longer available: Day pass',
    )
    const before = await countRefunds()
    const words = ['orders', String(orderId), '--refund', '--lines', '1', '--reason', 'Rain']
    expect(await gate.club(...words)).toEqual({ code: 1, text: expect.stringContaining('to Fay, in cash:') })
    const done = await gate.club(...words, '--yes')
    expect(done.text).toBe('Give back $20.00 in cash to Fay. The books have it already.\n')
    await gate.sweep(2 * 60)
    expect(await readRefunds(orderId)).toEqual([
      { amount_cents: 2000, state: 'succeeded', provider_id: null, tries: 0 },
    ])
    expect(await countRefunds()).toBe(before)
    expect((await gate.readOrder(orderId)).state).toBe('refunded')
    const again = await gate.club(...words, '--yes')
    expect([again.code, await readRefunds(orderId)]).toEqual([1, [expect.objectContaining({ tries: 0 })]])
    const record = await gate.club('orders', String(orderId))
    expect(record.text).toMatch(/Paid +Jun .*, \$20\.00 in cash\n/)
    expect(record.text).not.toMatch(/by card|no real money|<>/)
    expect((await sell(show, `ticket:${pass}`, '--quantity', '2', '--name', 'Gus')).code).toBe(0)
  })

  it('has its money in the books as cash: counted by itself, and not looked for at the provider', async () => {
    const show = await seedScarceShow(gate, { spaces: 1, tickets: 50 })
    const [pass = 0] = show.ticketIds
    // later than whatever other tests have sold
    gate.pass(400 * 24 * 60 * 60_000)
    const since = new Date(gate.now() - 24 * 60 * 60_000).toISOString().slice(0, 10)
    await sell(show, `ticket:${pass}`, '--quantity', '3', '--name', 'Hal')
    const second = await sell(show, `ticket:${pass}`, '--name', 'Ida')
    await gate.club('orders', String(toOrderId(second)), '--refund', '--reason', 'Rain', '--yes')
    gate.pass(3 * 60 * 60_000)
    const books = await gate.club('reconcile', '--since', since)
    expect([books.code, books.text]).toEqual([0, expect.stringContaining('2 orders and 0 payments since')])
    expect(books.text).toContain(
      'In cash: 2 orders, $40.00 taken, $10.00 given back. So it changed by +$30.00 in these days.\n',
    )
    const list = await gate.club('orders', '--since', since)
    expect(list.text).toMatch(/\$30\.00 +\$30\.00 +\$0\.00 +Hal +cash, at the gate\n/)
    expect(list.text).toMatch(/ Sum +\$40\.00 +\$40\.00 +\$10\.00\n +in cash +\$40\.00 +\$40\.00 +\$10\.00\n/)
    const file = join(tmpdir(), `gate-${process.pid}-${gate.a.slug}.csv`)
    await gate.club('orders', '--since', since, '--csv', file, '--overwrite')
    expect(readFileSync(file, 'utf8')).toMatch(/,amount paid,paid with,taxes,note,given back on,/)
    expect(readFileSync(file, 'utf8')).toMatch(
      /,Hal,,30\.00,0\.00,,30\.00,cash,0\.00,at the gate,,0\.00,0\.00,\r\n/,
    )
    rmSync(file)
  })

  it('oversells nothing while people buy online: of all together so many win as there are', async () => {
    const show = await seedScarceShow(gate, { spaces: 3, tickets: 7 })
    const [pass = 0] = show.ticketIds
    const buyOnline = async (want: ReturnType<typeof wantTicket>, amount: number) =>
      (await gate.tryOpen(want, { amount })).success === true
    const buyHere = async (thing: string) => {
      const ran = await sell(show, thing, '--name', 'Jo', '--yes')
      if (ran.code !== 0) expect(ran.text).toMatch(/No longer available: .* Nothing was sold\.\n$/)
      return ran.code === 0
    }
    const tickets = await Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        at % 2 === 0
          ? buyHere(`ticket:${pass}`)
          : buyOnline(wantTicket(show, `on${at}@gate.example`), 1000 + 150),
      ),
    )
    expect(tickets.filter((won) => won)).toHaveLength(7)
    const spaces = await Promise.all(
      Array.from({ length: 18 }, (_, at) =>
        at % 2 === 0
          ? buyHere(`space:A${2 + (at % 3)}`)
          : buyOnline(wantSpace(show, `sp${at}@gate.example`, at), 2525 + 150),
      ),
    )
    expect(spaces.filter((won) => won)).toHaveLength(3)
  })

  it('sells nothing that was not understood, and stores no order for it', async () => {
    const show = await seedScarceShow(gate, { spaces: 1, tickets: 1 })
    const [pass = 0] = show.ticketIds
    const before = await countOrders()
    const refused = async (thing: string, ...more: string[]) => {
      const { code, text } = await sell(show, thing, ...more)
      expect(code).toBeGreaterThan(0)
      return `${code} ${text}`
    }
    const named = ['--name', 'Kim']
    expect(await refused('hat', ...named)).toContain('2 --sell takes ticket:ID, registration or space:NAME')
    expect(await refused('ticket', ...named)).toContain('2 --sell takes')
    expect(await refused(`ticket:${pass}`)).toContain('2 --sell needs --name')
    expect(await refused(`ticket:${pass}`, '--class', '1', ...named)).toContain(
      '--sell ticket does not go with --class',
    )
    expect(await refused(`ticket:${pass}`, '--quantity', '0', ...named)).toContain(
      '--quantity must be a number from 1',
    )
    expect(await refused(`ticket:${pass}`, '--email', 'kim', ...named)).toContain(
      "'kim' is no e-mail address",
    )
    expect(await refused(`ticket:${pass}`, '--quantity', '2', ...named)).toContain(
      '1 No longer available: Day pass',
    )
    const foreign = gate.clubs.b.show.ticketIds[0] ?? 0
    expect(await refused(`ticket:${foreign}`, ...named)).toMatch(
      /1 The event has no ticket '\d+'; it has ticket:\d+ for Day pass/,
    )
    expect(await refused('space:Z1', ...named)).toContain("1 The event has no space 'Z1'")
    expect(await refused('space:A1', ...named)).toContain('1 No longer available: North field A1')
    const car = ['--year', '1957', '--make', 'Ford', '--model', 'F-100', ...named]
    expect(await refused('registration', ...car)).toContain('2 --sell registration needs --class')
    expect(await refused('registration', '--class', '9', ...car)).toContain(
      '1 The event has no class 9; it has 1 Sedans and 2 Trucks',
    )
    expect(await refused('registration', '--class', '1', ...named)).toContain('2 --sell needs --year')
    expect(await countOrders()).toBe(before)
    expect((await sell(show, `ticket:${pass}`, ...named)).code).toBe(0)
  })

  it('asks before it sells the same to the same buyer again, also when two sell at once', async () => {
    const show = await seedScarceShow(gate, { spaces: 2, tickets: 30 })
    const [pass = 0] = show.ticketIds
    const left = async () =>
      /Day pass, \$10\.00, (\d+) left/.exec((await gate.event(String(show.id))).text)?.[1]
    const buy = (...more: string[]) =>
      sell(show, `ticket:${pass}`, '--quantity', '2', '--name', 'Max Roe', ...more)
    const both = await Promise.all([buy(), buy()])
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1])
    expect((await buy()).text).toMatch(
      /^The same was sold to Max Roe just now: order \d+, in cash, .*\. Nothing was sold\. The same command with --yes sells it once more\.\n$/,
    )
    expect(await left()).toBe('28')
    // other things, another buyer, and on purpose
    expect((await sell(show, `ticket:${pass}`, '--name', 'Max Roe')).code).toBe(0)
    expect((await sell(show, `ticket:${pass}`, '--quantity', '2', '--name', 'Mia Roe')).code).toBe(0)
    expect((await buy('--yes')).code).toBe(0)
    expect(await left()).toBe('23')
    // what was undone is no repetition, and neither is the next customer of that name
    const other = await sell(show, `ticket:${pass}`, '--quantity', '3', '--name', 'Max Roe')
    await gate.club('orders', String(toOrderId(other)), '--refund', '--reason', 'Wrong', '--yes')
    expect((await sell(show, `ticket:${pass}`, '--quantity', '3', '--name', 'Max Roe')).code).toBe(0)
    gate.pass(11 * 60_000)
    expect((await buy()).code).toBe(0)
    expect(await left()).toBe('18')
  })

  it('books nothing as cash that nobody has called so, notes the cheque, and says before what it would sell', async () => {
    const show = await seedScarceShow(gate, { spaces: 1, tickets: 9 })
    const ticket = [show.id, '--sell', `ticket:${show.ticketIds[0]}`, '--quantity', 2, '--name', 'Ann Post']
    const orders = await countOrders()
    expect(await gate.event(...ticket)).toEqual({
      code: 1,
      text: 'This costs $20.00. Say how it was paid: --paid cash or --paid cheque. Nothing was sold.\n',
    })
    const cheque = [...ticket, '--paid', 'cheque', '--note', 'No. 2207']
    const dry = await gate.event(...cheque, '--dry-run')
    expect(dry).toEqual({
      code: 0,
      text: 'This sells to Ann Post for $20.00 by cheque, if it is still there:\n  Ticket, Day pass x2  $20.00\nDry run, nothing was changed.\n',
    })
    expect(await countOrders()).toBe(orders)
    const id = toOrderId(await gate.event(...cheque))
    expect((await gate.club('orders', '--find', '2207')).text).toMatch(/Ann Post +cheque, No\. 2207\n/)
    expect(await gate.club('orders', String(id), '--note', 'No. 2270, by post')).toEqual({
      code: 0,
      text: `Order ${id} has the note: No. 2270, by post\n`,
    })
    expect((await gate.club('orders', '--find', '2207')).text).toContain('0 orders.')
    expect((await gate.club('orders', '--find', '2270')).text).toMatch(/ cheque, No\. 2270, by post\n/)
    const record = (await gate.club('orders', String(id))).text
    expect(record).toMatch(/placed: by cheque, No\. 2207\n.*noted by an officer: No\. 2270, by post\n/s)
    expect((await gate.club('orders', '99999', '--note', 'x')).code).toBe(1)
  })

  it('takes a cheque, and the parts of a name as they are given', async () => {
    const show = await seedScarceShow(gate, { spaces: 2, tickets: 5 })
    const [pass = 0] = show.ticketIds
    const named = ['--first', 'Cy', '--last', 'De Vries']
    const car = ['--class', '2', '--year', '1957', '--make', 'Ford', '--model', 'F-100']
    const sold = await sell(show, 'registration', ...car, ...named, '--paid', 'cheque')
    expect(sold.text).toContain('SOLD to Cy De Vries. Take $35.50 by cheque.\n')
    const id = toOrderId(sold)
    const owner = await gate.getRow(gate.a, 'entry', { order_id: id }, ['fname', 'lname'])
    expect(owner).toEqual({ fname: 'Cy', lname: 'De Vries' })
    const { text } = await gate.event(String(show.id))
    expect(text).toMatch(/1957 Ford F-100 +Cy De Vries +\d+:1 +cheque/)
    const ticket = await sell(show, `ticket:${pass}`, ...named)
    expect(ticket.text).toContain('SOLD to Cy De Vries. Take $10.00 in cash.')
    for (const wrong of [['--first', 'Cy'], ['--name', 'Cy', '--last', 'De Vries'], []]) {
      const refused = await sell(show, `ticket:${pass}`, ...wrong)
      expect(refused).toMatchObject({
        code: 2,
        text: expect.stringContaining('--sell needs --name, or --first and --last.'),
      })
    }
    const back = await gate.club('orders', String(id), '--refund', '--reason', 'Bounced', '--yes')
    expect(back.text).toContain("Give back $35.50 to Cy De Vries: their own cheque, or one of the club's.")
  })

  it('takes nothing where the event is in test mode', async () => {
    const show = await seedScarceShow(gate, { spaces: 1, tickets: 2 })
    const [pass = 0] = show.ticketIds
    await gate.changeRows(gate.a, 'event', { id: show.id }, { test_mode: true })
    const words = [show.id, '--sell', `ticket:${pass}`, '--name', 'Lou']
    expect((await gate.event(...words)).text).toContain('Take nothing: it is free.')
  })
})
