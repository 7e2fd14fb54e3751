// Which clubs exist, and how a call may name them.
import type { Tx } from '../../db/open.ts'

/** The three names of a club on the server: row id, public uuid, slug. */
export interface TenantIdentity {
  readonly id: number
  readonly uuid: string
  readonly slug: string
}

export type TenantName = { readonly id: number } | { readonly uuid: string } | { readonly slug: string }

/** Does not find suspended clubs. Needs a `withoutClub` transaction, because the table belongs to no club. */
export async function findTenant(tx: Tx, name: TenantName): Promise<TenantIdentity | undefined> {
  const query = tx.selectFrom('tenant').select(['id', 'uuid', 'slug']).where('suspended', '=', false)
  if ('id' in name) return query.where('id', '=', name.id).executeTakeFirst()
  if ('uuid' in name) return query.where('uuid', '=', name.uuid).executeTakeFirst()
  return query.where('slug', '=', name.slug).executeTakeFirst()
}

/** The club, where there is no other one, not even a suspended one. Needs a `withoutClub` transaction. */
export async function findOnlyClub(tx: Tx): Promise<TenantIdentity | undefined> {
  const [only, ...others] = await tx.selectFrom('tenant').select(['id', 'uuid', 'slug']).limit(2).execute()
  return others.length === 0 ? only : undefined
}

/** Needs a `withoutClub` transaction. Finds suspended clubs too, because their mails are still sent. */
export async function getSlug(tx: Tx, id: number): Promise<string> {
  const { slug } = await tx.selectFrom('tenant').select('slug').where('id', '=', id).executeTakeFirstOrThrow()
  return slug
}

/** Also a suspended one, because its buyers' money counts too, by the uuid that is in a payment. */
export function findClubByUuid(tx: Tx, uuid: string): Promise<TenantIdentity | undefined> {
  return tx.selectFrom('tenant').select(['id', 'uuid', 'slug']).where('uuid', '=', uuid).executeTakeFirst()
}
