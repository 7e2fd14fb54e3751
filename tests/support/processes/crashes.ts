// A process that dies at a chosen step: before, in or right after a transaction or a call to the card
// provider.
import type { TenantIdentity } from '../../../src/server/club/db/tenant.ts'
import type { Database } from '../../../src/server/db/open.ts'
import type { CardParts, Cards } from '../../../src/server/order/cardProvider.ts'
import { findOrder } from '../../../src/server/order/db/order.ts'
import { settle } from '../../../src/server/order/settlement.ts'
import type { Services } from '../../../src/server/process/services.ts'

/** Nothing may catch it: the work that it ends is as dead as its process. */
export class Crash extends Error {
  constructor() {
    super('the process has died')
    this.name = 'Crash'
  }
}

export type Moment = 'before' | 'within' | 'after'
export const moments: readonly Moment[] = ['before', 'within', 'after']

export interface Doomed {
  readonly services: Services
  readonly cards: Cards
  /** How many steps have begun. */
  count(): number
  /** Some work notes what fails and goes on. A dead process does not. */
  isDead(): boolean
}

/** Dies at the step with this number, from 0. After that it does nothing more. */
export function doom(services: Services, cards: Cards, step: number, moment: Moment): Doomed {
  let begun = 0
  let isDead = false

  async function run<T>(work: (dieWithin: () => void) => Promise<T>): Promise<T> {
    if (isDead) throw new Crash()
    const isLast = begun === step
    begun += 1
    const die = (): never => {
      isDead = true
      throw new Crash()
    }
    if (isLast && moment === 'before') die()
    const result = await work(() => {
      if (isLast && moment === 'within') die()
    })
    if (isLast) die()
    return result
  }

  const { database } = services
  const dying: Pick<Database, 'inTenant' | 'withoutClub'> = {
    inTenant: (tenantId, body) =>
      run((dieWithin) =>
        database.inTenant(tenantId, async (tx) => {
          const result = await body(tx)
          // everything is written, and nothing is committed
          dieWithin()
          return result
        }),
      ),
    withoutClub: (body) =>
      run((dieWithin) =>
        database.withoutClub(async (tx) => {
          const result = await body(tx)
          dieWithin()
          return result
        }),
      ),
  }
  const call = <A extends unknown[], R>(work: (...args: A) => Promise<R>) => {
    return (...args: A): Promise<R> => run(() => work(...args))
  }
  return {
    services: {
      ...services,
      // a test's database is a plain object
      database: { ...database, ...dying },
    },
    cards: {
      mode: cards.mode,
      createCustomer: call(cards.createCustomer),
      createIntent: call(cards.createIntent),
      createSetup: call(cards.createSetup),
      readSetup: call(cards.readSetup),
      cancelSetup: call(cards.cancelSetup),
      findSetup: call(cards.findSetup),
      chargeSavedCard: call(cards.chargeSavedCard),
      readIntent: call(cards.readIntent),
      cancelIntent: call(cards.cancelIntent),
      refund: call(cards.refund),
      listRefunds: call(cards.listRefunds),
      readDispute: call(cards.readDispute),
      detach: call(cards.detach),
      openEvent: cards.openEvent,
    },
    count: () => begun,
    isDead: () => isDead,
  }
}

/** Reads the order before settling, as the product does: the process can die at that too. */
export async function readAndSettle(
  parts: CardParts,
  tenant: TenantIdentity,
  orderId: number,
): Promise<void> {
  const order = await parts.services.database.inTenant(tenant.id, (tx) => findOrder(tx, { id: orderId }))
  if (order !== undefined) await settle(parts, tenant, order)
}
