// What a buyer answers to an event's own questions: the form's shape, what is wrong, and what is sent.
import type { EventOption } from '../../../../domain/event.ts'
import { type GivenValue, type OptionFault, readOptionValues } from '../../../../domain/sales/optionValues.ts'
import { toPlainLine } from '../../../../domain/shapes/plainText.ts'

/** By `toOptionKey`: the text that was typed, or the id of what was chosen. */
export type OptionAnswers = Record<string, string | undefined>

/** No number by itself: the form would take that for a place in a list. */
export function toOptionKey(optionId: number): string {
  return `o${optionId}`
}

/** Options that the club has taken away are left out, and so are empty answers. */
export function listGiven(options: readonly EventOption[], answers: OptionAnswers = {}): GivenValue[] {
  return options.flatMap(({ id }) => {
    const value = toPlainLine(answers[toOptionKey(id)] ?? '')
    return value === '' ? [] : [{ optionId: id, value }]
  })
}

export interface AnswerFault {
  /** The answer's path in the form. */
  field: string
  is: OptionFault
  label: string
}

/** `path` is where the answers are in the form. */
export function listOptionFaults(
  options: readonly EventOption[],
  answers: OptionAnswers | undefined,
  path: string,
): AnswerFault[] {
  return readOptionValues(options, listGiven(options, answers)).faults.map(({ optionId, fault }) => ({
    field: `${path}.${toOptionKey(optionId)}`,
    is: fault,
    label: options.find(({ id }) => id === optionId)?.label ?? '',
  }))
}
