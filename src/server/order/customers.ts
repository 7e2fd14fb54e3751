// Members as the card provider's customers: one for each member, made when their first card is to be saved.
import { Failure } from '../../contract/failures.ts'
import type { TenantIdentity } from '../club/db/tenant.ts'
import type { CardParts } from './cardProvider.ts'
import { findCustomer, forgetCustomer, nameCustomer, takeCustomer } from './db/savedCard.ts'

/**
 * Does `work` for the member's own customer. When `work` answers undefined, the provider does not know the
 * customer any more, and a new one is made. Not within a transaction.
 */
export async function withCustomer<T>(
  parts: CardParts,
  tenant: TenantIdentity,
  memberId: number,
  work: (customerId: string) => Promise<T | undefined>,
): Promise<T> {
  const { services, cards } = parts
  const customerId = await getCustomer(parts, tenant, memberId)
  const done = await work(customerId)
  if (done !== undefined) return done
  const key = services.newId()
  await services.database.inTenant(tenant.id, (tx) =>
    forgetCustomer(tx, { memberId, mode: cards.mode }, customerId, key),
  )
  const again = await work(await getCustomer(parts, tenant, memberId))
  if (again === undefined) throw new Error(`the provider forgets the customer of member ${memberId}`)
  return again
}

/** Two calls at once get the same customer, because they share the row and its key. */
export async function getCustomer(
  { services, cards }: CardParts,
  tenant: TenantIdentity,
  memberId: number,
): Promise<string> {
  const { database } = services
  const holder = { memberId, mode: cards.mode }
  const fresh = { key: services.newId(), at: new Date(services.now()) }
  const known = await database.inTenant(tenant.id, (tx) => takeCustomer(tx, holder, fresh))
  if (known.providerId !== null) return known.providerId
  const id = await create(known.key)
  const named = await database.inTenant(tenant.id, (tx) => nameCustomer(tx, holder, known.key, id))
  if (named === null) throw new Error(`the customer of member ${memberId} has changed meanwhile`)
  return named

  /** While another call makes the same customer, the provider refuses this one. */
  async function create(key: string): Promise<string> {
    try {
      return (await cards.createCustomer({ key, tenantUuid: tenant.uuid, memberId })).id
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const made = await database.inTenant(tenant.id, (tx) => findCustomer(tx, holder))
      if (made?.key !== key || made.providerId === null) throw error
      return made.providerId
    }
  }
}
