// A stored ballot or score sheet in words, for the officer whom a voter or a judge asks about it.
import type { JudgingForm } from '../../../domain/event.ts'
import type { StoredSubmission, WhyNot } from '../../../domain/results.ts'
import { toSheetTotal } from '../../../domain/scoring.ts'
import { listForms } from '../../event/db/judgingForm.ts'
import { readEntries } from '../../event/eventPack.ts'
import type { EventCommandContext } from '../../officers/command.ts'
import { createTimeFormat } from '../../officers/timeFormat.ts'
import { toVisibleLine } from '../../officers/words.ts'
import { listJudgeNames } from '../db/judge.ts'
import { createCarNames, toCarText } from './carNames.ts'
import { toNumberText } from './resultsText.ts'

interface Names {
  /** "101, 1912 Ford Model T, R. Amsel". */
  toCar(number: string): string
  readonly judges: ReadonlyMap<string, string>
  readonly forms: readonly JudgingForm[]
}

/** Each submission with what was chosen or scored. The zone of the times stands at the end. */
export async function toReceiptText(
  context: EventCommandContext,
  submissions: readonly StoredSubmission[],
): Promise<string> {
  const zone = context.event.time_zone
  const names = await readNames(context)
  const toMoment = createTimeFormat(zone)
  const texts = submissions.map((submission) => {
    const received = `received ${toMoment(new Date(submission.at))}, ${toState(submission)}`
    return submission.action === 'submit_ballot'
      ? `Ballot, ${received}:\n${toVotes(submission, names)}`
      : `Score sheet, ${received}:\n${toSheet(submission, names)}`
  })
  return `${texts.join('')}Times are in ${zone}.\n`
}

function readNames({ services, tenant, event }: EventCommandContext): Promise<Names> {
  return services.database.inTenant(tenant.id, async (tx) => {
    const { entries } = await readEntries(tx, services, tenant, event.id)
    const findName = await createCarNames(tx, event.id, entries.cars)
    return {
      toCar: (number) => toCarText(toVisibleLine(number), findName(number)),
      judges: await listJudgeNames(tx, event.id),
      forms: await listForms(tx, event.id),
    }
  })
}

const notCounted: Record<WhyNot, string> = {
  overtaken: 'replaced by a newer sheet, not counted',
  withdrawn: 'taken back by the judge, not counted',
  void: 'void, not counted',
}

export function toState({ why, late, reason, movedTo }: StoredSubmission): string {
  const parts = [
    why === null ? 'counted' : notCounted[why],
    movedTo !== null && `moved to ${movedTo}`,
    late && 'late',
    reason !== '' && `"${toVisibleLine(reason)}"`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}

function toVotes({ votes }: StoredSubmission, { toCar }: Names): string {
  if (votes === null || votes.length === 0) return '  nothing is chosen\n'
  return votes.map((number) => `  ${toCar(number)}\n`).join('')
}

function toSheet(submission: StoredSubmission, { toCar, judges, forms }: Names): string {
  const { judgeId, formId, carNumber, scores } = submission
  const form = forms.find(({ id }) => id === formId)
  const judge = [judgeId ?? '', toVisibleLine(judges.get(judgeId ?? '') ?? '')].filter((part) => part !== '')
  const facts = [
    ['Judge', judge.join(', ')],
    ['Car', toCar(carNumber ?? '')],
    ['Form', toVisibleLine(form?.title ?? '')],
    ...(scores ?? []).map(({ criteriaId, score }) => [
      toVisibleLine(form?.criteria.find(({ id }) => id === criteriaId)?.title ?? ''),
      toNumberText(score),
    ]),
    ...(form === undefined ? [] : [['Weighted total', toNumberText(toSheetTotal(form, scores ?? []))]]),
  ]
  const width = Math.max(...facts.map(([name = '']) => name.length))
  return facts.map(([name = '', text = '']) => `  ${name.padEnd(width)}  ${text}\n`).join('')
}
