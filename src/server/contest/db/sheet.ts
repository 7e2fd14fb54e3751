// All SQL about score sheets. There are only revisions; the one with the highest sequence is current.
import { sql } from 'kysely'
import { findWhyNot } from '../../../domain/results.ts'
import type { Score, SheetChange } from '../../../domain/scoring.ts'
import type { Tx } from '../../db/open.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'

/** A judge has one current sheet for each of these. */
export interface SheetPlace {
  formId: number
  judgeId: number
  entryId: number
}

export interface NewSheet extends SheetPlace {
  eventId: number
  sequence: number
  key: string
  madeAt: Date
  at: Date
  scores: readonly Score[]
  notes: string
  late: boolean
  /** It takes back the earlier ones of its place, and has no scores. */
  withdrawn: boolean
  /** Why the judge took it back, where they were asked. */
  reason: string
  /** The car that the judge meant, if it was moved there. */
  movedTo: number | null
}

/** The revision that counts. */
export interface CurrentRevision {
  key: string
  madeAt: Date
}

export interface StoredRevisions {
  /** 0 when there is no sheet. */
  highest: number
  /** Null when there is no sheet. */
  current: CurrentRevision | null
  count: number
  /** When the last one arrived. */
  lastAt: Date | null
}

/** In the order of the places. */
export async function findRevisions(tx: Tx, places: readonly SheetPlace[]): Promise<StoredRevisions[]> {
  if (places.length === 0) return []
  const column = (name: keyof SheetPlace): number[] => places.map((place) => place[name])
  const { rows } = await sql<
    Omit<StoredRevisions, 'current'> & { currentKey: string | null; madeAt: Date | null }
  >`
    select stored.highest, stored.count, stored.last_at as "lastAt", stored.key as "currentKey",
      stored.made_at as "madeAt"
    from unnest(${column('formId')}::int[], ${column('judgeId')}::int[], ${column('entryId')}::int[])
      with ordinality as place (form_id, judge_id, entry_id, at)
    cross join lateral (
      select coalesce(max(sequence), 0)::int as highest, count(*)::int as count, max(at) as last_at,
        (array_agg(key order by sequence desc, made_at desc, key desc))[1] as key,
        (array_agg(made_at order by sequence desc, made_at desc, key desc))[1] as made_at
      from ${ofClub('sheet')}
      where form_id = place.form_id and judge_id = place.judge_id
        and entry_id = place.entry_id
    ) as stored
    order by place.at`.execute(tx)
  return rows.map(({ currentKey, madeAt, ...stored }) => ({
    ...stored,
    current: currentKey === null || madeAt === null ? null : { key: currentKey, madeAt },
  }))
}

export interface SentSheet {
  formId: number
  carNumber: string
  /** The highest sequence that has arrived. */
  sequence: number
}

/** All that a judge of this event has sent, from any phone. */
export function listSentSheets(
  tx: Tx,
  { eventId, judgeId }: { eventId: number; judgeId: number },
): Promise<SentSheet[]> {
  return tx
    .selectFrom('judging_form as form')
    .innerJoin('sheet', 'sheet.form_id', 'form.id')
    .innerJoin('entry', 'entry.id', 'sheet.entry_id')
    .where('form.event_id', '=', eventId)
    .where('sheet.judge_id', '=', judgeId)
    .groupBy(['sheet.form_id', 'entry.car_number'])
    .select((select) => [
      'sheet.form_id as formId',
      'entry.car_number as carNumber',
      select.fn.max('sheet.sequence').as('sequence'),
    ])
    .execute()
}

/** The newest revision of a place comes first. */
export const isNewest = sql<boolean>`row_number() over (partition by sheet.form_id, sheet.judge_id, sheet.entry_id
  order by sheet.sequence desc, sheet.made_at desc, sheet.key desc) = 1`

/** Every revision of a judge of this event, car by car, in the order of the sequences. */
export async function listRevisions(tx: Tx, { eventId, judgeId }: { eventId: number; judgeId: number }) {
  const rows = await tx
    .selectFrom('judging_form as form')
    .innerJoin('sheet', 'sheet.form_id', 'form.id')
    .innerJoin('entry', 'entry.id', 'sheet.entry_id')
    .leftJoin('entry as target', 'target.id', 'sheet.moved_to')
    .where('form.event_id', '=', eventId)
    .where('sheet.judge_id', '=', judgeId)
    .select([
      'sheet.key',
      'sheet.form_id as formId',
      'entry.car_number as carNumber',
      'target.car_number as movedTo',
      'sheet.sequence',
      'sheet.scores',
      'sheet.notes',
      'sheet.at',
      'sheet.withdrawn',
      'sheet.voided_at as voidedAt',
      'sheet.changes',
      isNewest.as('isNewest'),
    ])
    .orderBy('sheet.form_id')
    .orderBy('entry.car_number')
    .orderBy('sheet.sequence')
    .orderBy('sheet.key')
    .execute()
  return rows.map(({ isNewest, withdrawn, voidedAt, changes, at, ...rest }) => ({
    ...rest,
    at: at.toISOString(),
    // null if it counts
    why: findWhyNot({ isNewest, withdrawn, isVoid: voidedAt !== null }),
    // what the officer said who has voided it; '' otherwise
    reason: voidedAt === null ? '' : (changes.findLast(({ what }) => what === 'voided')?.reason ?? ''),
  }))
}

/** False if the sheet was so already, or takes others back and has nothing that counts. */
export async function storeSheetChange(
  tx: Tx,
  { eventId, key }: { eventId: number; key: string },
  change: SheetChange,
): Promise<boolean> {
  const isVoid = change.what === 'voided'
  const { numUpdatedRows } = await tx
    .updateTable('sheet')
    .set({
      voided_at: isVoid ? new Date(change.at) : null,
      changes: sql`changes || ${JSON.stringify([change])}::jsonb`,
    })
    .where('event_id', '=', eventId)
    .where('key', '=', key)
    .where('withdrawn', '=', false)
    .where('voided_at', isVoid ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores every revision. One that is stored already stays as it is. */
export async function insertSheets(tx: Tx, sheets: readonly NewSheet[]): Promise<void> {
  if (sheets.length === 0) return
  // always in the same order, so that two processes cannot deadlock
  const sorted = [...sheets].sort(
    (a, b) =>
      a.formId - b.formId ||
      a.judgeId - b.judgeId ||
      a.entryId - b.entryId ||
      a.sequence - b.sequence ||
      (a.key < b.key ? -1 : 1),
  )
  const column = <C extends keyof NewSheet>(name: C): NewSheet[C][] => sorted.map((sheet) => sheet[name])
  await tx
    .insertInto('sheet')
    .columns([
      'event_id',
      'form_id',
      'judge_id',
      'entry_id',
      'sequence',
      'key',
      'made_at',
      'at',
      'scores',
      'notes',
      'late',
      'withdrawn',
      'reason',
      'moved_to',
    ])
    .expression(
      sql`
        select x.event_id, x.form_id, x.judge_id, x.entry_id, x.sequence, x.key, x.made_at, x.at,
          x.scores::jsonb, x.notes, x.late, x.withdrawn, x.reason, x.moved_to
        from unnest(${column('eventId')}::int[], ${column('formId')}::int[], ${column('judgeId')}::int[],
          ${column('entryId')}::int[], ${column('sequence')}::int[], ${column('key')}::uuid[],
          ${column('madeAt')}::timestamptz[], ${column('at')}::timestamptz[],
          ${sorted.map(({ scores }) => JSON.stringify(scores))}::text[], ${column('notes')}::text[],
          ${column('late')}::boolean[], ${column('withdrawn')}::boolean[], ${column('reason')}::text[],
          ${column('movedTo')}::int[])
          as x (event_id, form_id, judge_id, entry_id, sequence, key, made_at, at, scores, notes, late, withdrawn,
            reason, moved_to)`,
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
