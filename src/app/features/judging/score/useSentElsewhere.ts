// Notices that another tab of this judge has sent scores for the car on the screen.
import { useEffect, useRef, useState } from 'react'
import type { JudgingForm } from '../../../../domain/event.ts'
import { newKey } from '../../../../offline/newKey.ts'
import { isSheetOf, toFiled, toSheetAgain } from '../myCars.ts'
import { isStarted } from '../sheet.ts'
import type { KnownCars } from './useKnownCars.ts'
import type { SheetDraft } from './useScoring.ts'
import type { Submitting } from './useSubmitSheet.ts'

/** `sent`: the sheet on the screen is shown as sent. `corrects`: what is here would correct the other one. */
export type SentElsewhere = 'sent' | 'corrects'

export function useSentElsewhere(
  form: JudgingForm,
  draft: SheetDraft,
  known: KnownCars,
  submitting: Submitting,
): SentElsewhere | undefined {
  const { sheet } = draft.scoring
  const { number } = sheet
  const newest = known.newest.get(number)
  const newestKey = newest?.key
  const seen = useRef({ number, newestKey })
  const [noted, setNoted] = useState<{ key: string; state: SentElsewhere }>()

  useEffect(() => {
    const before = seen.current
    seen.current = { number, newestKey }
    if (newest === undefined || submitting.isUnderWay.current || !isStarted(sheet)) return
    const isNew = before.number === number && before.newestKey !== newestKey
    const isThis = newestKey === sheet.key
    if (!isThis && !isNew) return
    if (newest.state === 'refused' || newest.takesBack !== undefined) return
    if (isThis || isSheetOf(newest, form, sheet)) {
      const again = toSheetAgain(toFiled(newest), newKey())
      draft.discard(again)
      setNoted({ key: again.key, state: 'sent' })
    } else setNoted({ key: sheet.key, state: 'corrects' })
  }, [form, draft, sheet, number, newest, newestKey, submitting])

  return noted?.key === sheet.key ? noted.state : undefined
}
