// How a club file has what judges and voters of an event need: forms, judges, voters. No sheet and no ballot.
import { z } from 'zod'
import { foldJudgeId } from '../../domain/scoring.ts'
import { instant, lengths, optional, refTo, required } from '../../domain/shapes/fileValues.ts'
import { column, optionalInFile, secretInFile } from '../../domain/shapes/recordShape.ts'
import { plainColumn } from '../clubFile/columns.ts'
import type { ImportedRecord } from '../clubFile/db.ts'
import { kind, list } from '../clubFile/kind.ts'
import type { Fields, KnownIds, Update } from '../clubFile/recordKind.ts'
import { listDependents } from '../db/clubRows.ts'
import type { Tx } from '../db/open.ts'
import { revokeJudges } from './db/judge.ts'
import { listVotersOfPapers } from './db/paperBallot.ts'

const parent = { column: 'event_id', table: 'event' } as const
const score = z.int().min(-1000).max(1000).describe('Points')

const criterion = kind('criterion', 'criterion', {
  fields: {
    title: column.text('title', required(lengths.label)),
    minScore: column.int('min_score', score),
    maxScore: column.int('max_score', score),
    weight: column.float(
      'weight',
      z.number().positive().max(1000).default(1).describe('Points are multiplied by it'),
    ),
  },
  parent: { column: 'judging_form_id', table: 'judging_form' },
  isOfFiles: true,
  isOrdered: true,
  check(record, { report }) {
    if (Number(record.value.maxScore) <= Number(record.value.minScore)) {
      report(record, 'maxScore', 'must be more than minScore')
    }
  },
  listUnkeyedDependents: listScoredCriteria,
})

const judgingForm = kind('judgingForm', 'judging_form', {
  fields: { title: column.text('title', required(lengths.label)) },
  parent,
  isOfFiles: true,
  isOrdered: true,
  children: { criteria: list(criterion) },
})

const judgeId = z.string().regex(/^[A-Za-z0-9]{1,4}$/, 'must have 1 to 4 letters or digits')
const phone = z.string().regex(/^(?:\+?[\d ()-]{7,20})?$/, 'must be a telephone number')

const revokedAt = instant.describe('Leaving it out never takes a revoked judge back')

const judge = kind('judge', 'judge', {
  fields: {
    judgeId: column.text('code', judgeId),
    name: column.text('name', optional(lengths.label)),
    phone: column.text('phone', phone.default('')),
    form: column.ref('judging_form_id', 'judging_form', refTo('the only form this judge may use').optional()),
    revokedAt: optionalInFile(column.instant('revoked_at', revokedAt.optional())),
  },
  parent,
  isBeside: true,
  ofSameRoot: ['form'],
  takesAlong: ['judge_challenge'],
  unique: { columns: ['event_id', 'code'], field: 'judgeId', park: `'~' || id`, isFolded: true },
  check(record, { reportDouble }) {
    const id = String(record.value.judgeId)
    const why = "small and capital letters are the same in a judge's id"
    reportDouble(record, 'parent', 'judgeId', foldJudgeId(id), `the judge id ${id}`, why)
  },
  afterUpdate: endLinksOfRevoked,
})

const ballotSecret = z
  .uuid()
  .describe("The secret of the ballot's link; made by the server when it is left out")
const voidedAt = instant.describe('Leaving it out never makes a void ballot count again')

const voter = kind('voter', 'voter', {
  fields: {
    uuid: secretInFile(column.text('uuid', ballotSecret.optional())),
    votedAt: column.instant('voted_at', instant.optional()),
    voidedAt: optionalInFile(column.instant('voided_at', voidedAt.optional())),
  },
  parent,
  isBeside: true,
  check(record, { reportDouble }) {
    const { uuid } = record.value
    if (typeof uuid === 'string') reportDouble(record, 'club', 'uuid', uuid.toLowerCase(), "the voter's uuid")
  },
  // papers are not in the file, so the voters who exist only for them would be used ballots without votes
  listLeftOut: listVotersOfPapers,
  columns: {
    uuid: {
      ...plainColumn('uuid', 'uuid'),
      isOptional: true,
      isSecret: true,
      takenFault: 'is already the secret of a ballot, in another club or under another ref',
    },
  },
})

/** What stands below an event. */
export const clubFile = {
  judgingForms: list(judgingForm),
  judges: list(judge),
  voters: list(voter),
}

/** As on the command line, the judge's link and devices end with it. */
async function endLinksOfRevoked(tx: Tx, updates: readonly Update[]): Promise<void> {
  for (const { placed, changes } of updates) {
    if (typeof changes.revoked_at !== 'string') continue
    await revokeJudges(tx, [placed.rowId], new Date(changes.revoked_at))
  }
}

/** Score sheets name criteria inside their scores. */
async function listScoredCriteria(
  tx: Tx,
  gone: readonly ImportedRecord[],
  ids: KnownIds,
): Promise<Map<string, string>> {
  const reasons = new Map<string, string>()
  const formIds = new Map<string, number>()
  for (const { ref, record } of gone) {
    const { judging_form_id: form } = JSON.parse(record) as Fields
    const id = ids.get('judging_form')?.get(String(form))
    if (id !== undefined) formIds.set(ref, id)
  }
  const scored = await listDependents(tx, 'sheet', 'form_id', [...formIds.values()])
  const counts = new Map(scored.map(({ id, count }) => [id, count]))
  for (const [ref, formId] of formIds) {
    const count = counts.get(formId)
    if (count !== undefined) reasons.set(ref, `still has ${count} × sheet`)
  }
  return reasons
}
