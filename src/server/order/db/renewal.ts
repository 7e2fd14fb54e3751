// All SQL about renewals with a saved card: one row for each member and period, and when each club's are checked next.
import { sql } from 'kysely'
import type { TenantIdentity } from '../../club/db/tenant.ts'
import { anyOf } from '../../db/anyOf.ts'
import { nameFields, type Row } from '../../db/fields.ts'
import type { Tx } from '../../db/open.ts'
import { isActiveMember } from '../../member/db/activeMember.ts'
import { endOfOwnMembership, isLifeMember } from '../../member/db/membershipEnd.ts'

const names = {
  memberId: 'member_id',
  /** The expiration from which it extends. */
  period: 'period',
  state: 'state',
  startedBy: 'started_by',
  /** Counts every charge that was begun. It is part of the charge's key at the provider. */
  attempt: 'attempt',
  /** How many charges of the job were declined. */
  tries: 'tries',
  /** The job does nothing more for this period. The member still can. */
  isJobOver: 'is_job_over',
  orderKey: 'order_key',
  /** Why the last charge was declined, in the provider's word, or ''. */
  reason: 'reason',
  firstTryAt: 'first_try_at',
  nextTryAt: 'next_try_at',
  /** The new expiration; null before it is done. */
  renewedTo: 'renewed_to',
  changedAt: 'changed_at',
} as const

const { columns, toColumns } = nameFields('renewal', names)
export type StoredRenewal = Row<'renewal', typeof names>
type RenewalName = Pick<StoredRenewal, 'memberId' | 'period'>

/** `lock` locks the row until this transaction ends. */
export function findRenewal(
  tx: Tx,
  { memberId, period }: RenewalName,
  lock?: 'lock',
): Promise<StoredRenewal | undefined> {
  return tx
    .selectFrom('renewal')
    .where('member_id', '=', memberId)
    .where('period', '=', period)
    .select(columns)
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirst()
}

/** What this member has last renewed since then. */
export function findLastRenewal(tx: Tx, memberId: number, since: Date): Promise<StoredRenewal | undefined> {
  return tx
    .selectFrom('renewal')
    .where('member_id', '=', memberId)
    .where('state', '=', 'done')
    .where('changed_at', '>=', since)
    .orderBy('changed_at', 'desc')
    .select(columns)
    .limit(1)
    .executeTakeFirst()
}

/** Stores the whole row; with `new` only if there is none. The transaction must have locked the member. */
export async function putRenewal(tx: Tx, renewal: StoredRenewal, only?: 'new'): Promise<void> {
  const { memberId, period, ...rest } = renewal
  const content = toColumns(rest)
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

export type AutoRenewing = Pick<StoredRenewal, 'memberId' | 'period' | 'tries' | 'attempt' | 'isJobOver'> & {
  /** Null before it has begun. */
  readonly state: StoredRenewal['state'] | null
  readonly nextTryAt: Date | null
}

/**
 * Members whose membership renews itself and ends on one of these days: with a default card that they agreed
 * to, and no additional logins, life members, or those who could be told of nothing. Each has the state of their renewal, if it has begun.
 */
export function listAutoRenewing(
  tx: Tx,
  { mode, from, until }: { mode: string; from: string; until: string },
): Promise<AutoRenewing[]> {
  return tx
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
    .where('member.email_folded', 'is not', null)
    .where('member.parent_id', 'is', null)
    .where('member.member_type_id', 'is not', null)
    .where('settings.auto_renew', '=', true)
    .where('card.mode', '=', mode)
    .where('card.is_default', '=', true)
    .where('card.consent', '<>', '')
    .orderBy(endOfOwnMembership())
    .orderBy('member.id')
    .select(['member.id as memberId', 'renewal.state', 'renewal.next_try_at as nextTryAt'])
    .select(({ fn, lit }) => [
      endOfOwnMembership().as('period'),
      fn.coalesce('renewal.tries', lit(0)).as('tries'),
      fn.coalesce('renewal.attempt', lit(0)).as('attempt'),
      fn.coalesce('renewal.is_job_over', lit(false)).as('isJobOver'),
    ])
    .execute()
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

/**
 * Needs an `acrossClubs` transaction. Of the clubs that are due, those where nobody has a card that may be charged by
 * itself, with their time zones. Suspended clubs are left out.
 */
export async function listIdleRounds(
  tx: Tx,
  { now, mode }: { now: Date; mode: string },
): Promise<{ id: number; timeZone: string }[]> {
  // by itself, because in one statement the plan may read all clubs to find that none is due
  const due = await tx.selectFrom('renewal_round').where('due_at', '<=', now).select('club_id').execute()
  if (due.length === 0) return []
  return tx
    .selectFrom('tenant')
    .innerJoin('club', 'club.tenant_id', 'tenant.id')
    .where('tenant.id', '=', anyOf(due.map(({ club_id }) => club_id)))
    .where('tenant.suspended', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('saved_card')
            .whereRef('saved_card.tenant_id', '=', 'tenant.id')
            .where('saved_card.mode', '=', mode)
            .where('saved_card.is_default', '=', true)
            .where('saved_card.consent', '<>', '')
            .select('saved_card.mode'),
        ),
      ),
    )
    .select(['tenant.id', 'club.time_zone as timeZone'])
    .execute()
}

/**
 * Needs a `withoutClub` transaction. Nobody else gets these clubs until `lockedUntil`; after that they are due
 * again, as if the process had died. Suspended clubs are left out.
 */
export async function takeRenewalRounds(
  tx: Tx,
  { now, lockedUntil, most }: { now: Date; lockedUntil: Date; most: number },
): Promise<TenantIdentity[]> {
  const { rows } = await sql<TenantIdentity>`
    with due as materialized (
      select round.club_id from renewal_round round join tenant on tenant.id = round.club_id
      where round.due_at <= ${now} and not tenant.suspended
      order by round.due_at limit ${most} for update of round skip locked)
    update renewal_round set due_at = ${lockedUntil} from due join tenant on tenant.id = due.club_id
    where renewal_round.club_id = due.club_id
    returning tenant.id, tenant.uuid, tenant.slug`.execute(tx)
  return rows.toSorted((a, b) => a.id - b.id)
}

/** Needs a `withoutClub` transaction. */
export async function setRenewalRounds(tx: Tx, tenantIds: readonly number[], dueAt: Date): Promise<void> {
  await tx
    .updateTable('renewal_round')
    .set({ due_at: dueAt })
    .where('club_id', '=', anyOf(tenantIds))
    .execute()
}
