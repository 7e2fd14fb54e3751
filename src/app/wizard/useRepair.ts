// After a failure that makes an earlier step incomplete the flow changes the form, and the step says why.
import { useCallback, useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Flow, WizardValues } from './flow.ts'

export interface Repair {
  /** Whether the flow knew what to change in the form after this failure. */
  mend(error: unknown): boolean
  /** What made the step incomplete; undefined before, and once it is whole again. */
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
