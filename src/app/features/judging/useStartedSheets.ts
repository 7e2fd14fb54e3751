// The sheets that are half-filled on this device for one form, for whoever shows what is still open.
import { useEffect, useState } from 'react'
import { openOutbox } from '../../call/outboxStore.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { listParked, toParkedId } from './score/useScoring.ts'
import { findSheet, type Sheet } from './sheet.ts'

export function useStartedSheets(draftId: string): readonly Sheet[] {
  const session = useSession()
  const { drafts } = openOutbox(session)
  const [sheets, setSheets] = useState<readonly Sheet[]>([])
  useEffect(() => {
    let isCurrent = true
    Promise.all([drafts.find(draftId), drafts.find(toParkedId(draftId))]).then(
      ([value, left]) => {
        const sheet = findSheet(value)
        if (isCurrent) setSheets([...(sheet === undefined ? [] : [sheet]), ...listParked(left)])
      },
      () => undefined, // no storage: nothing can have been left in it
    )
    return () => {
      isCurrent = false
    }
  }, [drafts, draftId])
  return sheets
}
