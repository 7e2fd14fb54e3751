// Which spaces others have, while somebody chooses: what is lost meanwhile is marked in the form.
import { useEffect, useMemo, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import type { ClubEvent } from '../../../../domain/event.ts'
import { useWizard } from '../../../wizard/wizardContext.ts'
import { useAvailability } from '../buying/useAvailability.ts'
import { judgeLost, listReserved } from './chosenSpaces.ts'
import type { VendorValues } from './vendorForm.ts'

export interface TakenSpaces {
  taken: ReadonlySet<number>
  /** Why it is not known what is taken now. */
  error: unknown
}

/** What the buyer's own unpaid order holds is not taken. */
export function useTakenSpaces(event: ClubEvent): TakenSpaces {
  const { started } = useWizard()
  const { availability, error } = useAvailability(event.id, true, started?.key)
  const live = availability?.taken
  const taken = useMemo(() => new Set(live ?? listReserved(event)), [live, event])
  useMarkedLost(taken, live !== undefined)
  return { taken, error }
}

/** Only an answer that is newer than the mark takes it away again: the server's refusal counts until then. */
function useMarkedLost(taken: ReadonlySet<number>, isLive: boolean): void {
  const { getValues, setValue } = useFormContext<VendorValues>()
  const first = useRef(taken)
  useEffect(() => {
    if (!isLive) return
    const { spaces, lost } = getValues()
    const now = judgeLost(spaces, taken)
    const next = taken === first.current ? [...new Set([...lost, ...now])] : now
    if (String(next) === String(lost)) return
    setValue('lost', next, { shouldDirty: true, shouldValidate: true })
  }, [taken, isLive, getValues, setValue])
}
