// T2.34: what buyers, donors, volunteers and new members write, in every field of the actions that sell, and on
// every screen that shows an order. All of it is shown as it is, and nothing of it runs.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { ActionName } from '../../../src/contract/index.ts'
import { childLengths, workerLengths } from '../../../src/domain/shapes/personLengths.ts'
import { isRequestOf } from '../../support/browsers/pageCalls.ts'
import { gifts, showMember, showSlug } from '../../support/corpora/hostileShow.ts'
import { fill, fillName } from '../../support/corpora/hostileTexts.ts'
import { listFieldsOf } from '../../support/corpora/textFields.ts'
import { expect, signIn, watchForFaults } from '../fixtures.ts'
import { openCaller, type Screen, visit, watch } from './hostileScreens.ts'
import {
  buy,
  type HostileShop,
  nameCar,
  show,
  test,
  toDonation,
  toEntry,
  toEventOrder,
  toJoining,
  toPayer,
  toStoreOrder,
  toTickets,
} from './hostileShop.ts'

const clubName = show.club.name
const typeLabel = show.memberTypes[0]?.label ?? ''
const own = showMember.email
/** Of what the card provider tells. */
const provided = fill(256, 0)

test('no text of an order runs on a screen that shows it, and each is shown as it is @proof', async ({
  page,
  product,
  shop,
}) => {
  const { fair, judged } = shop
  const { orders, keys, paid, login, bought, product: item } = await orderAll(shop)
  const toOrder = (key: string) => `/portal/order?key=${key}`
  const lookup = (tree: string, email?: string): Pick<Screen, 'path' | 'open'> => ({
    path: `${tree}/${fair.id}/lookup`,
    async open(shown) {
      if (email !== undefined) await shown.getByLabel('E-mail').fill(email)
      await shown.getByRole('button', { name: 'Lookup', exact: true }).click()
    },
  })
  const [ownOrder, ...others] = orders
  const open: readonly Screen[] = [
    ...orders.map(({ key, payload, at }) => ({
      path: toOrder(key),
      texts: [
        ...payload.entries.map(nameCar),
        fair.file.name,
        fair.file.ticketLabel,
        fair.file.tickets[0]?.description ?? '',
        fair.file.maps[0]?.label ?? '',
        fair.file.maps[0]?.elements[at % 30]?.row ?? '',
      ],
    })),
    ...keys.map((key) => ({ path: toOrder(key), texts: [clubName] })),
    ...others.map(({ email, payload }) => ({
      ...lookup('/portal/events', email),
      texts: listFound(payload),
    })),
  ]
  const inMemberArea: readonly Screen[] = [
    { path: toOrder(paid.key), texts: [...paid.payload.entries.map(nameCar), judged.file.name] },
    {
      ...lookup('/portal/member/events'),
      // only the buyer sees the street
      texts:
        ownOrder === undefined
          ? []
          : [...listFound(ownOrder.payload), ownOrder.payload.entries[0]?.address1 ?? ''],
    },
    { path: '/portal/member/events', texts: [fair.file.name, judged.file.name] },
    { path: '/portal/member/store', texts: show.products.map(({ name }) => name) },
    {
      path: `/portal/member/store/${item}`,
      texts: [show.products[1]?.name ?? '', show.products[1]?.inventories[1]?.name ?? ''],
    },
    { path: toOrder(bought), texts: [show.products[1]?.name ?? ''] },
    { path: '/portal/member/membership', texts: [typeLabel] },
    { path: '/portal/member/children', texts: [login.fname, login.lname] },
    { path: '/portal/member/payments', texts: [provided, provided.slice(1)], open: answerAsProvider },
  ]
  const acts = await watch(page.context(), shop)
  const faults = watchForFaults(page)
  for (const screen of open) await visit(page, shop, screen)
  const people = [{ role: 'member', ...showMember }]
  await signIn(page, product, { subdomain: showSlug, members: people }, 'member')
  for (const screen of inMemberArea) await visit(page, shop, screen)
  expect([...acts, ...faults]).toEqual([])
  expect(listFieldsOf('sales').filter((field) => !shop.sent.has(field))).toEqual([])
})

/** Everything that can be bought or joined, by calls, with a text of the corpus in each field. */
async function orderAll(shop: HostileShop) {
  const { fair, judged, types } = shop
  const member = await openCaller(shop, showMember)
  const visitor = await openCaller(shop)

  // so many vehicles and tickets that each text is in each of their fields that it fits in
  const orders = [own, 'vera@hostile.example', 'olga@hostile.example'].map((email, nth) => {
    const at = 18 * nth
    const payload = toEventOrder(fair, { email, at }, { vehicles: 18, tickets: 25 })
    return { key: randomUUID(), email, at, payload }
  })
  for (const { key, email, payload } of orders) {
    await (email === own ? member : visitor).call('create_event_customer', { ...payload, key })
  }
  const late = { email: own, at: 5 }
  const { vendor, reservations } = toEventOrder(fair, late, { vehicles: 0, tickets: 0 })
  const eventId = fair.id
  await member.call('create_entries', { eventId, entries: [toEntry(late)], key: randomUUID() })
  await member.call('create_entry', { eventId, ...toEntry({ ...late, at: 6 }), key: randomUUID() })
  await member.call('create_vendor', { eventId, vendor, reservations, key: randomUUID() })
  const tickets = toTickets(late, fair.tickets[0] ?? 0, 3)
  await member.call('create_ticket', { eventId, tickets, key: randomUUID() })
  const { shifts } = await visitor.call('get_all_shifts', { eventId })
  await visitor.call('worker_signup', {
    eventId,
    contactInfo: {
      fname: fillName(workerLengths.fname, 0),
      lname: fillName(workerLengths.lname, 1),
      email: 'wanda@hostile.example',
      phone: '6145550177',
      swag: gifts[0] ?? '',
      notes: fill(256, 2),
    },
    shifts: shifts.slice(0, 1).map(({ id }) => id),
  })

  const payload = toEventOrder(judged, { email: own, at: 2 }, { vehicles: 2, tickets: 2 })
  const paid = {
    payload,
    key: await buy(shop, member, { order: { kind: 'event', payload }, category: 4, email: own }),
  }
  const donor = { email: 'dora@hostile.example', at: 4 }
  const joiner = { email: 'joan@hostile.example', at: 7 }
  const keys = [
    await buy(shop, visitor, {
      order: { kind: 'donation', payload: toDonation(donor) },
      nonMember: toPayer(donor),
      category: 0,
      email: donor.email,
    }),
    await buy(shop, visitor, {
      order: { kind: 'membership', payload: toJoining(joiner, types[0]) },
      category: 1,
      email: joiner.email,
    }),
    await buy(shop, member, {
      order: { kind: 'renewal', payload: { years: 1 } },
      category: 1,
      email: own,
    }),
  ]
  const { products } = await member.call('get_store', {})
  const goods = toStoreOrder({ email: own, at: 3 }, products[1]?.inventories[0]?.id ?? 0)
  const bought = await buy(shop, member, {
    order: { kind: 'products', payload: goods },
    category: 0,
    email: own,
  })
  await member.call('sell_products', { ...goods, key: bought })
  const friend = toJoining({ email: 'fred@hostile.example', at: 8 }, types[1])
  await visitor.call('create_member', { ...friend, kind: 'membership', key: randomUUID() })
  const { member: self } = await member.call('member_authorize', {})
  const login = { fname: fillName(childLengths.fname, 1), lname: fillName(childLengths.lname, 2) }
  await member.call('create_member', { ...login, email: 'child@hostile.example', parentId: self.id })
  return { orders, keys, paid, login, bought, product: products[1]?.id ?? 0 }
}

/** What everybody sees who knows the address. */
function listFound({ entries, tickets }: ReturnType<typeof toEventOrder>): string[] {
  return [
    ...entries.map(nameCar),
    ...tickets.tickets.flatMap(({ values }) => values.map(({ value }) => value.value)),
  ]
}

/** The provider's own texts, as no provider of ours sends them. */
async function answerAsProvider(page: Page): Promise<void> {
  const card = { brand: provided, last4: provided, exp_month: 1, exp_year: 2034 }
  const payment = { id: 1, created: 1, amount: 1, description: provided, status: 'succeeded', refunded: 0 }
  await page.route('**/dart/core*', async (route) => {
    const isOf = (action: ActionName) => isRequestOf(route.request(), action)
    if (isOf('stripe_get_payment_methods')) {
      const paymentmethods = [JSON.stringify({ id: 'pm_1', card, isDefault: true })]
      return route.fulfill({ json: { success: true, paymentmethods } })
    }
    if (isOf('stripe_get_payment_history')) {
      return route.fulfill({ json: { success: true, paymenthistory: [JSON.stringify(payment)] } })
    }
    return route.fallback()
  })
  await expect(page.getByText(clubName).first()).toBeAttached()
  await page.reload()
}
