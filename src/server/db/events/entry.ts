// All SQL about the cars that are entered in events.
import type { Selectable } from 'kysely'
import { entryFields } from '../../../domain/shapes/entry.ts'
import { listShownColumns } from '../../../domain/shapes/noun.ts'
import type { Tx } from '../open.ts'
import type { EntryTable } from '../schema.gen.ts'

const columns = listShownColumns(entryFields)

/** What answers show of a car, and its id. */
export type StoredCar = Pick<Selectable<EntryTable>, 'id' | (typeof columns)[number]>

/** By class, then by number; nothing about the owner. */
export async function listCars(tx: Tx, tenantId: number, eventId: number): Promise<StoredCar[]> {
  const cars = await tx
    .selectFrom('entry')
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .select(['id', ...columns])
    .execute()
  // numbers are text of digits, which a database sorts by its own collation
  return cars.sort((a, b) => a.class_number - b.class_number || Number(a.car_number) - Number(b.car_number))
}
