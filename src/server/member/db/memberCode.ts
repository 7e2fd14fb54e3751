// All SQL about codes that prove a member's mailbox or phone.
import type { MemberCodeKind } from '../../../domain/members/memberCode.ts'
import { nameFields, type Row } from '../../db/fields.ts'
import type { Tx } from '../../db/open.ts'

/** What each kind may carry; '{}' for the others. */
export interface CodeDetails extends Record<MemberCodeKind, object> {
  /** The address to which it was sent. */
  'email-change': { readonly email: string }
  /** The address before the change. */
  'email-undo': { readonly email: string }
  /** The folded address to which it was sent. */
  'email-proof': { readonly emailFolded: string }
  'password-undo': NoDetails
  setup: NoDetails
  invitation: NoDetails
  temporary: NoDetails
  /** The sign-in that made it. */
  link: { readonly sessionId: string }
}

type NoDetails = Readonly<Record<string, never>>

const names = {
  id: 'id',
  memberId: 'member_id',
  kind: 'kind',
  hash: 'hash',
  detail: 'detail',
  createdAt: 'created_at',
  expiresAt: 'expires_at',
  wrongTries: 'wrong_tries',
  /** Null while it has been neither used nor replaced. */
  endedAt: 'ended_at',
  usedAt: 'used_at',
} as const

const { columns, toColumns } = nameFields('member_code', names)
type CodeRow = Row<'member_code', typeof names>

export interface StoredCode<K extends MemberCodeKind = MemberCodeKind> extends CodeRow {
  readonly kind: K
  readonly detail: CodeDetails[K]
}

type NewCode<K extends MemberCodeKind> = Omit<StoredCode<K>, 'wrongTries' | 'endedAt' | 'usedAt'>

/** False when another code has this hash already. */
export async function insertCode<K extends MemberCodeKind>(
  tx: Tx,
  { detail, ...code }: NewCode<K>,
): Promise<boolean> {
  const row = await tx
    .insertInto('member_code')
    .values({ ...toColumns(code), detail: JSON.stringify(detail) })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'kind', 'hash']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Also one that cannot be used any more: the caller says why. Locked until the transaction ends. */
export async function findCodeByHash<K extends MemberCodeKind>(
  tx: Tx,
  kind: K,
  hash: string,
): Promise<StoredCode<K> | undefined> {
  const row = await selectCode(tx, kind).where('hash', '=', hash).forUpdate().executeTakeFirst()
  return row && toStored(row)
}

export async function findCodeById<K extends MemberCodeKind>(
  tx: Tx,
  kind: K,
  id: string,
): Promise<StoredCode<K> | undefined> {
  const row = await selectCode(tx, kind).where('id', '=', id).executeTakeFirst()
  return row && toStored(row)
}

/** Those that can still be used, newest first. Locked, so that two guesses at once are two tries. */
export async function listOpenCodes<K extends MemberCodeKind>(
  tx: Tx,
  { memberId, kind, now, mostWrongTries }: { memberId: number; kind: K; now: Date; mostWrongTries: number },
): Promise<StoredCode<K>[]> {
  const rows = await selectCode(tx, kind)
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('wrong_tries', '<', mostWrongTries)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => toStored<K>(row))
}

/** Also runs for no codes at all, so that the work does not show whether there is one. */
export async function countWrongTries(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('member_code')
    .set((row) => ({ wrong_tries: row('wrong_tries', '+', 1) }))
    .where('id', 'in', ids.length === 0 ? ['00000000-0000-0000-0000-000000000000'] : [...ids])
    .execute()
}

/** False when it was used or replaced before. */
export async function spendCode(tx: Tx, id: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('member_code')
    .set({ ended_at: now, used_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Nobody can use them any more. Without kinds, all of the member's codes. */
export async function endCodes(
  tx: Tx,
  memberId: number,
  { now, kinds }: { now: Date; kinds?: readonly MemberCodeKind[] },
): Promise<void> {
  await tx
    .updateTable('member_code')
    .set({ ended_at: now })
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', [...(kinds ?? [])]))
    .execute()
}

/** Those of the member that ended so long ago that nobody needs to be told about them. */
export async function forgetCodes(tx: Tx, memberId: number, expiredBefore: Date): Promise<void> {
  await tx
    .deleteFrom('member_code')
    .where('member_id', '=', memberId)
    .where('expires_at', '<', expiredBefore)
    .execute()
}

function selectCode(tx: Tx, kind: MemberCodeKind) {
  return tx.selectFrom('member_code').where('kind', '=', kind).select(columns)
}

function toStored<K extends MemberCodeKind>(row: CodeRow): StoredCode<K> {
  return { ...row, kind: row.kind as K, detail: row.detail as CodeDetails[K] }
}
