// All SQL about additional logins: under which membership they are, making them, and deleting them.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { membershipEnd, toEndColumns } from './membershipEnd.ts'

export interface AdditionalLogin {
  readonly id: number
  readonly fname: string
  readonly lname: string
  readonly email: string
  readonly hasPassword: boolean
}

/** In the order in which they were added. */
export async function listAdditionalLogins(tx: Tx, parentId: number): Promise<AdditionalLogin[]> {
  const rows = await tx
    .selectFrom('member')
    .where('parent_id', '=', parentId)
    .where('deleted_at', 'is', null)
    .select(['id', 'fname', 'lname', 'email', 'password_hash'])
    .orderBy('id')
    .execute()
  return rows.map(({ password_hash, ...row }) => ({ ...row, hasPassword: password_hash !== null }))
}

export interface Allowance {
  readonly allowsLogins: boolean
  readonly expiration: string
}

/**
 * Whether a membership may have additional logins. `lock` locks the member until the transaction ends, so that two at
 * once do not exceed what is allowed.
 */
export async function findAllowance(tx: Tx, memberId: number, lock?: 'lock'): Promise<Allowance | undefined> {
  const row = await tx
    .selectFrom('member')
    .leftJoin('member_type as type', 'type.id', 'member.member_type_id')
    .where('member.id', '=', memberId)
    .where('member.deleted_at', 'is', null)
    .select(['member.parent_id', 'type.allow_children', membershipEnd().as('expiration')])
    .$if(lock !== undefined, (query) => query.forUpdate('member'))
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { parent_id, allow_children, expiration } = row
  return { allowsLogins: parent_id === null && allow_children === true, expiration }
}

/** Undefined when a member of the club has this address already. */
export async function insertAdditionalLogin(
  tx: Tx,
  login: {
    readonly parentId: number
    readonly fname: string
    readonly lname: string
    readonly email: string
    readonly emailFolded: string
    /** Calendar days. */
    readonly expiresOn: string
    readonly joinedOn: string
    readonly language: 'en' | 'es' | null
  },
): Promise<number | undefined> {
  const { parentId, fname, lname, email, emailFolded, expiresOn, joinedOn, language } = login
  const row = await tx
    .insertInto('member')
    .values({
      parent_id: parentId,
      fname,
      lname,
      email,
      email_folded: emailFolded,
      ...toEndColumns(expiresOn),
      joined_on: joinedOn,
      language,
      email_proved_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'email_folded']).where('deleted_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return undefined
  // nobody is listed who has not been asked
  await tx
    .insertInto('member_settings')
    .values({ member_id: row.id, roster: false, enewsletter: false })
    .execute()
  return row.id
}

/** For a query with the table `member` under its own name: it was invited, and nobody has answered. */
export function isUnanswered(): RawBuilder<boolean> {
  return sql<boolean>`(
    member.parent_id is not null and member.password_hash is null and member.email_proved_at is null
  )`
}

/** Whoever joins with the address is its own member: an invitation that nobody has answered keeps nobody out. */
export async function endUnanswered(tx: Tx, emailFolded: string, now: Date): Promise<void> {
  await tx
    .updateTable('member')
    .set((eb) => ({ deleted_at: now, token_version: eb('token_version', '+', 1) }))
    .where('email_folded', '=', emailFolded)
    .where('deleted_at', 'is', null)
    .where(isUnanswered())
    .execute()
}

/** False unless it is an additional login of this member. Its sign-ins and what it was sent end at once. */
export async function deleteAdditionalLogin(
  tx: Tx,
  parentId: number,
  memberId: number,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('member')
    .set((eb) => ({ deleted_at: now, token_version: eb('token_version', '+', 1) }))
    .where('id', '=', memberId)
    .where('parent_id', '=', parentId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return false
  for (const table of ['push_subscription', 'member_session'] as const) {
    await tx.deleteFrom(table).where('member_id', '=', memberId).execute()
  }
  return true
}
