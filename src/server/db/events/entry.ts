// All SQL about the cars that are entered in events.
import type { Tx } from '../open.ts'

export interface StoredCar {
  id: number
  car_number: string
  class_number: number
  year: string
  make: string
  model: string
  picture_hash: string | null
}

/** By class, then by number; nothing about the owner. */
export async function listCars(tx: Tx, tenantId: number, eventId: number): Promise<StoredCar[]> {
  const cars = await tx
    .selectFrom('entry')
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .select(['id', 'car_number', 'class_number', 'year', 'make', 'model', 'picture_hash'])
    .execute()
  // numbers are text of digits, which a database sorts by its own collation
  return cars.sort((a, b) => a.class_number - b.class_number || Number(a.car_number) - Number(b.car_number))
}
