// Handlers for judging: the forms, verification of judges, and the score sheets.
import { createHash } from 'node:crypto'
import { Failure } from '../../../../contract/failures.ts'
import type { judging as contract } from '../../../../contract/judging.ts'
import type { JudgingForm } from '../../../../domain/event.ts'
import { findFormOfScores, findSheetFault, type Score } from '../../../../domain/scoring.ts'
import { findArrival } from '../../../../domain/window.ts'
import { type Contest, findContest, judgingUsed } from '../../../contest/contest.ts'
import { insertSheets, listRevisions, listSentSheets, type NewSheet } from '../../../contest/db/sheet.ts'
import type { Handlers, SetContext, SetInput } from '../../../dispatch/handler.ts'
import { isEvent } from '../../../event/db/event.ts'
import { listForms } from '../../../event/db/judgingForm.ts'
import { areSheets, type NumberedSheet, numberRevisions } from './sheetRevisions.ts'
import { sendCode, toSentSequences, verifyByCode, verifyByLink } from './verification.ts'

/** What every entry of a judge's queue says. */
type Filing = Pick<SetInput<'submit_judging_form'>, 'principal' | 'key'> & {
  readonly input: Pick<
    SetInput<'submit_judging_form'>['input'],
    'eventId' | 'entryId' | 'formId' | 'madeAt' | 'sequence'
  >
}
/** With the refusals that all of them have. */
type FilingContext = Pick<
  SetContext<'withdraw_judging_form'>,
  'tx' | 'tenant' | 'now' | 'services' | 'refusal' | 'storeAlong'
>

export const judging = {
  async get_judging_forms({ tx, fail }, input) {
    if (!(await isEvent(tx, input.eventId))) return fail('event-not-found', 'This event was not found.')
    return { forms: await listForms(tx, input.eventId) }
  },

  async verify_judge(context, { eventId, judgeId, code, challenge, linkSecret }) {
    if (linkSecret !== undefined) return verifyByLink(context, { eventId, linkSecret })
    if (judgeId === undefined) return context.fail('invalid-judge', 'Please enter your judging id.')
    if (code !== undefined) return verifyByCode(context, { eventId, judgeId, code, challenge })
    return sendCode(context, eventId, judgeId)
  },

  async get_judge_sheets({ tx, principal: { judge } }, { known }) {
    if (judge === null) throw new Error('sent sheets have a judge')
    const sheets = (await listRevisions(tx, judge)).map(({ carNumber, why, ...rest }) => ({
      ...rest,
      entryId: carNumber,
      counts: why === null,
      why,
    }))
    const version = createHash('sha256').update(JSON.stringify(sheets)).digest('base64url')
    const sent = toSentSequences(await listSentSheets(tx, judge))
    return { sent, version, sheets: version === known ? null : sheets }
  },

  submit_judging_form: {
    answerSet: (context, entries) =>
      answerSheets(context, entries, toFiledAlone, (contest, entry) => {
        const { formId, scores, notes = '' } = entry.input
        const forms = contest?.forms ?? []
        const form = formId === undefined ? findFormOfScores(forms, scores) : findForm(forms, formId)
        const place = checkPlace(context, contest, entry, form)
        if (!(place instanceof Failure))
          return checkScores(context, form, scores) ?? [{ ...place, scores, notes }]
        return place.code === 'form-not-found' && formId === undefined
          ? context.refusal('bad-scores', 'These scores are not those of one form.')
          : place
      }),
  },

  move_judging_form: {
    answerSet: (context, entries) =>
      answerSheets(context, entries, toMoved, (contest, entry) => {
        const { formId, scores, notes = '', toEntryId, toSequence } = entry.input
        const form = findForm(contest?.forms ?? [], formId)
        const from = checkPlace(context, contest, entry, form)
        if (from instanceof Failure) return from
        const target = { ...entry.input, entryId: toEntryId, sequence: toSequence }
        const to = checkPlace(context, contest, { ...entry, input: target }, form)
        if (to instanceof Failure) return to
        if (to.entryId === from.entryId) return context.refusal('car-not-found', 'It is the same car.')
        const moved = { ...from, withdrawn: true, movedTo: to.entryId }
        return checkScores(context, form, scores) ?? [moved, { ...to, scores, notes }]
      }),
  },

  withdraw_judging_form: {
    answerSet: (context, entries) =>
      answerSheets(context, entries, toFiledAlone, (contest, entry) => {
        const { formId, reason } = entry.input
        const place = checkPlace(context, contest, entry, findForm(contest?.forms ?? [], formId))
        return place instanceof Failure ? place : [{ ...place, withdrawn: true, reason }]
      }),
  },
} satisfies Pick<Handlers, keyof typeof contract>

/** What judges file from their queues. Each entry brings the sheets that `check` makes of it, or is refused. */
async function answerSheets<E extends Filing, A>(
  context: FilingContext,
  entries: readonly E[],
  toAnswer: (sheets: readonly NumberedSheet[]) => A,
  check: (contest: Contest | undefined, entry: E) => readonly NewSheet[] | Failure,
): Promise<(A | Failure)[]> {
  const contests = await findContests(context, entries)
  const checked = entries.map((entry) => check(contests.get(entry.input.eventId), entry))
  const numbered = await numberRevisions(context, checked)
  context.storeAlong(insertSheets(context.tx, numbered.filter(areSheets).flat()))
  return numbered.map((one) => (areSheets(one) ? toAnswer(one) : one))
}

function toFiledAlone([sheet]: readonly NumberedSheet[]) {
  return toFiled(sheet)
}

function toMoved([from, to]: readonly NumberedSheet[]) {
  const { current: toCurrent, highest: toHighest } = toFiled(to)
  return { ...toFiled(from), toCurrent, toHighest }
}

function toFiled(sheet: NumberedSheet | undefined) {
  if (sheet === undefined) throw new Error('an entry brought no sheet')
  const { late, isCurrent, highest } = sheet
  return { accepted: true as const, reason: '', late, current: isCurrent, highest }
}

async function findContests(
  { tx, tenant, services }: FilingContext,
  entries: readonly Filing[],
): Promise<Map<number, Contest>> {
  const contests = new Map<number, Contest>()
  for (const eventId of new Set(entries.map(({ input }) => input.eventId))) {
    const contest = await findContest(tx, services, tenant, eventId)
    if (contest !== undefined) contests.set(eventId, contest)
  }
  return contests
}

function findForm(forms: readonly JudgingForm[], formId: number): JudgingForm | undefined {
  return forms.find(({ id }) => id === formId)
}

/** A sheet for the entry's form and car, still without scores, if the judge may file one now (rules/security 2.2). */
function checkPlace(
  { now, refusal }: FilingContext,
  contest: Contest | undefined,
  { principal: { judge }, key, input }: Filing,
  form: JudgingForm | undefined,
): NewSheet | Failure {
  if (judge === null) throw new Error('a score sheet has no judge')
  if (contest === undefined) return refusal('event-not-found', 'This event was not found.')
  if (contest.voting !== judgingUsed) return refusal('judging-not-used', 'This event does not use judging.')
  const madeAt = Math.min(input.madeAt ?? now, now)
  const arrival = findArrival(contest.judgingWindow, madeAt, now, contest.sheetGraceMs)
  if (arrival === 'not-begun') return refusal('judging-not-begun', 'Judging has not begun.')
  if (arrival === 'ended') {
    return refusal('judging-ended', 'This event has ended and judging is no longer allowed.')
  }
  const entryId = contest.carIds.get(input.entryId)
  if (entryId === undefined) return refusal('car-not-found', `There is no car ${input.entryId} here.`)
  if (form === undefined) return refusal('form-not-found', 'This form was not found.')
  if (judge.formId !== null && judge.formId !== form.id) {
    return refusal('form-not-allowed', 'You may not use this form.')
  }
  return {
    eventId: contest.eventId,
    formId: form.id,
    judgeId: judge.judgeId,
    entryId,
    // 0 when the caller sent no sequence
    sequence: input.sequence ?? 0,
    key,
    madeAt: new Date(madeAt),
    at: new Date(now),
    scores: [],
    notes: '',
    late: arrival === 'late',
    withdrawn: false,
    reason: '',
    movedTo: null,
  }
}

function checkScores(
  { refusal }: Pick<SetContext<'submit_judging_form'>, 'refusal'>,
  form: JudgingForm | undefined,
  scores: readonly Score[],
): Failure | undefined {
  const fault = form === undefined ? undefined : findSheetFault(form, scores)
  return fault === undefined ? undefined : refusal('bad-scores', toSentence(fault))
}

function toSentence(fault: NonNullable<ReturnType<typeof findSheetFault>>): string {
  switch (fault.kind) {
    case 'missing':
      return 'A score is missing.'
    case 'twice':
      return 'A criterion is scored twice.'
    case 'unknown':
      return 'A score is not of this form.'
    case 'out-of-range':
      return `A score is not between ${fault.minScore} and ${fault.maxScore}.`
  }
}
