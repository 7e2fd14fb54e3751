// What was chosen for a ticket or a car is said beside its code: in the order, the receipt and the mail of a look-up.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { buyingAtShow } from '../../../support/buying/eventOrders.ts'
import { setUpShop } from '../../../support/buying/shop.ts'
import type { SeededEvent } from '../../../support/clubs/clubs.ts'
import { addEvent } from '../../../support/clubs/clubWorld.ts'
import { toEntry, toEventOrder } from '../../../support/clubs/sampleInputs.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'

describeOnEachEngine('what was chosen for a ticket or a car', (engine) => {
  const shop = setUpShop(engine)
  const { a } = shop
  const shirt = { optionId: 1, value: 'Large' }

  /** Two cars and two tickets, the first of each with a shirt. */
  const buyWithShirts = async (show: SeededEvent, email: string, language: 'en' | 'es') => {
    const { tickets } = toEventOrder(show, email)
    const [kind] = tickets.tickets
    const wanted = buyingAtShow(show, email, [], {
      entries: [
        toEntry({ email, values: [{ value: shirt }] }),
        toEntry({ email, make: 'Nash', model: 'Rambler' }),
      ],
      tickets: {
        ...tickets,
        tickets: [{ ticket: kind?.ticket ?? 0, quantity: 2, values: [{ ticketIndex: 0, value: shirt }] }],
      },
    })
    return shop.buy(wanted, { language })
  }

  it.each([
    { language: 'en', car: 'Car', ticket: 'Ticket' },
    { language: 'es', car: 'Auto', ticket: 'Entrada' },
  ] as const)('is beside its code everywhere ($language)', async ({ language, car, ticket }) => {
    const show = await addEvent(shop, a, { name: 'Fall Show', spaces: 2 })
    const email = `p${randomUUID().slice(0, 8)}@show.example`
    const { key } = await buyWithShirts(show, email, language)

    const order = await shop.ask(a, 'get_order', { orderKey: key })
    if (!order.success) throw new Error(JSON.stringify(order))
    const { lines } = order.order
    expect(lines.map(({ kind, answers }) => [kind, answers])).toEqual([
      ['registration', ['Large']],
      ['registration', undefined],
      ['ticket', ['Large', '']],
    ])
    const [first, second, tickets] = lines

    await shop.ask(a, 'find_entry', { eventId: show.id, email, mailMe: true, language })
    const [receipt, lookup, ...more] = await shop.listMails(email)
    expect(more).toEqual([])
    for (const mail of [receipt, lookup]) {
      for (const text of [mail?.text, mail?.html]) {
        expect(text).toContain(`${car} ${first?.carNumber}: 1957 Chevrolet Bel Air, Large`)
        expect(text).toContain(`${car} ${second?.carNumber}: 1957 Nash Rambler`)
      }
      expect(mail?.text).toContain(`1957 Nash Rambler: ${second?.codes?.[0]}`)
      for (const code of [first, second, tickets].flatMap((line) => line?.codes ?? []))
        expect(mail?.text).toContain(code)
    }
    expect(receipt?.text).toContain(`${ticket} 1: Day pass, Large`)
    expect(lookup?.text).toContain('Day pass, Large')

    // a stranger who knows the address learns of a car what they always did
    const found = await shop.ask(a, 'find_entry', { eventId: show.id, email })
    if (!found.success) throw new Error(JSON.stringify(found))
    expect(JSON.stringify(found.entries)).not.toContain('Large')
  })
})
