// All SQL about roles: who has which, since when, and the link to become the first owner.
import { type RawBuilder, sql } from 'kysely'
import { type HeldRole, type Right, type Role, roleRules, roles } from '../../../domain/rights.ts'
import { inNameOrder } from '../../db/inNameOrder.ts'
import type { Tx } from '../../db/open.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'
import { eventRoleDaysAfter } from '../../limits/times.ts'

/** A role of an event ends by itself after it. `officer` and `event` under their own names. */
function isHeld(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(officer.taken_at is null and (officer.until_at is null or officer.until_at > ${now})
    and (officer.event_id is null or event.end_on + ${eventRoleDaysAfter}::int >= (${now}::timestamptz)::date))`
}

function selectHeld(tx: Tx, now: Date) {
  return tx
    .selectFrom('officer')
    .leftJoin('event', 'event.id', 'officer.event_id')
    .innerJoin('member', 'member.id', 'officer.member_id')
    .where('member.deleted_at', 'is', null)
    .where(isHeld(now))
}

/** What the member may do as an officer rests on these. Empty while they are suspended. */
export async function findHeldRoles(tx: Tx, memberId: number, now: Date): Promise<HeldRole[]> {
  const rows = await selectHeld(tx, now)
    .where('officer.member_id', '=', memberId)
    .where('member.suspended_at', 'is', null)
    .orderBy('officer.id')
    .select(['officer.role', 'officer.event_id as eventId'])
    .execute()
  return rows as HeldRole[]
}

/**
 * In any query: whether this member, a column, has a role for the whole club that gives the right. For what is shown: a
 * role that has just run out may still count, until `endRunOut` notes it.
 */
export function holdsRight(member: string, right: Right): RawBuilder<boolean> {
  return holdsOneOf(
    member,
    roles.filter((role) => roleRules[role].rights.includes(right)),
  )
}

/** The same of one role for the whole club. */
export function holdsRole(member: string, role: Role): RawBuilder<boolean> {
  return holdsOneOf(member, [role])
}

function holdsOneOf(member: string, giving: readonly Role[]): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from ${ofClub('officer')} where officer.member_id = ${sql.ref(member)}
    and officer.role = any(${giving}::text[]) and officer.event_id is null and officer.taken_at is null)`
}

/** The same: whether they have any role, for an event too. */
export function isOfficer(member: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from ${ofClub('officer')} where officer.member_id = ${sql.ref(member)}
    and officer.taken_at is null)`
}

/**
 * The clubs in which a role has run out, or may have: one of an event ends by the event's days. Needs an `acrossClubs`
 * transaction.
 */
export async function listClubsWithEndingRoles(tx: Tx, now: Date): Promise<number[]> {
  const rows = await tx
    .selectFrom('officer')
    .where('officer.taken_at', 'is', null)
    .where((eb) => eb.or([eb('officer.until_at', '<=', now), eb('officer.event_id', 'is not', null)]))
    .select('officer.tenant_id as id')
    .distinct()
    .execute()
  return rows.map(({ id }) => id)
}

/** Notes the end of roles that have run out, so that they can be given anew. */
export async function endRunOut(tx: Tx, now: Date): Promise<void> {
  const lastDay = sql<string>`(${now}::timestamptz)::date - ${eventRoleDaysAfter}::int`
  await tx
    .updateTable('officer')
    .set({ taken_at: now })
    .where('taken_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('until_at', '<=', now),
        eb('event_id', 'in', eb.selectFrom('event').where('end_on', '<', lastDay).select('id')),
      ]),
    )
    .execute()
}

export interface Officer extends HeldRole {
  readonly memberId: number
  readonly fname: string
  readonly lname: string
  readonly eventName: string | null
  readonly from: Date
  readonly until: Date | null
  /** Null: the command line, or the link of the first owner. */
  readonly givenBy: { readonly id: number; readonly fname: string; readonly lname: string } | null
  readonly reason: string
}

/** Who has a role now, by name. */
export async function listOfficers(tx: Tx, now: Date): Promise<Officer[]> {
  const rows = await selectHeld(tx, now)
    .leftJoin('member as giver', 'giver.id', 'officer.given_by')
    .orderBy(inNameOrder('member.lname'))
    .orderBy(inNameOrder('member.fname'))
    .orderBy('officer.id')
    .select(['officer.member_id as memberId', 'member.fname', 'member.lname', 'officer.role'])
    .select(['officer.event_id as eventId', 'event.name as eventName', 'officer.reason'])
    .select(['officer.from_at as from', 'officer.until_at as until', 'officer.given_by as giverId'])
    .select(['giver.fname as giverFname', 'giver.lname as giverLname'])
    .execute()
  return rows.map(({ giverId, giverFname, giverLname, role, ...row }) => ({
    ...row,
    role: role as Role,
    givenBy: giverId === null ? null : { id: giverId, fname: giverFname ?? '', lname: giverLname ?? '' },
  }))
}

/** Undefined if the club has no such member. */
export async function findMemberName(tx: Tx, memberId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('member')
    .where('id', '=', memberId)
    .where('deleted_at', 'is', null)
    .select(['fname', 'lname'])
    .executeTakeFirst()
  return row && `${row.fname} ${row.lname}`.trim()
}

/** So that of two who change the club's owners at once the second sees what the first did. */
export async function lockOwners(tx: Tx): Promise<void> {
  await tx.selectFrom('club').select('tenant_id').forNoKeyUpdate().execute()
}

/** Call `lockOwners` before. A suspended owner is none while they are. */
export async function hasOtherOwner(tx: Tx, memberId: number | null, now: Date): Promise<boolean> {
  const row = await selectHeld(tx, now)
    .where('officer.role', '=', 'owner')
    .where('member.suspended_at', 'is', null)
    .where((eb) => (memberId === null ? eb.val(true) : eb('officer.member_id', '!=', memberId)))
    .select('officer.id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the club would have no owner without them. Until the transaction ends, nobody else changes that. */
export async function isLastOwner(tx: Tx, memberId: number, now: Date): Promise<boolean> {
  await lockOwners(tx)
  const held = await findHeldRoles(tx, memberId, now)
  return held.some(({ role }) => role === 'owner') && !(await hasOtherOwner(tx, memberId, now))
}

export interface GivenRole extends HeldRole {
  readonly memberId: number
  readonly at: Date
  readonly until: Date | null
  readonly by: number | null
  readonly reason: string
}

/** False if they have it already. */
export async function giveRole(tx: Tx, given: GivenRole): Promise<boolean> {
  const { memberId, role, eventId, at, until, by, reason } = given
  await endRunOut(tx, at)
  const row = await tx
    .insertInto('officer')
    .values({
      ...{ member_id: memberId, role, event_id: eventId, from_at: at, until_at: until },
      ...{ given_by: by, reason },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** False if they do not have it. */
export async function takeRole(tx: Tx, taken: Omit<GivenRole, 'until'>): Promise<boolean> {
  const { memberId, role, eventId, at, by, reason } = taken
  const row = await tx
    .updateTable('officer')
    .set({ taken_at: at, taken_by: by, taken_reason: reason })
    .where('member_id', '=', memberId)
    .where('role', '=', role)
    .where('event_id', 'is not distinct from', eventId)
    .where('taken_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** All that they have, with the account. */
export async function endRoles(tx: Tx, memberId: number, at: Date): Promise<void> {
  await tx
    .updateTable('officer')
    .set({ taken_at: at })
    .where('member_id', '=', memberId)
    .where('taken_at', 'is', null)
    .execute()
}

/** A new link ends those before it. */
export async function setOwnerLink(
  tx: Tx,
  link: { readonly hash: string; readonly until: Date },
): Promise<void> {
  await tx.deleteFrom('owner_link').execute()
  await tx.insertInto('owner_link').values({ hash: link.hash, until_at: link.until }).execute()
}

/** Whether there was such a link. It serves once. */
export async function takeOwnerLink(tx: Tx, hash: string, now: Date): Promise<boolean> {
  const row = await tx
    .deleteFrom('owner_link')
    .where('hash', '=', hash)
    .returning('until_at')
    .executeTakeFirst()
  return row !== undefined && row.until_at > now
}
