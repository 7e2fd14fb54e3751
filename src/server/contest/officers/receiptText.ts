// A receipt's code as an officer types it, and in words the ballot or the score sheet that it stands for.

import { findKeyPrefix } from '../../../domain/receiptCode.ts'
import type { StoredSubmission, WhyNot } from '../../../domain/results.ts'
import { toSheetTotal } from '../../../domain/scoring.ts'
import { kindOf, UsageFault } from '../../officers/options.ts'
import { createTimeFormat } from '../../officers/timeFormat.ts'
import { toVisibleLine } from '../../officers/words.ts'
import { toCarText } from './carNames.ts'
import type { ContestNames } from './sheetActs.ts'

/** The beginning of the key that the code stands for. */
export const receiptCode = kindOf((typed) => {
  const prefix = findKeyPrefix(typed)
  if (prefix !== undefined) return prefix
  throw new UsageFault('A receipt code is like 4QX2-9KJ7.')
})

/** Each submission with what was chosen or scored. The zone of the times stands at the end. */
export function toReceiptText(submissions: readonly StoredSubmission[], names: ContestNames, zone: string) {
  const toMoment = createTimeFormat(zone)
  const texts = submissions.map((submission) => {
    const received = `received ${toMoment(new Date(submission.at))}, ${toState(submission)}`
    return submission.action === 'submit_ballot'
      ? `Ballot, ${received}:\n${toVotes(submission, names)}`
      : `Score sheet, ${received}:\n${toSheet(submission, names)}`
  })
  return `${texts.join('')}Times are in ${zone}.\n`
}

function toCar(number: string, { findCar }: ContestNames): string {
  return toCarText(toVisibleLine(number), findCar(number))
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

function toVotes({ votes }: StoredSubmission, names: ContestNames): string {
  if (votes === null || votes.length === 0) return '  nothing is chosen\n'
  return votes.map((number) => `  ${toCar(number, names)}\n`).join('')
}

function toSheet(submission: StoredSubmission, names: ContestNames): string {
  const { judges, forms } = names
  const { judgeId, formId, carNumber, scores } = submission
  const form = forms.find(({ id }) => id === formId)
  const judge = [judgeId ?? '', toVisibleLine(judges.get(judgeId ?? '') ?? '')].filter((part) => part !== '')
  const facts = [
    ['Judge', judge.join(', ')],
    ['Car', toCar(carNumber ?? '', names)],
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

/** Rounds, because a sum of fractions has errors in its last digits. */
export function toNumberText(value: number): string {
  return String(Math.round(value * 1e6) / 1e6)
}
