import { describe, expect, it } from 'vitest'
import {
  countTickets,
  findTicketsCents,
  repairTickets,
  type TicketChoice,
  toNewChoice,
  toTicketsPayload,
} from '../../../../../src/app/features/events/buying/ticketChoices.ts'
import { listTicketFaults } from '../../../../../src/app/features/events/buying/ticketFaults.ts'
import { listOffered } from '../../../../../src/app/features/events/buying/ticketOffer.ts'
import { toTicketsLeft } from '../../../../../src/app/features/events/buying/ticketsLeft.ts'
import { ticketsPayload } from '../../../../../src/contract/eventOrders.ts'
import { Failure } from '../../../../../src/contract/failures.ts'
import { buyer, makeEvent, makeOption, makeTicket, now } from './buyableTickets.ts'

const name = makeOption(1, { label: 'Name on the badge', required: true })
const shirt = makeOption(2, {
  label: 'Shirt',
  type: 2,
  choices: [
    { id: 1, label: 'Small' },
    { id: 2, label: 'Large' },
  ],
})
const adult = makeTicket(5, { options: [name, shirt] })
const child = makeTicket(6, { price: 0.1 })
const tickets = [adult, child]

function find(choices: TicketChoice[], otherLines = 0) {
  return listTicketFaults({ tickets, choices, name: 'tickets', isNeeded: true, otherLines })
}

describe('what tickets come to', () => {
  it('is each price times its quantity, in whole cents', () => {
    const choices = [toNewChoice(5, 2), toNewChoice(6, 3), toNewChoice(99, 4)]
    expect(findTicketsCents(tickets, choices)).toBe(2530)
    expect(countTickets(choices)).toBe(9)
  })
})

describe('what is sent', () => {
  it('has the answers of each ticket that is bought, and the name in one line', () => {
    const choice: TicketChoice = {
      ...toNewChoice(5, 2),
      values: [{ o1: ' Ada ', o2: '2' }, { o1: 'Bo', o2: '' }, { o1: 'not bought' }],
    }
    const payload = toTicketsPayload(tickets, [toNewChoice(6, 0), choice], buyer)
    expect(payload).toMatchObject({ name: 'Ada Byron', address: '1 Main St', email: 'ada@example.org' })
    expect(payload?.tickets).toEqual([
      {
        ticket: 5,
        quantity: 2,
        values: [
          { ticketIndex: 0, value: { optionId: 1, value: 'Ada' } },
          { ticketIndex: 0, value: { optionId: 2, value: '2' } },
          { ticketIndex: 1, value: { optionId: 1, value: 'Bo' } },
        ],
      },
    ])
    expect(ticketsPayload.safeParse(payload).success).toBe(true)
  })

  it('leaves out an option that the club has taken away', () => {
    const choice = { ...toNewChoice(6, 1), values: [{ o1: 'Ada' }] }
    expect(toTicketsPayload(tickets, [choice], buyer)?.tickets[0]?.values).toEqual([])
  })

  it('is nothing without a ticket', () => {
    expect(toTicketsPayload(tickets, [toNewChoice(5, 0)], buyer)).toBeUndefined()
  })
})

describe('the faults of a choice', () => {
  it('asks for at least one ticket where one is needed', () => {
    expect(find([toNewChoice(5, 0)])).toEqual([{ field: 'tickets', is: 'none-chosen' }])
    const checks = { tickets, choices: [], name: 'tickets', isNeeded: false, otherLines: 0 }
    expect(listTicketFaults(checks)).toEqual([])
  })

  it('asks for every required answer of every ticket', () => {
    const choice = { ...toNewChoice(5, 2), values: [{ o1: 'Ada' }, { o1: '  ' }] }
    expect(find([toNewChoice(6, 1), choice])).toEqual([
      { field: 'tickets.1.values.1.o1', is: 'missing', label: 'Name on the badge' },
    ])
  })

  it('says what is too long, and what is no answer', () => {
    const choice = { ...toNewChoice(5, 1), values: [{ o1: 'x'.repeat(65), o2: '9' }] }
    expect(find([choice]).map(({ field }) => field)).toEqual([
      'tickets.0.values.0.o1',
      'tickets.0.values.0.o2',
    ])
  })

  it('says how many are left, whether it is sold out, or that the club takes it away', () => {
    const findFirst = (fields: Partial<TicketChoice>) => find([{ ...toNewChoice(6, 3), ...fields }])[0]
    const field = 'tickets.0.quantity'
    expect(findFirst({ left: 2 })).toEqual({ field, is: 'few-left', left: 2 })
    expect(findFirst({ left: 0 })).toEqual({ field, is: 'sold-out' })
    expect(findFirst({ hasEnded: true })).toEqual({ field, is: 'ended' })
    expect(findFirst({ ticket: 99 })).toEqual({ field, is: 'gone' })
    expect(findFirst({ quantity: 5 })).toEqual({ field, is: 'over-limit', limit: 4 })
    expect(findFirst({ left: 3 })).toBeUndefined()
    expect(findFirst({ quantity: 0, left: 0 })).toEqual({ field: 'tickets', is: 'none-chosen' })
  })

  it('counts the lines of the whole order', () => {
    expect(find([toNewChoice(6, 1)], 20)[0]?.field).toBe('tickets')
    expect(find([toNewChoice(6, 1)], 19)).toEqual([])
  })
})

describe('after the server has refused tickets', () => {
  const event = makeEvent(tickets)
  const choices = [toNewChoice(99, 0), toNewChoice(6, 2), { ...toNewChoice(5, 3), values: [{ o1: 'Ada' }] }]
  const repair = { event, linesBefore: 1, findLeft: () => 1, now }

  it('marks the kind that is sold out, with how many are left, and keeps quantities and answers', () => {
    const error = new Failure('sold-out', '', { faults: [{ path: 'order.lines.2', message: 'Ticket 5' }] })
    expect(repairTickets(choices, error, repair)).toEqual([
      choices[0],
      choices[1],
      { ...choices[2], left: 1 },
    ])
  })

  it('marks fewer than were wanted, whatever was known before', () => {
    const error = new Failure('sold-out', '', { faults: [{ path: 'order.lines.1', message: 'Ticket 6' }] })
    expect(repairTickets(choices, error, { ...repair, findLeft: () => 50 })?.[1]?.left).toBe(1)
  })

  it('changes nothing if a vehicle or a space is refused, or for another failure', () => {
    const space = new Failure('sold-out', '', { faults: [{ path: 'order.lines.0', message: 'A1' }] })
    expect(repairTickets(choices, space, repair)).toBeUndefined()
    expect(repairTickets(choices, new Failure('price-changed', ''), repair)).toBeUndefined()
    expect(repairTickets(choices, new Error('no network'), repair)).toBeUndefined()
  })

  it('marks what is no longer on sale', () => {
    const ended = makeEvent([adult, { ...child, enddate: '2026-05-31T00:00:00Z' }])
    const error = new Failure('ticket-sales-ended', '')
    const repaired = repairTickets(choices, error, { ...repair, event: ended })
    expect(repaired?.map(({ hasEnded }) => hasEnded)).toEqual([false, true, false])
  })
})

describe('what a buyer is shown', () => {
  const none = new Set<number>()
  const event = makeEvent([
    makeTicket(1),
    makeTicket(2, { remaining: 0 }),
    makeTicket(3, { enddate: '2026-05-31T00:00:00Z' }),
    makeTicket(4, { availability: 1 }),
    makeTicket(5, { startdate: '2026-06-05T00:00:00Z' }),
  ])
  const offer = { event, isAlone: true, findLeft: toTicketsLeft(undefined), now }

  function list(choices: TicketChoice[], options: Partial<typeof offer> = {}, shown = none) {
    return listOffered({ ...offer, ...options }, choices, shown).map(({ ticket, state }) => [
      ticket.id,
      state.is,
    ])
  }

  it('is what is left and not over; members-only kinds only beside a vehicle or a space', () => {
    expect(list([])).toEqual([
      [1, 'on-sale'],
      [5, 'not-begun'],
    ])
    expect(list([], { isAlone: false }).map(([id]) => id)).toEqual([1, 4, 5])
  })

  it('still has what was chosen, and what was shown a moment ago', () => {
    expect(list([toNewChoice(2, 1)])).toContainEqual([2, 'sold-out'])
    expect(list([], {}, new Set([2]))).toContainEqual([2, 'sold-out'])
    expect(list([toNewChoice(3, 1)])).toContainEqual([3, 'ended'])
    expect(list([toNewChoice(3, 0)])).not.toContainEqual([3, 'ended'])
  })

  it('is what is left at this moment, as soon as that is known', () => {
    const availability = { tickets: [{ id: 1, remaining: 0 }], taken: [] }
    expect(list([], { findLeft: toTicketsLeft(availability) }).map(([id]) => id)).toEqual([5])
  })
})
