// All SQL that reads ballots and score sheets together, for results and auditors.
import { sql } from 'kysely'
import { type CarVotes, findWhyNot, type SheetTotal, type StoredSubmission } from '../../../domain/results.ts'
import type { Tx } from '../../db/open.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'
import { isNewest } from './sheet.ts'

/** Every stored submission of an event, revisions included, in the order of arrival. */
export async function listStoredSubmissions(tx: Tx, eventId: number): Promise<StoredSubmission[]> {
  const [ballots, sheets] = [await listBallots(tx, eventId), await listSheets(tx, eventId)]
  return [...ballots, ...sheets].sort((a, b) => compare(a.at, b.at) || compare(a.key, b.key))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

async function listBallots(tx: Tx, eventId: number): Promise<StoredSubmission[]> {
  const rows = await tx
    .selectFrom('ballot')
    .innerJoin('voter', 'voter.id', 'ballot.voter_id')
    .leftJoin('ballot_vote as vote', 'vote.voter_id', 'ballot.voter_id')
    .where('ballot.event_id', '=', eventId)
    .groupBy(['ballot.tenant_id', 'ballot.voter_id', 'voter.tenant_id', 'voter.id'])
    .select([
      'ballot.key',
      'ballot.late',
      'ballot.at',
      'ballot.made_at',
      'voter.uuid',
      'voter.voided_at',
      sql<string[]>`coalesce(array_agg(vote.car_number order by vote.car_number)
        filter (where vote.car_number is not null), '{}')`.as('votes'),
    ])
    .execute()
  return rows.map((row) => ({
    key: row.key,
    action: 'submit_ballot',
    judgeId: null,
    voterId: row.uuid,
    formId: null,
    carNumber: null,
    votes: row.votes,
    scores: null,
    sequence: null,
    current: row.voided_at === null,
    why: row.voided_at === null ? null : 'void',
    reason: '',
    movedTo: null,
    late: row.late,
    at: row.at.toISOString(),
    madeAt: row.made_at.toISOString(),
  }))
}

async function listSheets(tx: Tx, eventId: number): Promise<StoredSubmission[]> {
  const rows = await selectSheets(tx, eventId)
    .select([
      'sheet.key',
      'sheet.sequence',
      'sheet.scores',
      'sheet.late',
      'sheet.at',
      'sheet.made_at',
      'sheet.form_id',
      'judge.code',
      'sheet.withdrawn',
      'sheet.reason',
      'sheet.voided_at',
      'sheet.changes',
      'entry.car_number',
      'target.car_number as moved_to',
      isNewest.as('isNewest'),
    ])
    .execute()
  const judged = rows.map((row) => ({
    ...row,
    why: findWhyNot({ ...row, isVoid: row.voided_at !== null }),
  }))
  return judged.map((row) => ({
    key: row.key,
    action: 'submit_judging_form',
    judgeId: row.code,
    voterId: null,
    formId: row.form_id,
    carNumber: row.car_number,
    votes: null,
    scores: row.scores,
    sequence: row.sequence,
    current: row.why === null,
    why: row.why,
    reason: row.why === 'void' ? (row.changes.at(-1)?.reason ?? '') : row.reason,
    movedTo: row.moved_to,
    late: row.late,
    at: row.at.toISOString(),
    madeAt: row.made_at.toISOString(),
  }))
}

/** Form by form, because the sheets are stored in that order. */
function selectSheets(tx: Tx, eventId: number) {
  return tx
    .selectFrom('judging_form as form')
    .innerJoin('sheet', 'sheet.form_id', 'form.id')
    .innerJoin('judge', 'judge.id', 'sheet.judge_id')
    .innerJoin('entry', 'entry.id', 'sheet.entry_id')
    .leftJoin('entry as target', 'target.id', 'sheet.moved_to')
    .where('form.event_id', '=', eventId)
}

/** The valid votes, counted by the database. */
export async function countStoredVotes(tx: Tx, eventId: number): Promise<CarVotes[]> {
  const rows = await tx
    .selectFrom('ballot_vote as vote')
    .innerJoin('voter', 'voter.id', 'vote.voter_id')
    .where('voter.event_id', '=', eventId)
    .where('voter.voided_at', 'is', null)
    .groupBy(['vote.class_number', 'vote.car_number'])
    .select(['vote.class_number', 'vote.car_number', sql<number>`count(*)::int`.as('votes')])
    .execute()
  return rows.map((row) => ({ carClass: row.class_number, number: row.car_number, votes: row.votes }))
}

/** The sheets that count, added up by the database. */
export async function listSheetTotals(tx: Tx, eventId: number): Promise<SheetTotal[]> {
  const newest = await selectSheets(tx, eventId)
    .distinctOn(['sheet.form_id', 'sheet.judge_id', 'sheet.entry_id'])
    .orderBy('sheet.form_id')
    .orderBy('sheet.judge_id')
    .orderBy('sheet.entry_id')
    .orderBy('sheet.sequence', 'desc')
    .orderBy('sheet.made_at', 'desc')
    .orderBy('sheet.key', 'desc')
    .select([
      'sheet.form_id',
      'judge.code',
      'entry.car_number',
      'sheet.late',
      'sheet.withdrawn',
      'sheet.voided_at',
      sql<number>`(select coalesce(sum((one ->> 'score')::float8 * criterion.weight), 0)
        from jsonb_array_elements(sheet.scores) as one
        join ${ofClub('criterion')} on criterion.judging_form_id = sheet.form_id
          and criterion.id = (one ->> 'criteriaId')::int)`.as('total'),
    ])
    .execute()
  const counting = newest.filter(
    (row) =>
      findWhyNot({ isNewest: true, withdrawn: row.withdrawn, isVoid: row.voided_at !== null }) === null,
  )
  return counting.map((row) => ({
    formId: row.form_id,
    judgeId: row.code,
    carNumber: row.car_number,
    total: row.total,
    late: row.late,
  }))
}

/**
 * Idempotency records that do not match the stored submissions: accepted but nothing is stored, or refused
 * but something is. An equal ballot that came again was accepted under a key of its own.
 */
export async function listUnmatchedRecords(tx: Tx, eventId: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select receipt.key from ${ofClub('receipt')}
    join ${ofClub('judge')} on receipt.principal = 'judge:' || judge.id
    where judge.event_id = ${eventId}
      and receipt.action in ('submit_judging_form', 'move_judging_form', 'withdraw_judging_form')
      and (receipt.outcome = 'accepted') <> exists (
        select 1 from ${ofClub('sheet')} where sheet.event_id = ${eventId}
          and sheet.key = receipt.key)
    union all
    select receipt.key from ${ofClub('receipt')}
    join ${ofClub('voter')} on receipt.principal = 'voter:' || voter.uuid
    left join ${ofClub('ballot')} on ballot.voter_id = voter.id
    where voter.event_id = ${eventId}
      and receipt.action = 'submit_ballot'
      and case when receipt.outcome = 'accepted' then ballot.voter_id is null
        else ballot.key is not distinct from receipt.key end`.execute(tx)
  return rows.map(({ key }) => key)
}
