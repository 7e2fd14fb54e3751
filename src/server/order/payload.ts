// Checks the payload inside an order against the schema of its kind, and says what is wrong with it.
import type { z } from 'zod'
import { Failure, type InputFault, mostFaults } from '../../contract/failures.ts'

/** Fails with `invalid-input` and the path of each fault in the caller's request. */
export function parsePayload<S extends z.ZodType>(schema: S, payload: unknown): z.output<S> {
  const parsed = schema.safeParse(payload)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => ({
    path: ['order', 'payload', ...path.map(String)].join('.'),
    message,
  }))
  throw toInvalid(faults)
}

/** An order's `invalid-input`, with the first of its faults. */
export function toInvalid(all: readonly InputFault[]): Failure {
  const faults = all.slice(0, mostFaults)
  const places = [...new Set(faults.map(({ path }) => path))].join(', ')
  return new Failure('invalid-input', `Something in the order is not right: ${places}.`, { faults })
}
