// What officers read of an event: who comes, and what was sold.

import type { Tx } from '../../../db/open.ts'
import { listClasses } from '../../../event/db/eventClass.ts'
import {
  listEventTickets,
  listRegistrations,
  listVendorContacts,
  listVendorSpaces,
} from '../../../event/db/eventSales.ts'
import { listSchedules, listShifts, listWorkers } from '../../../event/db/shift.ts'
import { listTickets } from '../../../event/db/ticket.ts'
import type { EventActContext } from '../../../officers/act.ts'

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
