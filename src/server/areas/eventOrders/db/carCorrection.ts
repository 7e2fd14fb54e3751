// All SQL for giving a car another number or class.
import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'

/** A car by its number, with the line that has sold its registration. */
export function findCar(tx: Tx, eventId: number, carNumber: string) {
  return tx
    .selectFrom('entry')
    .where('event_id', '=', eventId)
    .where('car_number', '=', carNumber)
    .select(['id', 'car_number as carNumber', 'class_number as classNumber', 'year', 'make', 'model'])
    .select(['fname', 'lname', 'order_id as orderId', 'order_line as line'])
    .executeTakeFirst()
}

/** Whether any vote at this event names the number, also one that no car had when it was typed. */
export async function isVotedFor(tx: Tx, eventId: number, carNumber: string): Promise<boolean> {
  const row = await tx
    .selectFrom('ballot')
    .innerJoin('ballot_vote as vote', 'vote.voter_id', 'ballot.voter_id')
    .where('ballot.event_id', '=', eventId)
    .where('vote.car_number', '=', carNumber)
    .select('vote.car_number')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The old number is not given again by itself. The event must be locked. */
export async function renumberCar(
  tx: Tx,
  eventId: number,
  car: { id: number; from: string; to: string; classNumber: number },
): Promise<void> {
  await tx
    .updateTable('entry')
    .set({ car_number: car.to, class_number: car.classNumber })
    .where('event_id', '=', eventId)
    .where('id', '=', car.id)
    .execute()
  if (car.from === car.to) return
  await tx
    .updateTable('event')
    .set({
      freed_numbers: sql`(freed_numbers - ${car.from}::text - ${car.to}::text) || jsonb_build_array(${car.from}::text)`,
    })
    .where('id', '=', eventId)
    .execute()
}
