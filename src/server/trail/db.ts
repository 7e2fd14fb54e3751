// All SQL about the trail. The role that serves requests adds to it and reads it; it can change nothing in it.
import {
  type Changed,
  type FieldChange,
  listFieldChanges,
  splitContact,
  type TrailKind,
} from '../../domain/trail.ts'
import type { Tx } from '../db/open.ts'

export interface TrailCall {
  /** The action's name on the wire. */
  readonly action: string
  /** Null: the command line. */
  readonly memberId: number | null
  readonly key: string | null
  readonly at: Date
}

export async function addTrail(
  tx: Tx,
  { action, memberId: by, key, at }: TrailCall,
  all: readonly Changed[],
): Promise<void> {
  for (const changed of all) {
    const { kind, id, label = '', eventId = null, memberId, reason = '' } = changed
    const { kept, contact } = splitContact(kind, listFieldChanges(changed))
    const { id: trailId } = await tx
      .insertInto('trail')
      .values({
        ...{ at, by_member: by, action, kind, thing: String(id), event_id: eventId, label, reason, key },
        changes: JSON.stringify(kept),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (contact.length === 0 || memberId === undefined) continue
    await tx
      .insertInto('trail_value')
      .values(
        contact.map(({ field, before, after }) => ({
          ...{ trail_id: trailId, member_id: memberId, field },
          ...{ before: JSON.stringify(before), after: JSON.stringify(after) },
        })),
      )
      .execute()
  }
}

export interface TrailRow {
  readonly id: number
  readonly at: Date
  readonly by: { readonly id: number; readonly name: string } | null
  readonly action: string
  readonly kind: TrailKind
  readonly thing: string
  readonly eventId: number | null
  readonly label: string
  readonly reason: string
  readonly changes: readonly (Partial<FieldChange> & { readonly field: string })[]
}

export interface TrailWish {
  readonly kinds: readonly TrailKind[]
  readonly thing?: string | undefined
  readonly by?: number | undefined
  /** Only rows older than this one. */
  readonly before?: number | undefined
  readonly limit: number
  /** Whether contact values are shown. Otherwise only that they have changed. */
  readonly showsContact: boolean
}

/** The newest first. */
export async function listTrail(tx: Tx, wish: TrailWish): Promise<TrailRow[]> {
  const { kinds, thing, by, before, limit, showsContact } = wish
  const rows = await tx
    .selectFrom('trail')
    .leftJoin('member', 'member.id', 'trail.by_member')
    .where('trail.kind', 'in', kinds.length === 0 ? [''] : kinds)
    .$if(thing !== undefined, (query) => query.where('trail.thing', '=', thing ?? ''))
    .$if(by !== undefined, (query) => query.where('trail.by_member', '=', by ?? 0))
    .$if(before !== undefined, (query) => query.where('trail.id', '<', before ?? 0))
    .orderBy('trail.id', 'desc')
    .limit(limit)
    .select(['trail.id', 'trail.at', 'trail.by_member as byId', 'trail.action', 'trail.kind', 'trail.thing'])
    .select(['trail.event_id as eventId', 'trail.label', 'trail.reason', 'trail.changes'])
    .select(['member.fname', 'member.lname'])
    .execute()
  const values = showsContact
    ? await listValues(
        tx,
        rows.map(({ id }) => id),
      )
    : new Map<string, FieldChange>()
  return rows.map(({ byId, fname, lname, changes, kind, id, ...row }) => ({
    ...row,
    id,
    kind: kind as TrailKind,
    by: byId === null ? null : { id: byId, name: `${fname ?? ''} ${lname ?? ''}`.trim() },
    changes: (changes as TrailRow['changes']).map((change) => values.get(`${id} ${change.field}`) ?? change),
  }))
}

async function listValues(tx: Tx, ids: readonly number[]): Promise<Map<string, FieldChange>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('trail_value')
    .where('trail_id', 'in', ids)
    .select(['trail_id as id', 'field', 'before', 'after'])
    .execute()
  return new Map(rows.map(({ id, ...change }) => [`${id} ${change.field}`, change]))
}

/** With the account: what the trail has of how the member was reached. */
export async function eraseTrailValues(tx: Tx, memberId: number): Promise<void> {
  await tx.deleteFrom('trail_value').where('member_id', '=', memberId).execute()
}
