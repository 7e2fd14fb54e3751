// Handlers for judging: the forms, verification of judges, and the score sheets.
import type { judging as contract } from '../../contract/judging.ts'
import { findFormOfScores, findSheetFault } from '../../domain/scoring.ts'
import { findArrival } from '../../domain/window.ts'
import { sendCode, toSentSequences, verifyByCode, verifyByLink } from '../auth/judgeVerification.ts'
import { listForms } from '../db/contest/judgingForm.ts'
import { insertSheets, listSentSheets, type NewSheet } from '../db/contest/sheet.ts'
import { isEvent } from '../db/events/event.ts'
import type { Handlers, SetContext, SetInput } from '../dispatch/handler.ts'
import { type Contest, findContest, judgingUsed } from '../events/contest.ts'
import { isSheet, numberRevisions } from '../events/sheetRevisions.ts'

type SheetSubmission = SetInput<'submit_judging_form'>
type SubmissionContext = SetContext<'submit_judging_form'>
type SheetRefusal = ReturnType<SubmissionContext['refusal']>

export const judging = {
  async get_judging_forms({ tx, fail }, input) {
    if (!(await isEvent(tx, input.eventId))) return fail('event-not-found', 'This event was not found.')
    return { forms: await listForms(tx, input.eventId) }
  },

  async verify_judge(context, { eventId, judgeId, code, linkSecret }) {
    if (linkSecret !== undefined) return verifyByLink(context, { eventId, linkSecret })
    if (judgeId === undefined) return context.fail('invalid-judge', 'Please enter your judging id.')
    if (code !== undefined) return verifyByCode(context, { eventId, judgeId, code })
    return sendCode(context, eventId, judgeId)
  },

  async get_judge_sheets({ tx, principal: { judge } }) {
    if (judge === null) throw new Error('sent sheets have a judge')
    return { sent: toSentSequences(await listSentSheets(tx, judge)) }
  },

  submit_judging_form: {
    async answerSet(context, entries) {
      const contests = await findContests(context, entries)
      const checked = entries.map((entry) => checkSheet(context, contests.get(entry.input.eventId), entry))
      const numbered = await numberRevisions(context, checked)
      await insertSheets(context.tx, numbered.filter(isSheet))
      return numbered.map((one) =>
        isSheet(one)
          ? {
              accepted: true as const,
              reason: '',
              late: one.late,
              current: one.isCurrent,
              highest: one.highest,
            }
          : one,
      )
    },
  },
} satisfies Pick<Handlers, keyof typeof contract>

async function findContests(
  { tx, tenant, services }: SubmissionContext,
  entries: readonly SheetSubmission[],
): Promise<Map<number, Contest>> {
  const contests = new Map<number, Contest>()
  for (const eventId of new Set(entries.map(({ input }) => input.eventId))) {
    const contest = await findContest(tx, services, tenant, eventId)
    if (contest !== undefined) contests.set(eventId, contest)
  }
  return contests
}

function checkSheet(
  { now, refusal }: SubmissionContext,
  contest: Contest | undefined,
  { principal: { judge }, key, input }: SheetSubmission,
): NewSheet | SheetRefusal {
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
  const form =
    input.formId === undefined
      ? findFormOfScores(contest.forms, input.scores)
      : contest.forms.find(({ id }) => id === input.formId)
  if (form === undefined) {
    return input.formId === undefined
      ? refusal('bad-scores', 'These scores are not those of one form.')
      : refusal('form-not-found', 'This form was not found.')
  }
  if (judge.formId !== null && judge.formId !== form.id) {
    return refusal('form-not-allowed', 'You may not use this form.')
  }
  const fault = findSheetFault(form, input.scores)
  if (fault !== undefined) return refusal('bad-scores', toSentence(fault))
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
    scores: input.scores,
    notes: input.notes ?? '',
    late: arrival === 'late',
  }
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
