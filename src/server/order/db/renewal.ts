// All SQL about renewals with a saved card: one row for each member and period.
import type { Selectable } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { Schema } from '../../db/schema.gen.ts'
import { isActiveMember } from '../../member/db/activeMember.ts'
import { endOfOwnMembership, isLifeMember } from '../../member/db/membershipEnd.ts'

export type RenewalState = 'charging' | 'waiting' | 'confirm' | 'stopped' | 'done'
export type RenewalStarter = 'member' | 'job'

/** `period` is the expiration from which it extends. */
export interface RenewalName {
  readonly memberId: number
  readonly period: string
}

export interface StoredRenewal extends RenewalName {
  readonly state: RenewalState
  readonly startedBy: RenewalStarter
  /** Counts every charge that was begun. It is part of the charge's key at the provider. */
  readonly attempt: number
  /** How many charges of the job were declined. */
  readonly tries: number
  /** The job does nothing more for this period. The member still can. */
  readonly isJobOver: boolean
  readonly orderKey: string | null
  /** Why the last charge was declined, in the provider's word, or ''. */
  readonly reason: string
  readonly firstTryAt: Date | null
  readonly nextTryAt: Date | null
  /** The new expiration; null before it is done. */
  readonly renewedTo: string | null
  readonly changedAt: Date
}

const columns = [
  'member_id',
  'period',
  'state',
  'started_by',
  'attempt',
  'tries',
  'is_job_over',
  'order_key',
  'reason',
  'first_try_at',
  'next_try_at',
  'renewed_to',
  'changed_at',
] as const satisfies readonly (keyof Schema['renewal'])[]

/** `lock` locks the row until this transaction ends. */
export async function findRenewal(
  tx: Tx,
  { memberId, period }: RenewalName,
  lock?: 'lock',
): Promise<StoredRenewal | undefined> {
  const row = await tx
    .selectFrom('renewal')
    .where('member_id', '=', memberId)
    .where('period', '=', period)
    .select(columns)
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirst()
  return row && toRenewal(row)
}

/** What this member has last renewed since then. */
export async function findLastRenewal(
  tx: Tx,
  memberId: number,
  since: Date,
): Promise<StoredRenewal | undefined> {
  const row = await tx
    .selectFrom('renewal')
    .where('member_id', '=', memberId)
    .where('state', '=', 'done')
    .where('changed_at', '>=', since)
    .orderBy('changed_at', 'desc')
    .select(columns)
    .limit(1)
    .executeTakeFirst()
  return row && toRenewal(row)
}

function toRenewal(row: Pick<Selectable<Schema['renewal']>, (typeof columns)[number]>): StoredRenewal {
  return {
    memberId: row.member_id,
    period: row.period,
    state: row.state as RenewalState,
    startedBy: row.started_by as RenewalStarter,
    attempt: row.attempt,
    tries: row.tries,
    isJobOver: row.is_job_over,
    orderKey: row.order_key,
    reason: row.reason,
    firstTryAt: row.first_try_at,
    nextTryAt: row.next_try_at,
    renewedTo: row.renewed_to,
    changedAt: row.changed_at,
  }
}

/** Stores the whole row; with `new` only if there is none. The transaction must have locked the member. */
export async function putRenewal(tx: Tx, renewal: StoredRenewal, only?: 'new'): Promise<void> {
  const { memberId, period } = renewal
  const content = {
    state: renewal.state,
    started_by: renewal.startedBy,
    attempt: renewal.attempt,
    tries: renewal.tries,
    is_job_over: renewal.isJobOver,
    order_key: renewal.orderKey,
    reason: renewal.reason,
    first_try_at: renewal.firstTryAt,
    next_try_at: renewal.nextTryAt,
    renewed_to: renewal.renewedTo,
    changed_at: renewal.changedAt,
  }
  await tx
    .insertInto('renewal')
    .values({ member_id: memberId, period, ...content })
    .onConflict((conflict) => {
      const same = conflict.columns(['tenant_id', 'member_id', 'period'])
      return only === 'new' ? same.doNothing() : same.doUpdateSet(content)
    })
    .execute()
}

/** Whatever order has renewed this period, no card is charged for it any more. */
export async function endRenewal(
  tx: Tx,
  { memberId, period }: RenewalName,
  renewedTo: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('renewal')
    .set({ state: 'done', renewed_to: renewedTo, next_try_at: null, reason: '', changed_at: at })
    .where('member_id', '=', memberId)
    .where('period', '=', period)
    .execute()
}

/** The renewal was taken back, whatever order made it: only the member may renew this period again. */
export async function reopenRenewal(tx: Tx, { memberId, period }: RenewalName, at: Date): Promise<void> {
  const content = {
    state: 'stopped' as const,
    is_job_over: true,
    reason: 'refunded',
    next_try_at: null,
    renewed_to: null,
    changed_at: at,
  }
  await tx
    .insertInto('renewal')
    .values({ member_id: memberId, period, started_by: 'member', ...content })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'member_id', 'period']).doUpdateSet(content))
    .execute()
}

export interface AutoRenewing extends RenewalName {
  readonly tries: number
  readonly attempt: number
  readonly state: RenewalState | null
  readonly nextTryAt: Date | null
  readonly isJobOver: boolean
}

/**
 * Members whose membership renews itself and ends on one of these days: with a default card that they agreed
 * to, and no additional logins or life members. Each has the state of their renewal, if it has begun.
 */
export async function listAutoRenewing(
  tx: Tx,
  { mode, from, until }: { mode: string; from: string; until: string },
): Promise<AutoRenewing[]> {
  const rows = await tx
    .selectFrom('member')
    .innerJoin('member_settings as settings', 'settings.member_id', 'member.id')
    .innerJoin('saved_card as card', 'card.member_id', 'member.id')
    .leftJoin('renewal', (join) =>
      join.onRef('renewal.member_id', '=', 'member.id').on('renewal.period', '=', endOfOwnMembership()),
    )
    .where(endOfOwnMembership(), '>=', from)
    .where(endOfOwnMembership(), '<=', until)
    .where(isLifeMember(), '=', false)
    .where(isActiveMember())
    .where('member.parent_id', 'is', null)
    .where('member.member_type_id', 'is not', null)
    .where('settings.auto_renew', '=', true)
    .where('card.mode', '=', mode)
    .where('card.is_default', '=', true)
    .where('card.consent', '<>', '')
    .orderBy(endOfOwnMembership())
    .orderBy('member.id')
    .select([
      'member.id',
      'renewal.tries',
      'renewal.attempt',
      'renewal.state',
      'renewal.next_try_at',
      'renewal.is_job_over',
    ])
    .select(endOfOwnMembership().as('membership_end'))
    .execute()
  return rows.map((row) => ({
    memberId: row.id,
    period: row.membership_end,
    tries: row.tries ?? 0,
    attempt: row.attempt ?? 0,
    state: row.state as RenewalState | null,
    nextTryAt: row.next_try_at,
    isJobOver: row.is_job_over ?? false,
  }))
}

export interface EndedRenewal {
  readonly period: string
  readonly hasOrder: boolean
}

/** No card is charged for any period any more. Answers those that were not done. */
export async function endRenewals(tx: Tx, memberId: number, at: Date): Promise<EndedRenewal[]> {
  const rows = await tx
    .updateTable('renewal')
    .set({ state: 'stopped', is_job_over: true, reason: 'closed', next_try_at: null, changed_at: at })
    .where('member_id', '=', memberId)
    .where('state', '<>', 'done')
    .returning(['period', 'order_key'])
    .execute()
  return rows.map(({ period, order_key }) => ({ period, hasOrder: order_key !== null }))
}
