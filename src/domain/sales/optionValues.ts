// What a buyer chose or wrote for an event's own options: of a registration, or of one ticket.
import type { EventOption, OptionValue } from '../event.ts'

/** The most characters of a text that a buyer writes. */
export const mostOptionText = 64

export interface GivenValue {
  /** A text, or of a choice its id or label. */
  readonly value: string
  readonly optionId: number
}

export type OptionFault = 'unknown-option' | 'given-twice' | 'missing' | 'too-long' | 'no-such-choice'

export interface ReadValues {
  /** In the order of the options, with the labels of what was chosen. Options without a value are left out. */
  readonly values: OptionValue[]
  readonly faults: readonly { readonly optionId: number; readonly fault: OptionFault }[]
}

export function readOptionValues(options: readonly EventOption[], given: readonly GivenValue[]): ReadValues {
  const values: OptionValue[] = []
  const faults: { optionId: number; fault: OptionFault }[] = []
  for (const { optionId } of given) {
    if (!options.some(({ id }) => id === optionId)) faults.push({ optionId, fault: 'unknown-option' })
  }
  for (const option of options) {
    const own = given.filter(({ optionId }) => optionId === option.id)
    const read = own.length > 1 ? 'given-twice' : readValue(option, own[0]?.value.trim() ?? '')
    if (typeof read === 'string') faults.push({ optionId: option.id, fault: read })
    else if (read.value !== '') values.push({ optionId: option.id, value: read.value })
  }
  return { values, faults }
}

function readValue({ type, choices, required }: EventOption, value: string): OptionFault | { value: string } {
  if (value === '') return required ? 'missing' : { value }
  if (type === 1) return value.length > mostOptionText ? 'too-long' : { value }
  // a label may be the number of another choice
  const choice =
    choices.find(({ id }) => String(id) === value) ?? choices.find(({ label }) => label === value)
  return choice === undefined ? 'no-such-choice' : { value: choice.label }
}

/** What was chosen or written for one ticket or car, beside its code: "Large, Ada". '' for nothing. */
export function joinOptionValues(values: readonly Pick<OptionValue, 'value'>[]): string {
  return values.map(({ value }) => value).join(', ')
}

/** What was chosen or written, with its label: "Shirt: Large". An option that is gone has no label. */
export function nameOptionValues(values: readonly OptionValue[], options: readonly EventOption[]): string[] {
  return values.map(({ optionId, value }) => {
    const label = options.find(({ id }) => id === optionId)?.label ?? ''
    return label === '' ? value : `${label}: ${value}`
  })
}
