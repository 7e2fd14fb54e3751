// What an order's link shows is on the phone as long as it stands, and nothing less than a refund takes it away.
import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { hasPasses } from '../../../src/app/passes/passesMark.ts'
import { findReader, passes, saveOrder } from '../../../src/app/passes/passStore.ts'
import type { Session } from '../../../src/app/session/session.ts'
import type { Accepted } from '../../../src/contract/caller.ts'

type Order = Accepted<'get_order'>['order']

const now = Date.parse('2026-06-12T16:00:00Z')
const quote = { lines: [], subTotalCents: 0, discountCents: 0, serviceFeeCents: 0, taxesCents: 0 }

const delivered: Order = {
  receiptId: 1001,
  kind: 'event',
  state: 'fulfilled',
  quote: { ...quote, grandTotalCents: 0, currency: 'usd' },
  refundedCents: 0,
  paid: true,
  uncharged: false,
  email: '',
  holdUntil: null,
  createdAt: '',
  autoRenews: false,
  event: {
    id: 3,
    name: 'Fall Show',
    startDate: '2026-06-13',
    endDate: '2026-06-13',
    gateTime: '',
    place: '',
    timeZone: 'America/New_York',
  },
  lines: [{ kind: 'ticket', label: 'Day pass', quantity: 1, amountCents: 0, state: 'delivered', eventId: 3 }],
  passes: [{ kind: 'ticket', code: 'A', label: 'Day pass' }],
}

/** Without `omitted`, as an answer that does not say it. */
function without(order: Order, ...omitted: ('event' | 'passes')[]): Order {
  const entries = Object.entries(order).filter(([name]) => !omitted.some((one) => one === name))
  return Object.fromEntries(entries) as Order
}

function asReader(memberId?: number): Session {
  const member = memberId === undefined ? undefined : { id: memberId }
  const state = { member, lapsedMember: undefined, otherMember: undefined }
  return { slug: 'harbor', getState: () => state, now: () => now } as unknown as Session
}

const listCodes = async (session: Session) =>
  (await passes.read(findReader(session))).saved.flatMap((one) => one.passes.map(({ code }) => code))

test('it goes with a refund, and stays where an answer only says less', async () => {
  const visitor = asReader()
  await saveOrder(visitor, 'key-1', delivered)
  expect(await listCodes(visitor)).toEqual(['A'])
  expect(hasPasses('harbor')).toBe(true)
  // an older server, and an event that is a draft again
  for (const less of [without(delivered, 'passes'), without(delivered, 'event')]) {
    await saveOrder(visitor, 'key-1', less)
    expect(await listCodes(visitor)).toEqual(['A'])
  }
  const refunded = without(delivered, 'passes')
  await saveOrder(visitor, 'key-1', {
    ...refunded,
    lines: refunded.lines.map((line) => ({ ...line, state: 'returned' })),
  })
  expect(await listCodes(visitor)).toEqual([])
  expect(hasPasses('harbor')).toBe(false)
})

test("what a member's link shows is theirs alone", async () => {
  await saveOrder(asReader(7), 'key-2', delivered)
  expect(await listCodes(asReader(7))).toEqual(['A'])
  for (const other of [asReader(), asReader(8)]) expect(await listCodes(other)).toEqual([])
})
