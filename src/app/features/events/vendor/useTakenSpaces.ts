// Which spaces others have, while somebody chooses: what is lost meanwhile is marked in the form.
import { useEffect, useMemo, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import type { ClubEvent, EventMap } from '../../../../domain/event.ts'
import { useWizard } from '../../../wizard/wizardContext.ts'
import { type Availability, useAvailability } from '../buying/useAvailability.ts'
import { judgeLost, listReserved, type SpaceNews } from './chosenSpaces.ts'
import type { VendorValues } from './vendorForm.ts'

export interface TakenSpaces {
  taken: ReadonlySet<number>
  /** The whole answer; undefined before the first. */
  availability: Availability | undefined
  /** Why it is not known what is taken now. */
  error: unknown
}

/** What the buyer's own order has is not taken. `onSale` is the same list as long as it says the same. */
export function useTakenSpaces(event: ClubEvent, onSale: readonly EventMap[]): TakenSpaces {
  const { started } = useWizard()
  const { availability, error } = useAvailability(event.id, true, started)
  const live = availability?.taken
  const taken = useMemo(() => new Set(live ?? listReserved(event)), [live, event])
  useMarkedLost({ taken, onSale, isOrdered: started?.receiptId !== undefined }, live !== undefined)
  return { taken, availability, error }
}

/** Only an answer that is newer than the mark takes it away again: the server's refusal counts until then. */
function useMarkedLost({ taken, onSale, isOrdered }: SpaceNews, isLive: boolean): void {
  const { getValues, setValue } = useFormContext<VendorValues>()
  const first = useRef(taken)
  useEffect(() => {
    const { spaces, lost } = getValues()
    const now = judgeLost({ spaces, lost }, { taken: isLive ? taken : noneTaken, onSale, isOrdered })
    const next = !isLive || taken === first.current ? [...new Set([...lost, ...now])] : now
    if (String(next) === String(lost)) return
    setValue('lost', next, { shouldDirty: true, shouldValidate: true })
  }, [taken, onSale, isOrdered, isLive, getValues, setValue])
}

const noneTaken: ReadonlySet<number> = new Set()
