// All SQL about score sheets: revisions only, of which the one with the highest sequence is current.
import { sql } from 'kysely'
import type { Score } from '../../../domain/scoring.ts'
import type { Tx } from '../open.ts'

/** What a judge has one current sheet of. */
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
}

/** The highest sequence of each place, in the places' order; 0 where there is none. */
export async function findHighestSequences(
  tx: Tx,
  tenantId: number,
  places: readonly SheetPlace[],
): Promise<number[]> {
  if (places.length === 0) return []
  const column = (name: keyof SheetPlace): number[] => places.map((place) => place[name])
  const { rows } = await sql<{ highest: number }>`
    select coalesce((
      select max(sequence) from sheet
      where tenant_id = ${tenantId} and form_id = place.form_id and judge_id = place.judge_id
        and entry_id = place.entry_id
    ), 0)::int as highest
    from unnest(${column('formId')}::int[], ${column('judgeId')}::int[], ${column('entryId')}::int[])
      with ordinality as place (form_id, judge_id, entry_id, at)
    order by place.at`.execute(tx)
  return rows.map(({ highest }) => highest)
}

export interface SentSheet {
  formId: number
  carNumber: string
  /** The highest that has arrived. */
  sequence: number
}

/** What a judge has sent from whichever phone. */
export async function listSentSheets(tx: Tx, tenantId: number, judgeId: number): Promise<SentSheet[]> {
  const rows = await tx
    .selectFrom('sheet')
    .innerJoin('entry', (join) =>
      join.onRef('entry.tenant_id', '=', 'sheet.tenant_id').onRef('entry.id', '=', 'sheet.entry_id'),
    )
    .where('sheet.tenant_id', '=', tenantId)
    .where('sheet.judge_id', '=', judgeId)
    .groupBy(['sheet.form_id', 'entry.car_number'])
    .select((select) => [
      'sheet.form_id as formId',
      'entry.car_number as carNumber',
      select.fn.max('sheet.sequence').as('sequence'),
    ])
    .execute()
  return rows
}

/** Every revision stays; one that stands already is left as it is. */
export async function insertSheets(tx: Tx, tenantId: number, sheets: readonly NewSheet[]): Promise<void> {
  if (sheets.length === 0) return
  // in one order everywhere, so that two processes never wait for each other in a circle
  const sorted = [...sheets].sort(
    (a, b) =>
      a.formId - b.formId ||
      a.judgeId - b.judgeId ||
      a.entryId - b.entryId ||
      a.sequence - b.sequence ||
      (a.key < b.key ? -1 : 1),
  )
  const column = <C extends keyof NewSheet>(name: C): NewSheet[C][] => sorted.map((sheet) => sheet[name])
  await sql`
    insert into sheet (tenant_id, event_id, form_id, judge_id, entry_id, sequence, key, made_at, at, scores, notes, late)
    select ${tenantId}::int, x.event_id, x.form_id, x.judge_id, x.entry_id, x.sequence, x.key, x.made_at, x.at,
      x.scores::jsonb, x.notes, x.late
    from unnest(${column('eventId')}::int[], ${column('formId')}::int[], ${column('judgeId')}::int[],
      ${column('entryId')}::int[], ${column('sequence')}::int[], ${column('key')}::uuid[],
      ${column('madeAt')}::timestamptz[], ${column('at')}::timestamptz[],
      ${sorted.map(({ scores }) => JSON.stringify(scores))}::text[], ${column('notes')}::text[],
      ${column('late')}::boolean[])
      as x (event_id, form_id, judge_id, entry_id, sequence, key, made_at, at, scores, notes, late)
    on conflict do nothing`.execute(tx)
}
