// All SQL about members.
import type { Member } from '../../../domain/member.ts'
import { memberFields } from '../../../domain/shapes/member.ts'
import { listShownColumns, toAnswer } from '../../../domain/shapes/noun.ts'
import type { Tx } from '../open.ts'

/** What a sign-in needs of an account. */
export interface Account {
  memberId: number
  passwordHash: string | null
  tokenVersion: number
}

export async function findAccount(
  tx: Tx,
  tenantId: number,
  emailFolded: string,
): Promise<Account | undefined> {
  const row = await tx
    .selectFrom('member')
    .where('tenant_id', '=', tenantId)
    .where('email_folded', '=', emailFolded)
    .where('deleted_at', 'is', null)
    .select(['id', 'password_hash', 'token_version'])
    .executeTakeFirst()
  return row && { memberId: row.id, passwordHash: row.password_hash, tokenVersion: row.token_version }
}

/** As stored: `avatar` is the picture's hash, or ''. */
export async function findMember(tx: Tx, tenantId: number, memberId: number): Promise<Member | undefined> {
  const row = await tx
    .selectFrom('member')
    .leftJoin('member_settings as settings', (join) =>
      join.onRef('settings.tenant_id', '=', 'member.tenant_id').onRef('settings.member_id', '=', 'member.id'),
    )
    .where('member.tenant_id', '=', tenantId)
    .where('member.id', '=', memberId)
    .where('member.deleted_at', 'is', null)
    .select(listShownColumns(memberFields).map((column) => `member.${column}` as const))
    .select('settings.moderator')
    .executeTakeFirst()
  return (
    row && {
      ...toAnswer(memberFields, row, (hash) => hash ?? ''),
      phone: row.phone_numbers[0]?.longCode ?? '',
      moderator: row.moderator ?? false,
    }
  )
}

/** What a renewal needs of a member; `type` is 0 and the rest of it empty when the member has none. */
export interface StoredMembership {
  memberId: number
  email: string
  fname: string
  lname: string
  address: string
  city: string
  state: string
  zip: string
  expiration: string
  /** 0 when it is nobody's additional login. */
  parentId: number
  type: number
  typeLabel: string
  renewPriceCents: number
}

export async function findMembership(
  tx: Tx,
  tenantId: number,
  by: { readonly emailFolded: string } | { readonly memberId: number },
): Promise<StoredMembership | undefined> {
  const row = await tx
    .selectFrom('member')
    .leftJoin('member_type as type', (join) =>
      join.onRef('type.tenant_id', '=', 'member.tenant_id').onRef('type.id', '=', 'member.member_type_id'),
    )
    .where('member.tenant_id', '=', tenantId)
    .where((where) =>
      'memberId' in by
        ? where('member.id', '=', by.memberId)
        : where('member.email_folded', '=', by.emailFolded),
    )
    .where('member.deleted_at', 'is', null)
    .select([
      'member.id',
      'member.fname',
      'member.lname',
      'member.email',
      'member.address',
      'member.city',
      'member.state',
      'member.zip',
      'member.expires_on',
      'member.parent_id',
      'type.id as type_id',
      'type.label',
      'type.renew_price_cents',
    ])
    .executeTakeFirst()
  return (
    row && {
      memberId: row.id,
      email: row.email,
      fname: row.fname,
      lname: row.lname,
      address: row.address,
      city: row.city,
      state: row.state,
      zip: row.zip,
      expiration: row.expires_on,
      parentId: row.parent_id ?? 0,
      type: row.type_id ?? 0,
      typeLabel: row.label ?? '',
      renewPriceCents: row.renew_price_cents ?? 0,
    }
  )
}

/** The language in which the club writes to this member. */
export async function rememberLanguage(
  tx: Tx,
  tenantId: number,
  memberId: number,
  language: 'en' | 'es',
): Promise<void> {
  await tx
    .updateTable('member')
    .set({ language })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', memberId)
    .where('language', 'is distinct from', language)
    .execute()
}
