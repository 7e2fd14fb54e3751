// The draft sheets of one form on this device: those in which something is set.
import { useEffect, useState } from 'react'
import { openOutbox } from '../../call/outboxStore.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { listParked, toParkedId } from './score/useScoring.ts'
import { findSheet, isFilled, type ScoreSheet } from './sheet.ts'

export function useStartedSheets(draftId: string): readonly ScoreSheet[] {
  const session = useSession()
  const { drafts } = openOutbox(session)
  const [sheets, setSheets] = useState<readonly ScoreSheet[]>([])
  useEffect(() => {
    let isCurrent = true
    Promise.all([drafts.find(draftId), drafts.find(toParkedId(draftId))]).then(
      ([value, left]) => {
        const sheet = findSheet(value)
        if (isCurrent)
          setSheets([...(sheet === undefined ? [] : [sheet]), ...listParked(left)].filter(isFilled))
      },
      () => undefined, // no storage: there can be no drafts
    )
    return () => {
      isCurrent = false
    }
  }, [drafts, draftId])
  return sheets
}
