// A club that sells at its events: cars with makes from a list, and tickets of every kind.
import { addDays } from '../../../src/domain/day.ts'
import type { ClubFile } from '../../../src/server/clubFile/clubFile.ts'
import { ownDomain, toOwnSlug } from '../browsers/ownNames.ts'
import type { Product } from '../browsers/product.ts'
import { importClubs } from './doorClubs.ts'

export const salesSlug = toOwnSlug('sales')
export const salesName = 'Orchard Motor Club'
export const salesMember = { email: `orchard@${ownDomain}`, password: 'Orchard-Gate-1957!' }

/** On `today` everything is on sale, as far as nothing else is said. */
export function makeSalesClub(today: string): ClubFile {
  const opened = `${addDays(today, -20)}T12:00:00Z`
  const closes = `${addDays(today, 10)}T18:00:00Z`
  const open = { startdate: opened, enddate: closes }
  const days = { startDate: addDays(today, 20), endDate: addDays(today, 21) }
  const registering = {
    registration: true,
    reg_price: 35,
    regMemberDiscount: 5,
    reg_startdate: opened,
    reg_enddate: closes,
  }
  return {
    showfield: 1,
    club: {
      slug: salesSlug,
      name: salesName,
      timeZone: 'America/Chicago',
      settings: { serviceFee: 1.5 },
    },
    memberTypes: [{ ref: 'one', label: 'Individual', price: 45, renewPrice: 40 }],
    members: [
      {
        ref: 'member',
        fname: 'Josephine',
        lname: 'Orchard',
        address: '4 Press Lane',
        city: 'Cider Mill',
        state: 'OH',
        zip: '43016',
        phoneNumbers: [{ longCode: '6145550188' }],
        email_address: salesMember.email,
        password: salesMember.password,
        type: 'one',
        expiration: addDays(today, 200),
      },
    ],
    makes: [
      { ref: 'aston', label: 'Aston Martin', models: [] },
      {
        ref: 'studebaker',
        label: 'Studebaker',
        models: [
          { ref: 'avanti', label: 'Avanti' },
          { ref: 'hawk', label: 'Gran Turismo Hawk' },
        ],
      },
    ],
    events: [
      {
        ref: 'orchard',
        name: 'Orchard Show',
        place: 'South orchard',
        ...days,
        ...registering,
        agreement: 'Cars stay until four.\nDogs on a lead.',
        registrationOptions: [
          {
            id: 1,
            label: 'Will you join the parade?',
            type: 2,
            required: true,
            choices: [
              { id: 1, label: 'Yes' },
              { id: 2, label: 'No' },
            ],
          },
          { id: 2, label: 'Parking next to', subLabel: 'A name or a club', type: 1 },
        ],
        classes: [
          { ref: 'c1', number: 1, description: 'American to 1966' },
          { ref: 'c2', number: 2, description: 'Sports cars' },
        ],
        ticketLabel: 'Passes',
        tickets: [
          {
            ref: 'day',
            description: 'Day pass',
            price: 12.5,
            limit: 4,
            quantity: 500,
            info: 'Gates open at eight.\nChildren under six come free.',
            ...open,
          },
          {
            ref: 'dinner',
            description: 'Dinner on Saturday',
            price: 40,
            limit: 3,
            quantity: 60,
            options: [
              { id: 1, label: 'Name of the guest', type: 1, required: true },
              {
                id: 2,
                label: 'Dish',
                type: 2,
                choices: [
                  { id: 1, label: 'Chicken' },
                  { id: 2, label: 'Squash' },
                ],
              },
            ],
            ...open,
          },
          { ref: 'tower', description: 'Tower seat', price: 20, limit: 2, quantity: 2, ...open },
          { ref: 'balcony', description: 'Balcony seat', price: 20, limit: 4, quantity: 4, ...open },
          {
            ref: 'crew',
            description: 'Crew breakfast',
            price: 6,
            limit: 4,
            quantity: 40,
            availability: 1,
            ...open,
          },
          { ref: 'none', description: 'Sold out supper', price: 6, limit: 4, quantity: 0, ...open },
          {
            ref: 'soon',
            description: 'Sunday pass',
            price: 9,
            limit: 4,
            quantity: 40,
            startdate: `${addDays(today, 5)}T12:00:00Z`,
            enddate: closes,
          },
        ],
      },
      {
        ref: 'trial',
        name: 'Trial Meet',
        ...days,
        ...registering,
        testMode: true,
        typedMakeAndModel: true,
        classes: [{ ref: 't1', number: 7, description: 'All cars' }],
        tickets: [{ ref: 'pass', description: 'Trial pass', price: 9, limit: 4, quantity: 40, ...open }],
      },
    ],
  }
}

/** The ids of the events in a running product, by name. */
export async function importSales(product: Product): Promise<Record<'Orchard Show' | 'Trial Meet', number>> {
  await importClubs(product, [makeSalesClub(new Date().toISOString().slice(0, 10))])
  const answer = await callSales(product, { action: 'get_upcoming_events' })
  const { events } = answer as { events: { id: number; name: string }[] }
  return Object.fromEntries(events.map(({ id, name }) => [name, id])) as Record<
    'Orchard Show' | 'Trial Meet',
    number
  >
}

export async function callSales(
  product: Product,
  content: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${product.origin}/dart/core`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ subdomain: salesSlug, ...content }),
  })
  return (await answer.json()) as Record<string, unknown>
}

/** Another buyer's order, so that so many tickets of this kind are held while they pay. */
export async function holdTickets(
  product: Product,
  eventId: number,
  description: string,
  quantity: number,
): Promise<void> {
  const { event } = (await callSales(product, { action: 'get_event', event: eventId })) as {
    event: { tickets: { id: number; description: string }[] }
  }
  const ticket = event.tickets.find((one) => one.description === description)?.id
  const order = {
    kind: 'event',
    payload: {
      eventId,
      tickets: {
        tickets: [{ ticket, quantity }],
        name: 'Ezra Banner',
        address: '1 Mill Lane',
        city: 'Dublin',
        state: 'OH',
        zip: '43016',
        phone: '6145550111',
        email: `ezra@${ownDomain}`,
      },
    },
  }
  const { quote } = (await callSales(product, { action: 'quote_order', order })) as {
    quote: { grandTotalCents: number }
  }
  const answer = await callSales(product, {
    action: 'create_payment_intent',
    amount: quote.grandTotalCents,
    receiptEmail: `ezra@${ownDomain}`,
    category: 5,
    order,
    key: crypto.randomUUID(),
  })
  if (answer.success !== true) throw new Error(JSON.stringify(answer))
}
