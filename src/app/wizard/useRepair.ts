// After a failure that makes an earlier step incomplete, changes the form; that step shows why.
import { useCallback, useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Flow, WizardValues } from './flow.ts'

export interface Repair {
  /** Whether the flow could change the form after this failure. */
  mend(error: unknown): boolean
  /** The failure that made the step incomplete; undefined before, and after the step is complete again. */
  mended: unknown
  forgetMended(): void
}

export function useRepair<V extends WizardValues>(
  { repair }: Flow<V>,
  form: UseFormReturn<V>,
  priceError: unknown,
): Repair {
  const [mended, setMended] = useState<unknown>()
  const mend = useCallback(
    (error: unknown) => {
      const repaired = repair?.(form.getValues(), error)
      if (repaired === undefined) return false
      form.reset(repaired)
      setMended(error)
      return true
    },
    [repair, form],
  )
  useEffect(() => {
    if (priceError !== undefined) mend(priceError)
  }, [priceError, mend])
  const forgetMended = useCallback(() => setMended(undefined), [])
  return { mend, mended, forgetMended }
}
