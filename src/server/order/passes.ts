// Passes as answers show them: what somebody has for events, with the codes that the gate reads.
import { addDays, findDay } from '../../domain/day.ts'
import { isLongOver, isOver, pastDays } from '../../domain/event.ts'
import { nameOptionValues } from '../../domain/sales/optionValues.ts'
import type { EventPasses, Pass } from '../../domain/shapes/pass.ts'
import type { Tx } from '../db/open.ts'
import { listPassEvents, listPasses } from '../event/db/pass.ts'
import { findGiven } from './db/given.ts'
import type { StoredOrder } from './db/order.ts'
import { toSpaceLabel } from './goods/eventSale.ts'

type StoredPasses = Awaited<ReturnType<typeof listPasses>>

/** Of a member, by event: the one that is on or comes next first, then those that are over. */
export async function listMemberPasses(
  tx: Tx,
  memberId: number,
  { now, timeZone }: { now: number; timeZone: string },
): Promise<EventPasses[]> {
  // one day more for events in zones where it is still the day before
  const since = addDays(findDay(now, timeZone), -pastDays - 1)
  const owned = toPasses(await listPasses(tx, { memberId, since }))
  const events = await listPassEvents(tx, [...owned.keys()])
  const all = events
    .filter((event) => !isLongOver(event, now))
    .map((event) => ({ event, passes: owned.get(event.id) ?? [] }))
  const isPast = ({ event }: EventPasses) => isOver(event, now)
  return [...all.filter((one) => !isPast(one)), ...all.filter(isPast).reverse()]
}

export interface OrderPasses {
  readonly passes: readonly Pass[]
  /** By the number of a line that has been delivered: its codes. Lines of other goods have none. */
  readonly codes: ReadonlyMap<number, readonly string[]>
}

export async function listOrderPasses(
  tx: Tx,
  { id, lines }: Pick<StoredOrder, 'id' | 'lines'>,
): Promise<OrderPasses> {
  const codes = new Map<number, readonly string[]>()
  const delivered = lines.filter(({ state }) => state === 'delivered')
  const given = delivered.map((line) => ({ line: line.line, given: findGiven(line) }))
  // buyers ask again and again until their order is delivered, and most of what a club sells is of no event
  if (!given.some((one) => one.given !== undefined && 'eventId' in one.given)) return { passes: [], codes }
  const stored = await listPasses(tx, { orderId: id })
  for (const { line, given: goods } of given) {
    if (goods?.kind === 'ticket') codes.set(line, goods.codes)
    const own =
      goods?.kind === 'registration'
        ? stored.cars.find((car) => car.line === line)
        : goods?.kind === 'space'
          ? stored.spaces.find(({ elementId }) => elementId === goods.elementId)
          : undefined
    if (own !== undefined) codes.set(line, [own.code])
  }
  return { passes: [...toPasses(stored).values()].flat(), codes }
}

/** By event. */
function toPasses({ tickets, cars, spaces, shifts }: StoredPasses): Map<number, Pass[]> {
  const all: { eventId: number; pass: Pass }[] = [
    ...tickets.map(({ eventId, code, description, values, options, usedAt, orderId }) => ({
      eventId,
      pass: {
        kind: 'ticket' as const,
        code,
        label: description,
        ...toAnswers(nameOptionValues(values, options ?? [])),
        ...(usedAt === null ? {} : { used: true as const }),
        ...toReceipt(orderId),
      },
    })),
    ...cars.map(
      ({ eventId, code, carNumber, year, make, model, classNumber, className, values, ...more }) => ({
        eventId,
        pass: {
          kind: 'registration' as const,
          code,
          label: [year, make, model].filter((part) => part !== '').join(' '),
          carNumber,
          carClass: { number: classNumber, description: className ?? '' },
          ...toAnswers(nameOptionValues(values, more.options)),
          ...toReceipt(more.orderId),
        },
      }),
    ),
    ...spaces.map(({ eventId, code, orderId, ...space }) => ({
      eventId,
      pass: { kind: 'space' as const, code, label: toSpaceLabel(space), ...toReceipt(orderId) },
    })),
    ...shifts.map(({ eventId, code, schedule, minutes, ...shift }) => ({
      eventId,
      pass: { kind: 'shift' as const, code, label: schedule, shift: { ...shift, duration: minutes / 60 } },
    })),
  ]
  const byEvent = Map.groupBy(all, ({ eventId }) => eventId)
  return new Map([...byEvent].map(([eventId, own]) => [eventId, own.map(({ pass }) => pass)]))
}

function toAnswers(answers: string[]): Pick<Pass, 'answers'> {
  return answers.length === 0 ? {} : { answers }
}

function toReceipt(orderId: number | null): Pick<Pass, 'receiptId'> {
  return orderId === null ? {} : { receiptId: orderId }
}
