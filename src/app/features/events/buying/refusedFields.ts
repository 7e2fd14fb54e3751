// What the server has refused of a form: each field with the value that it had. Another value is a new try.
import { Failure } from '../../../../contract/failures.ts'

export interface RefusedField {
  /** The field's path in the form, such as `personal.zip`. */
  field: string
  value: unknown
}

const payloadPath = 'order.payload.'

/**
 * The fields that an `invalid-input` names, by their places in the order's payload; undefined if it names none
 * that the form has.
 */
export function listRefused(
  values: object,
  error: unknown,
  toField: (path: string) => string | undefined,
): RefusedField[] | undefined {
  if (!(error instanceof Failure) || error.code !== 'invalid-input') return undefined
  const fields = (error.details.faults ?? []).flatMap(({ path }) => {
    if (path.startsWith('nonMember.')) return [`personal.${path.slice('nonMember.'.length)}`]
    return path.startsWith(payloadPath) ? (toField(path.slice(payloadPath.length)) ?? []) : []
  })
  const refused = [...new Set(fields)].map((field) => ({ field, value: readField(values, field) }))
  return refused.length === 0 ? undefined : refused
}

/** Those that still have the refused value. */
export function listStillRefused(values: object, refused: readonly RefusedField[]): string[] {
  return refused.flatMap(({ field, value }) =>
    JSON.stringify(readField(values, field)) === JSON.stringify(value) ? [field] : [],
  )
}

function readField(values: object, field: string): unknown {
  let at: unknown = values
  for (const part of field.split('.')) {
    if (typeof at !== 'object' || at === null) return undefined
    at = (at as Record<string, unknown>)[part]
  }
  return at
}
