// A product in which many judges of the demo club's first event can submit sheets.

import { dayMs } from '../../../src/domain/time.ts'
import { type OpenOptions, openDatabase } from '../../../src/server/db/open.ts'
import { listForms } from '../../../src/server/event/db/judgingForm.ts'
import { listCars } from '../../../src/server/event/db/showEntry.ts'
import type { Product } from '../browsers/product.ts'
import type { SendingPlan } from '../processes/sheetSender.ts'
import { type SeededJudge, seedJudges } from './judges.ts'

/** A plan without its amount: judges, form and cars of one event. */
export type Show = Omit<SendingPlan, 'judges' | 'sheets' | 'perRequest'> & {
  readonly judges: readonly SeededJudge[]
  readonly tenantUuid: string
  /** Row ids, in the order of `cars`. */
  readonly carIds: readonly number[]
}

/** Only one process can open the embedded database: stop the product first. */
export async function addJudges(
  product: Product,
  count: number,
  options: OpenOptions = { dataDir: product.dataDir },
): Promise<Show> {
  const [tenant] = product.demo.tenants
  const [event] = tenant?.events ?? []
  if (tenant === undefined || event === undefined) throw new Error('the demo club has no event')
  const database = await openDatabase(options)
  const show = await database.inTenant(tenant.id, async (tx) => ({
    forms: await listForms(tx, event.id),
    cars: await listCars(tx, event.id),
    judges: await seedJudges(tx, { eventId: event.id, count, until: Date.now() + dayMs }),
  }))
  await database.close()
  const [form] = show.forms
  if (form === undefined) throw new Error('the event has no form')
  return {
    port: product.port,
    tenantId: tenant.id,
    tenantUuid: tenant.uuid,
    eventId: event.id,
    formId: form.id,
    criteria: form.criteria,
    cars: show.cars.map((car) => car.car_number),
    carIds: show.cars.map((car) => car.id),
    judges: show.judges,
  }
}
