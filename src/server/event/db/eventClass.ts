// All SQL about the classes of cars.
import type { EventClass } from '../../../domain/event.ts'
import type { Tx } from '../../db/open.ts'

export interface StoredClass extends EventClass {
  viewable: boolean
}

/** By number. Classes that are not viewable are only for naming the class of a car that is in one. */
export function listClasses(tx: Tx, eventId: number): Promise<StoredClass[]> {
  return tx
    .selectFrom('event_class')
    .where('event_id', '=', eventId)
    .orderBy('number')
    .select(['id', 'number', 'description', 'viewable'])
    .execute()
}

/** rules/security 5.12: only the viewable ones, no matter what was asked for */
export async function listViewableClasses(tx: Tx, eventId: number): Promise<EventClass[]> {
  const classes = await listClasses(tx, eventId)
  return classes.filter((one) => one.viewable).map(({ viewable: _, ...shown }) => shown)
}
