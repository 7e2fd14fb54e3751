// All SQL for looking up what somebody has bought at an event, by their e-mail address.
import { sql } from 'kysely'
import type { OptionValue } from '../../../../domain/event.ts'
import type { Tx } from '../../../db/open.ts'
import { selectReserved } from '../../../event/db/space.ts'
import { listVolunteerShifts } from '../../../event/db/volunteer.ts'

/** Codes, and the values of options, are for whoever has the mailbox, never for a stranger. */
export type StoredPurchases = Awaited<ReturnType<typeof findPurchases>>

interface PurchaseBuyer {
  readonly name: string
  readonly address: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly email: string
}

/**
 * With exactly this address, folded, and what an officer has entered for it. The same statements whether there
 * is anything or not.
 */
export async function findPurchases(tx: Tx, eventId: number, emailFolded: string, now: Date) {
  const entries = await tx
    .selectFrom('entry')
    .where('event_id', '=', eventId)
    .where('email_folded', '=', emailFolded)
    .orderBy('id')
    .select(['id', 'car_number as carNumber', 'year', 'make', 'model', 'code', 'created_at as createdAt'])
    .select(['class_number as classNumber', 'option_values as values'])
    .select([sql<string>`trim(fname || ' ' || lname)`.as('name'), 'address', 'city', 'state', 'zip', 'email'])
    .execute()
  const tickets = await tx
    .selectFrom('sold_ticket')
    .where('event_id', '=', eventId)
    .where('email_folded', '=', emailFolded)
    .where('void_at', 'is', null)
    .orderBy('id')
    .select(['id', 'ticket_id as ticketId', 'description', 'code', 'option_values as values'])
    .select(['created_at as createdAt', 'used_at as usedAt'])
    .select(['name', 'address', 'city', 'state', 'zip', 'email'])
    .execute()
  const vendors = await tx
    .selectFrom('vendor')
    .where('event_id', '=', eventId)
    .where('email_folded', '=', emailFolded)
    .orderBy('id')
    .select(['id', 'created_at as createdAt', 'name', 'address', 'city', 'state', 'zip', 'email'])
    .execute()
  const spaces = await selectReserved(tx)
    .where('vendor.event_id', '=', eventId)
    .where('vendor.email_folded', '=', emailFolded)
    .orderBy('element.id')
    .select(['vendor.id as vendorId', 'element.row', 'element.num', 'reservation.code'])
    .execute()
  const classes = await tx
    .selectFrom('event_class')
    .where('event_id', '=', eventId)
    .select(['number', 'description'])
    .execute()
  const volunteers = await tx
    .selectFrom('shift_worker as worker')
    .innerJoin('shift', 'shift.id', 'worker.shift_id')
    .innerJoin('shift_schedule as schedule', 'schedule.id', 'shift.shift_schedule_id')
    .where('schedule.event_id', '=', eventId)
    .where('worker.email_folded', '=', emailFolded)
    .where((eb) => eb.or([eb('worker.asked_until', 'is', null), eb('worker.asked_until', '>', now)]))
    // anybody may have typed the name of what is only asked for
    .orderBy(sql`worker.asked_until is not null`)
    .orderBy('worker.id', 'desc')
    .select(['worker.email', sql<string>`trim(worker.fname || ' ' || worker.lname)`.as('name')])
    .execute()
  const shifts = await listVolunteerShifts(tx, { eventId, emailFolded })
  const [newest] = [...entries, ...tickets, ...vendors].toSorted((a, b) => +b.createdAt - +a.createdAt)
  return {
    entries: entries.map(({ id, carNumber, year, make, model, classNumber, values, code, createdAt }) => {
      const description = classes.find(({ number }) => number === classNumber)?.description ?? ''
      const carClass = { number: classNumber, description }
      return { carClass, id, carNumber, year, make, model, values, code, createdAt }
    }),
    tickets: tickets.map(({ id, ticketId, description, code, values, createdAt, usedAt }) => ({
      ...{ id, ticketId, description, code, createdAt, usedAt },
      values: values as readonly OptionValue[],
    })),
    vendors: vendors.map(({ id }) => ({
      id,
      spaces: spaces
        .filter(({ vendorId }) => vendorId === id)
        .map(({ row, num, code }) => ({ row, num, code })),
    })),
    // without those that they gave back, or asked for and did not confirm in time
    shifts: shifts.filter(
      ({ givenBackAt, askedUntil }) => givenBackAt === null && (askedUntil === null || askedUntil > now),
    ),
    // as they wrote it with the newest purchase; undefined when there is none
    buyer: newest === undefined ? toHelper(volunteers[0]) : toBuyer(newest),
  }
}

/** The club knows no address of a volunteer. */
function toHelper(one: Pick<PurchaseBuyer, 'name' | 'email'> | undefined): PurchaseBuyer | undefined {
  return one && { ...one, address: '', city: '', state: '', zip: '' }
}

function toBuyer({ name, address, city, state, zip, email }: PurchaseBuyer): PurchaseBuyer {
  return { name, address, city, state, zip, email }
}
