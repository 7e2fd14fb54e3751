// What the server has stored: read from its tables without the server, and matched with what somebody intended.
import { Client } from 'pg'
import type { Score } from '../../src/domain/scoring.ts'
import type { BallotIntention, Intention, SheetIntention } from './ledger.ts'

/** One stored submission, as `npm run club -- receipts` prints it. */
export interface StoredSubmission {
  key: string
  action: 'submit_judging_form' | 'submit_ballot'
  judgeId: string | null
  voterId: string | null
  formId: number | null
  entryId: string | null
  votes: string[] | null
  scores: Score[] | null
  sequence: number | null
  /** It counts. */
  current: boolean
  /** It takes back what was sent before, and has no scores. */
  withdrawn: boolean
  late: boolean
  at: string
}

/** What may count only once: a judge's form for a car, and a voter. */
export function toPlace(
  intention:
    | Pick<SheetIntention, 'kind' | 'judgeId' | 'formId' | 'entryId'>
    | Pick<BallotIntention, 'kind' | 'voterId'>,
): string {
  return intention.kind === 'sheet' ? toSheetPlace(intention) : `ballot ${intention.voterId}`
}

export function toSheetPlace({
  judgeId,
  formId,
  entryId,
}: Pick<SheetIntention, 'judgeId' | 'formId' | 'entryId'>): string {
  return `sheet ${judgeId}/${formId}/${entryId}`
}

export function toPlaceOfStored(row: StoredSubmission): string {
  if (row.action === 'submit_ballot') return `ballot ${row.voterId}`
  return toSheetPlace({ judgeId: row.judgeId ?? '', formId: row.formId ?? 0, entryId: row.entryId ?? '' })
}

export function hasContent(row: StoredSubmission, intention: Intention): boolean {
  if (intention.kind === 'ballot') {
    return row.action === 'submit_ballot' && toVotesText(row.votes ?? []) === toVotesText(intention.votes)
  }
  if (intention.sequence !== undefined && intention.sequence !== row.sequence) return false
  if ((intention.withdrawn ?? false) !== row.withdrawn) return false
  return toScoresText(row.scores ?? []) === toScoresText(intention.scores)
}

export function toVotesText(votes: BallotIntention['votes']): string {
  return [...votes].sort().join()
}

export function toScoresText(scores: readonly Score[]): string {
  return scores
    .map(({ criteriaId, score }) => `${criteriaId}:${score}`)
    .sort()
    .join()
}

export function tell(intention: Intention): string {
  const what =
    intention.kind === 'sheet'
      ? `#${intention.sequence ?? '?'} ${toScoresText(intention.scores)}`
      : toVotesText(intention.votes)
  return `${intention.id} (${toPlace(intention)} ${what}, ${intention.key ?? 'no key'})`
}

export function tellRow(row: StoredSubmission): string {
  const what =
    row.action === 'submit_ballot'
      ? toVotesText(row.votes ?? [])
      : `#${row.sequence} ${toScoresText(row.scores ?? [])}`
  return `${row.key} (${toPlaceOfStored(row)} ${what})`
}

export function groupBy<T>(items: readonly T[], toKey: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = toKey(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

const sheets = `
select sheet.key, 'submit_judging_form' as action, judge.code as "judgeId", null as "voterId",
  sheet.form_id as "formId", entry.car_number as "entryId", null as votes, sheet.scores, sheet.sequence,
  row_number() over (
    partition by sheet.form_id, sheet.judge_id, sheet.entry_id
    order by sheet.sequence desc, sheet.made_at desc, sheet.key desc
  ) = 1 and not sheet.withdrawn and sheet.voided_at is null as current,
  sheet.withdrawn, sheet.late, sheet.at
from sheet
join judge on judge.tenant_id = sheet.tenant_id and judge.id = sheet.judge_id
join entry on entry.tenant_id = sheet.tenant_id and entry.id = sheet.entry_id
where sheet.event_id = $1`

const ballots = `
select ballot.key, 'submit_ballot' as action, null as "judgeId", voter.uuid as "voterId", null as "formId",
  null as "entryId", null as scores, null as sequence, true as current,
  false as withdrawn, ballot.late, ballot.at,
  coalesce(
    (select json_agg(vote.car_number order by vote.car_number) from ballot_vote as vote
     where vote.tenant_id = ballot.tenant_id and vote.voter_id = ballot.voter_id),
    '[]'
  ) as votes
from ballot
join voter on voter.tenant_id = ballot.tenant_id and voter.id = ballot.voter_id
where ballot.event_id = $1`

/** One for each submission that had an effect, revisions included. */
export async function readStored(url: string, eventId: number): Promise<StoredSubmission[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<StoredSubmission>(sheets, [eventId])
    const { rows: cast } = await client.query<StoredSubmission>(ballots, [eventId])
    return [...rows, ...cast]
  })
}

/** The judge's grants ended a minute ago. */
export async function expireGrants(url: string, judgeId: string): Promise<void> {
  await withClient(url, (client) =>
    client.query(
      `update judge_grant set until = now() - interval '1 minute'
       where judge_id in (select id from judge where code = $1)`,
      [judgeId],
    ),
  )
}

/**
 * Text messages are limited, and a server that dies loses those that it was about to send. This lets the
 * judge ask again.
 */
export async function forgetAttempts(url: string): Promise<void> {
  await withClient(url, (client) => client.query('delete from attempt_count'))
}

async function withClient<T>(url: string, body: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await body(client)
  } finally {
    await client.end()
  }
}
