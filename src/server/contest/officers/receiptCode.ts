// A receipt's code, as an officer types it.
import { findKeyPrefix } from '../../../domain/receiptCode.ts'
import { kind, UsageFault } from '../../officers/options.ts'

/** The beginning of the key that the code stands for. */
export const receiptCode = kind((typed) => {
  const prefix = findKeyPrefix(typed)
  if (prefix !== undefined) return prefix
  throw new UsageFault('A receipt code is like 4QX2-9KJ7.')
})
