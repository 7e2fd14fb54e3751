// Which clubs exist, by the names that a call may give them.
import type { Tx } from '../open.ts'

/** A club as everything on the server names it: its row, its public uuid, its name in addresses. */
export interface TenantIdentity {
  readonly id: number
  readonly uuid: string
  readonly slug: string
}

export type TenantName = { readonly id: number } | { readonly uuid: string } | { readonly slug: string }

/** Suspended clubs are not found. For the owner: the table belongs to no club. */
export async function findTenant(tx: Tx, name: TenantName): Promise<TenantIdentity | undefined> {
  const query = tx.selectFrom('tenant').select(['id', 'uuid', 'slug']).where('suspended', '=', false)
  if ('id' in name) return query.where('id', '=', name.id).executeTakeFirst()
  if ('uuid' in name) return query.where('uuid', '=', name.uuid).executeTakeFirst()
  return query.where('slug', '=', name.slug).executeTakeFirst()
}

/** For the owner; a suspended club's too, because what it owes people is sent all the same. */
export async function getSlug(tx: Tx, id: number): Promise<string> {
  const { slug } = await tx.selectFrom('tenant').select('slug').where('id', '=', id).executeTakeFirstOrThrow()
  return slug
}
