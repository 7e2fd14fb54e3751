// What the server has refused, in words beside its field.
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { StepFault } from '../../../wizard/flow.ts'
import { listStillRefused, type RefusedField } from './refusedFields.ts'

/** Adds those below `part` of the form to the faults that are known without the server. */
export function withRefused(
  i18n: I18n,
  faults: readonly StepFault[],
  values: object & { readonly refused: readonly RefusedField[] },
  part: string,
): StepFault[] {
  const message = i18n._(msg`The club's server does not take this. Change it.`)
  const more = listStillRefused(values, values.refused)
    .filter((field) => field === part || field.startsWith(`${part}.`))
    .filter((field) => !faults.some((fault) => fault.field === field))
    .map((field) => ({ field, message }))
  return [...faults, ...more]
}
