// What the lists of an event show, as rows: short ones for the screen, whole ones for a spreadsheet.
import type { EventOption, OptionValue } from '../../../../domain/event.ts'
import { findMoney, type LineState } from '../../../../domain/order.ts'
import { nameOptionValues } from '../../../../domain/sales/optionValues.ts'
import { standingWords } from '../../../../domain/sales/standing.ts'
import { noGift, writeShiftStart } from '../../../../domain/shift.ts'
import type { StoredEvent } from '../../../event/db/event.ts'
import { toAmount } from '../../../mail/language.ts'
import { toYes } from '../../../officers/csv.ts'
import { createCellTimeFormat, createTimeFormat, toDayText } from '../../../officers/timeFormat.ts'
import { right, type TableColumn, toCountText, toHeadings, toVisibleLine } from '../../../officers/words.ts'
import type { EventSales } from './eventActs.ts'

export const listNames = ['registrations', 'vendors', 'tickets', 'volunteers'] as const
export type ListName = (typeof listNames)[number]

export interface EventList {
  /** "3 registrations". */
  readonly title: string
  /** Lines below it. */
  readonly notes?: readonly string[]
  readonly columns: readonly TableColumn[]
  readonly rows: readonly (readonly string[])[]
  readonly csv: readonly (readonly (string | number)[])[]
}

export function toEventLists(
  { registrations, vendors, tickets, volunteers }: EventSales,
  event: StoredEvent,
): Readonly<Record<ListName, EventList>> {
  return {
    registrations: toRegistrations(registrations, event),
    vendors: toVendors(vendors, event),
    tickets: toTickets(tickets, event),
    volunteers: toVolunteers(volunteers, event),
  }
}

type SoldRow = Pick<
  EventSales['vendors']['vendors'][number],
  'orderId' | 'orderState' | 'mode' | 'totalCents'
>

/** "17:2": the line of the order, as `orders 17 --lines 2` takes it. */
function toOrder(orderId: number | null, line: number | null = null): string {
  if (orderId === null) return ''
  return line === null ? String(orderId) : `${orderId}:${line}`
}

function toPaid({ orderId, mode, totalCents }: SoldRow): string {
  if (orderId === null) return ''
  if (totalCents === 0) return 'free'
  return findMoney({ mode: mode ?? '' })
}

/** Of the order, unless the line itself waits for a decision. */
function toState({ orderState }: SoldRow, lineState: LineState | null = null): string {
  const { part, order } = standingWords.en
  if (lineState === 'kept') return part.kept
  return orderState === null ? '' : order[orderState]
}

const saleHeadings = ['order', 'line', 'paid with', 'order state']
const saleColumns: readonly TableColumn[] = ['Order', 'Paid', 'State']

function toSaleCells(row: SoldRow, line: number | null, lineState: LineState | null = null) {
  return [row.orderId ?? '', line ?? '', toPaid(row), toState(row, lineState)]
}

/** What the buyer chose or wrote: "Shirt: Large; Meal: Fish". */
export function toAnswers(values: readonly OptionValue[], options: readonly EventOption[]): string {
  return nameOptionValues(values, options).map(toVisibleLine).join('; ')
}

function toRegistrations(
  { cars, classes: known }: EventSales['registrations'],
  { time_zone, registration_options: options }: StoredEvent,
): EventList {
  const classes = new Map(known.map((one) => [one.number, one.description]))
  const toCell = createCellTimeFormat(time_zone)
  const optionIds = options.map((option) => option.id)
  return {
    title: toCountText(cars.length, 'registration'),
    columns: [right('Car'), 'Class', 'Vehicle', 'Owner', 'E-mail', ...saleColumns],
    rows: cars.map((car) => [
      car.carNumber,
      `${car.classNumber} ${classes.get(car.classNumber) ?? ''}`.trim(),
      [car.year, car.make, car.model].filter((word) => word !== '').join(' '),
      `${car.fname} ${car.lname}`.trim(),
      car.email,
      toOrder(car.orderId, car.line),
      toPaid(car),
      toState(car, car.lineState),
    ]),
    csv: [
      [
        ...toHeadings('car, class, class name, year, make, model, trim, color, engine'),
        ...options.map(({ label }) => label),
        'other answers',
        ...toHeadings('first name, last name, address, city, state, zip, country, phone, e-mail'),
        ...['wants mails', 'notes', 'registered', ...saleHeadings],
      ],
      ...cars.map((car) => [
        ...[car.carNumber, car.classNumber, classes.get(car.classNumber) ?? '', car.year, car.make],
        ...[car.model, car.trim, car.color, car.engine],
        ...options.map((option) => findValue(car.values, option)),
        toAnswers(
          car.values.filter(({ optionId }) => !optionIds.includes(optionId)),
          [],
        ),
        ...[car.fname, car.lname, car.address, car.city, car.state, car.zip, car.country, car.phone],
        ...[car.email, toYes(car.allowEmailMarketing), car.notes],
        car.createdAt === null ? '' : toCell(car.createdAt),
        ...toSaleCells(car, car.line, car.lineState),
      ]),
    ],
  }
}

function findValue(values: readonly OptionValue[], { id }: EventOption): string {
  return values.find(({ optionId }) => optionId === id)?.value ?? ''
}

const kindTexts: Readonly<Record<number, string>> = { 1: 'swap', 2: 'food', 3: 'merchandise', 4: 'camping' }

function toVendors({ vendors, spaces: sold }: EventSales['vendors'], { time_zone }: StoredEvent): EventList {
  const spaces = Map.groupBy(sold, ({ vendorId }) => vendorId)
  const toCell = createCellTimeFormat(time_zone)
  const count = sold.length
  return {
    title: `${toCountText(vendors.length, 'vendor')} with ${toCountText(count, 'space')}`,
    columns: [right('Vendor'), 'Name', 'Kind', 'Spaces', 'Phone', 'E-mail', ...saleColumns],
    rows: vendors.map((vendor) => {
      const own = spaces.get(vendor.id) ?? []
      return [
        String(vendor.id),
        vendor.name,
        kindTexts[vendor.vendorType] ?? 'other',
        own.map(({ row, num }) => row + num).join(', '),
        vendor.phone,
        vendor.email,
        own.length === 0
          ? toOrder(vendor.orderId)
          : [...new Set(own.map(({ line }) => toOrder(vendor.orderId, line)))].join(', '),
        toPaid(vendor),
        toState(vendor),
      ]
    }),
    csv: [
      [
        ...toHeadings('vendor, name, kind, goods, map, space, space id, contact, address, city'),
        ...toHeadings('state, zip, phone, e-mail, wants mails, tax id, description, signed up'),
        ...saleHeadings,
      ],
      // a vendor without a space has one row too
      ...vendors.flatMap((vendor) =>
        (spaces.get(vendor.id) ?? [undefined]).map((space) => [
          ...[vendor.id, vendor.name, kindTexts[vendor.vendorType] ?? 'other', vendor.goods],
          ...[space?.mapLabel ?? '', space === undefined ? '' : space.row + space.num],
          ...[space?.elementId ?? '', vendor.contactName, vendor.address, vendor.city, vendor.state],
          ...[vendor.zip, vendor.phone, vendor.email, toYes(vendor.allowEmailMarketing), vendor.taxId],
          vendor.description,
          vendor.createdAt === null ? '' : toCell(vendor.createdAt),
          ...toSaleCells(vendor, space?.line ?? null),
        ]),
      ),
    ],
  }
}

function toTickets({ tickets, kinds }: EventSales['tickets'], { time_zone }: StoredEvent): EventList {
  const options = new Map(kinds.map((kind) => [kind.id, kind.options]))
  const toMoment = createTimeFormat(time_zone)
  const toCell = createCellTimeFormat(time_zone)
  const valid = tickets.filter(({ voidAt }) => voidAt === null)
  const used = valid.filter(({ usedAt }) => usedAt !== null).length
  const takenBack = tickets.length - valid.length
  const more = [
    `${used} ${standingWords.en.used}`,
    ...(takenBack === 0 ? [] : [`${takenBack} ${standingWords.en.part.returned}`]),
  ].join(', ')
  return {
    title: `${toCountText(valid.length, 'ticket')} sold, ${more}`,
    notes: kinds.map(
      ({ id: kind, description, price_cents: cents, remaining }) =>
        `ticket:${kind} ${description}, ${toAmount(cents)}, ${remaining.toLocaleString('en-US')} left`,
    ),
    columns: ['Ticket', 'Buyer', 'E-mail', 'Code', 'Used', ...saleColumns],
    rows: tickets.map((ticket) => [
      ticket.description,
      ticket.name,
      ticket.email,
      ticket.code,
      ticket.usedAt === null ? '' : toMoment(ticket.usedAt),
      toOrder(ticket.orderId, ticket.line),
      toPaid(ticket),
      ticket.voidAt === null ? toState(ticket) : standingWords.en.part.returned,
    ]),
    csv: [
      [
        ...toHeadings('ticket, code, used, answers, name, address, city, state, zip, phone, e-mail'),
        ...['wants mails', 'bought', ...saleHeadings],
      ],
      ...tickets.map((ticket) => [
        ...[ticket.description, ticket.code, ticket.usedAt === null ? '' : toCell(ticket.usedAt)],
        toAnswers(ticket.values, options.get(ticket.ticketId) ?? []),
        ...[ticket.name, ticket.address, ticket.city, ticket.state, ticket.zip, ticket.phone, ticket.email],
        ...[toYes(ticket.allowEmailMarketing), toCell(ticket.createdAt)],
        ...toSaleCells(ticket, ticket.line).slice(0, -1),
        ticket.voidAt === null ? toState(ticket) : standingWords.en.part.returned,
      ]),
    ],
  }
}

function toVolunteers(
  { schedules, shifts, workers }: EventSales['volunteers'],
  { time_zone }: StoredEvent,
): EventList {
  const toMoment = createTimeFormat(time_zone)
  const toCell = createCellTimeFormat(time_zone)
  const held = workers.filter(({ askedUntil }) => askedUntil === null)
  const free = shifts.reduce((sum, { remaining }) => sum + remaining, 0)
  const people = new Set(held.map(({ email }) => email.trim().toLowerCase())).size
  const rows = workers.map((worker) => {
    const shift = shifts.find((one) => one.id === worker.shiftId)
    const schedule = schedules.find((one) => one.id === shift?.schedule)
    return { worker, shift, schedule: schedule?.name ?? '' }
  })
  return {
    title: `${toCountText(people, 'volunteer')} in ${toCountText(held.length, 'place')}; ${toCountText(free, 'place')} of ${toCountText(shifts.length, 'shift')} free`,
    notes:
      held.length === workers.length
        ? []
        : [
            `${toCountText(workers.length - held.length, 'place')} only asked for: the link in the mail was not used yet`,
          ],
    columns: [
      'Schedule',
      'Day',
      right('Start'),
      right('Hours'),
      'Volunteer',
      'Phone',
      'E-mail',
      'Gift',
      'Confirmed',
    ],
    rows: rows.map(({ worker, shift, schedule }) => [
      schedule,
      shift === undefined ? '' : toDayText(shift.shiftDate),
      shift === undefined ? '' : writeShiftStart(shift),
      shift === undefined ? '' : toHours(shift.duration),
      `${worker.fname} ${worker.lname}`.trim(),
      worker.phone,
      worker.email,
      worker.swag === noGift ? '' : worker.swag,
      worker.askedUntil === null
        ? worker.confirmedAt === null
          ? ''
          : toMoment(worker.confirmedAt)
        : `asked, until ${toMoment(worker.askedUntil)}`,
    ]),
    csv: [
      toHeadings(`schedule, day, start, hours, first name, last name, phone, e-mail, wants mails, gift, notes,
      confirmed, asked for until`),
      ...rows.map(({ worker, shift, schedule }) => [
        schedule,
        ...(shift === undefined
          ? ['', '', '']
          : [shift.shiftDate, writeShiftStart(shift), toHours(shift.duration)]),
        ...[worker.fname, worker.lname, worker.phone, worker.email, toYes(worker.allowEmailMarketing)],
        ...[worker.swag === noGift ? '' : worker.swag, worker.notes],
        worker.confirmedAt === null ? '' : toCell(worker.confirmedAt),
        worker.askedUntil === null ? '' : toCell(worker.askedUntil),
      ]),
    ],
  }
}

/** "2.5": hours with at most two decimals. */
function toHours(hours: number): string {
  return String(Math.round(hours * 100) / 100)
}
