// What officers read of an event, who comes and what was sold, and what they correct of it: a vendor's space, a
// car's class and number.
import { findCarNumber, isNumberOfClass } from '../../../../domain/carNumber.ts'
import type { Tx } from '../../../db/open.ts'
import { countSale, lockEvent } from '../../../event/db/event.ts'
import { listClasses } from '../../../event/db/eventClass.ts'
import {
  listEventTickets,
  listRegistrations,
  listVendorContacts,
  listVendorSpaces,
} from '../../../event/db/eventSales.ts'
import { listSchedules, listShifts, listWorkers } from '../../../event/db/shift.ts'
import { isJudged, listCarNumbers } from '../../../event/db/showEntry.ts'
import { toSpaceThing } from '../../../event/db/space.ts'
import { listTickets } from '../../../event/db/ticket.ts'
import { moveReservation } from '../../../event/db/vendor.ts'
import { type EventActContext, fail } from '../../../officers/act.ts'
import { getGiven } from '../../../order/db/given.ts'
import { countTaken, lockThings, moveHold } from '../../../order/db/hold.ts'
import { addHistory, correctLine, findOrder, type StoredOrder } from '../../../order/db/order.ts'
import { toSpaceLabel } from '../../../order/goods/eventSale.ts'
import { findCar, isVotedFor, renumberCar } from '../db/carCorrection.ts'
import { chooseSpace, listEventSpaces, nameSpace, type Space } from './spaces.ts'

/** Also schedules that are for officers only. */
const lowestShareType = 0

export type EventSales = Awaited<ReturnType<typeof readSales>>

export async function readSales(tx: Tx, { event: { id }, now }: EventActContext) {
  const schedules = await listSchedules(tx, id, lowestShareType)
  const scheduleIds = schedules.map((schedule) => schedule.id)
  return {
    registrations: { cars: await listRegistrations(tx, id), classes: await listClasses(tx, id) },
    vendors: { vendors: await listVendorContacts(tx, id), spaces: await listVendorSpaces(tx, id) },
    tickets: { tickets: await listEventTickets(tx, id), kinds: await listTickets(tx, [id]) },
    volunteers: {
      schedules,
      shifts: await listShifts(tx, scheduleIds, { availableOnly: false }),
      workers: await listWorkers(tx, id, new Date(now)),
    },
  }
}

interface VendorMove {
  readonly vendor: number
  /** Needed of a vendor with several. */
  readonly leave: string | undefined
  readonly to: string
}

/** The price stays as it was paid, and nobody gets a mail. */
export async function moveVendor(
  tx: Tx,
  context: EventActContext,
  { vendor: vendorId, leave, to: target }: VendorMove,
) {
  const { event } = context
  const at = new Date(context.now)
  const vendor = (await listVendorContacts(tx, event.id)).find(({ id }) => id === vendorId)
  if (vendor === undefined) return fail('not-found', { thing: 'vendor', typed: vendorId })
  const { name } = vendor
  const own = (await listVendorSpaces(tx, event.id))
    .filter((space) => space.vendorId === vendorId)
    .map(({ elementId, ...space }) => ({ ...space, id: elementId }))
  if (own.length === 0) fail('not-possible', { why: 'no-space', vendor: name })
  const from = chooseFrom(own, { typed: leave, vendor: name })
  const to = chooseSpace(await listEventSpaces(tx, event.id), { typed: target, vendor: null })
  if (to.id === from.id) fail('already-so', { is: 'on-space', vendor: name, space: toSpaceLabel(from) })
  // as sales and refunds do: the order, then the things, then the event
  const order = vendor.orderId === null ? undefined : await findOrder(tx, { id: vendor.orderId }, 'lock')
  await lockThings(tx, [toSpaceThing(from.id), toSpaceThing(to.id)])
  await lockEvent(tx, event.id)
  const taken = await countTaken(tx, [toSpaceThing(to.id)])
  const isMoved = taken.size === 0 && (await moveReservation(tx, { vendorId, from: from.id, to: to.id }))
  if (!isMoved) fail('taken', { what: 'space', space: toSpaceLabel(to) })
  if (order !== undefined) await moveSale(tx, order, { from, to, at })
  // so that phones fetch it: beside the pack, or in a new one
  await countSale(tx, event.id, { at, pack: vendor.sale === null ? 'at-once' : 'never' })
  return { vendor: name, from, to }
}

async function moveSale(tx: Tx, order: StoredOrder, { from, to, at }: { from: Space; to: Space; at: Date }) {
  const line = order.lines.find(
    ({ kind, given, state }) =>
      kind === 'space' &&
      (state === 'delivered' || state === 'kept') &&
      getGiven('space', given).elementId === from.id,
  )
  if (line === undefined) return
  await correctLine(tx, order.id, {
    line: line.line,
    label: toSpaceLabel(to),
    itemId: to.id,
    item: { ...(line.item as object), elementId: to.id },
    given: { ...(line.given as object), elementId: to.id },
  })
  const things = { from: toSpaceThing(from.id), to: toSpaceThing(to.id) }
  await moveHold(tx, order.id, { line: line.line, ...things })
  const detail = `line ${line.line}, from ${toSpaceLabel(from)} to ${toSpaceLabel(to)}`
  await addHistory(tx, order.id, { what: 'moved', detail, at })
}

function chooseFrom(own: readonly Space[], { typed, vendor }: { typed: string | undefined; vendor: string }) {
  const [only, ...others] = own
  if (typed !== undefined) return chooseSpace(own, { typed, vendor })
  if (only !== undefined && others.length === 0) return only
  return fail('several-fit', { thing: 'space-to-leave', vendor, known: own.map(nameSpace) })
}

interface CarCorrection {
  readonly car: string
  /** If one of them is missing: the class as before, or the next free number of it. */
  readonly carClass: number | undefined
  readonly number: string | undefined
}

/** Before anybody has judged it. */
export async function changeCar(
  tx: Tx,
  context: EventActContext,
  { car: from, carClass: wantedClass, number: wanted }: CarCorrection,
) {
  const { event } = context
  const at = new Date(context.now)
  const known = (await findCar(tx, event.id, from)) ?? fail('not-found', { thing: 'car', typed: from })
  // as sales and refunds do: the order, then the event
  const order = known.orderId === null ? undefined : await findOrder(tx, { id: known.orderId }, 'lock')
  await lockEvent(tx, event.id)
  const classes = await listClasses(tx, event.id)
  const classNumber = wantedClass ?? known.classNumber
  const newClass = classes.find(({ number }) => number === classNumber)
  if (newClass === undefined) {
    const all = classes.map(({ number, description }) => ({ id: number, label: description }))
    return fail('not-found', { thing: 'class', typed: classNumber, known: all })
  }
  // what was submitted names the old number, on phones and on paper: it must mean the same car for ever
  const isEvidence = (await isJudged(tx, known.id)) || (await isVotedFor(tx, event.id, known.carNumber))
  if (isEvidence) fail('not-possible', { why: 'car-judged', car: known.carNumber })
  if ((wanted ?? from) === from && classNumber === known.classNumber) {
    fail('already-so', { is: 'in-class', car: from, carClass: classNumber })
  }
  const numbers = { classNumber, classNumbers: classes.map(({ number }) => number) }
  if (wanted !== undefined) await refuseNumber(tx, event.id, { from, wanted, ...numbers })
  const to = wanted ?? (await findNextNumber(tx, event.id, numbers))
  await renumberCar(tx, event.id, { id: known.id, from, to, classNumber })
  if (order !== undefined && known.line !== null)
    await correctSale(tx, order, known.line, { from, to, classNumber, at })
  // so that phones fetch the event's new pack
  await countSale(tx, event.id, { at, pack: 'at-once' })
  return { car: known, to, newClass }
}

interface ClassNumbers {
  readonly classNumber: number
  readonly classNumbers: readonly number[]
}

async function findNextNumber(tx: Tx, eventId: number, { classNumber, classNumbers }: ClassNumbers) {
  const taken = await listCarNumbers(tx, eventId)
  for (;;) {
    const next = findCarNumber(classNumber, classNumbers, taken)
    if (next === undefined) return fail('not-possible', { why: 'no-number-left', carClass: classNumber })
    if (!(await isVotedFor(tx, eventId, next))) return next
    taken.add(next)
  }
}

async function refuseNumber(
  tx: Tx,
  eventId: number,
  { from, wanted: number, classNumber, classNumbers }: ClassNumbers & { from: string; wanted: string },
): Promise<void> {
  if (!isNumberOfClass(number, classNumber, classNumbers)) {
    fail('not-possible', { why: 'no-number-of-class', number, carClass: classNumber })
  }
  if (number === from) return
  if ((await findCar(tx, eventId, number)) !== undefined) fail('taken', { what: 'car-number', number })
  if (await isVotedFor(tx, eventId, number)) fail('taken', { what: 'voted-number', number })
}

async function correctSale(
  tx: Tx,
  order: StoredOrder,
  line: number,
  { from, to, classNumber, at }: { from: string; to: string; classNumber: number; at: Date },
): Promise<void> {
  const sold = order.lines.find((one) => one.line === line)
  if (sold === undefined) return
  const item = sold.item as { readonly entry: object }
  await correctLine(tx, order.id, {
    itemId: sold.itemId,
    line,
    label: sold.label,
    item: { ...item, entry: { ...item.entry, classNumber } },
    given: { ...(sold.given as object), carNumber: to },
  })
  const detail = `line ${line}, from ${from} to ${to}, class ${classNumber}`
  await addHistory(tx, order.id, { what: 'car-changed', detail, at })
}
