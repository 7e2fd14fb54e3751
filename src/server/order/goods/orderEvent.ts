// When and where the event of an order is, and the classes of the cars in it, as they are now.
import type { z } from 'zod'
import type { orderEventWire } from '../../../domain/shapes/orderLine.ts'
import type { Tx } from '../../db/open.ts'
import { findEvent } from '../../event/db/event.ts'
import { listClassesOfCars } from '../../event/db/showEntry.ts'
import { findGiven } from '../db/given.ts'
import type { StoredOrder } from '../db/order.ts'

export type OrderEvent = z.output<typeof orderEventWire>

/** By the car's id. */
export type CarClasses = ReadonlyMap<number, { number: number; description: string }>

/** Of what the order has delivered. `event` is undefined when that is of no event, or the event is gone. */
export async function readOrderEvent(
  tx: Tx,
  order: Pick<StoredOrder, 'lines'>,
): Promise<{ event: OrderEvent | undefined; classes: CarClasses }> {
  const given = order.lines.flatMap((line) => (line.state === 'delivered' ? [findGiven(line)] : []))
  const eventId = given.find((one) => one !== undefined && 'eventId' in one)?.eventId
  if (eventId === undefined) return { event: undefined, classes: new Map() }
  const cars = given.flatMap((one) => (one?.kind === 'registration' ? [one.entryId] : []))
  return {
    event: await findOrderEvent(tx, eventId),
    classes: cars.length === 0 ? new Map() : await listClassesOfCars(tx, cars),
  }
}

/** Undefined for an unknown event or a draft. */
export async function findOrderEvent(tx: Tx, eventId: number): Promise<OrderEvent | undefined> {
  const stored = await findEvent(tx, eventId)
  if (stored === undefined) return undefined
  return {
    id: stored.id,
    name: stored.name,
    startDate: stored.start_on,
    endDate: stored.end_on,
    gateTime: stored.gate_time,
    place: stored.place,
    timeZone: stored.time_zone,
  }
}
