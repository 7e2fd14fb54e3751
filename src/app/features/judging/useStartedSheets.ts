// The half-filled sheets of one form on this device, of all tabs: those in which something is set.
import { useCallback, useEffect, useState } from 'react'
import { openOutbox } from '../../call/outboxStore.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { isFilled, type ScoreSheet } from './sheet.ts'
import { listStartedSheets } from './sheetRecords.ts'

export interface StartedSheets {
  /** The one that was last changed first. */
  sheets: readonly ScoreSheet[]
  reload(): void
}

const none: readonly ScoreSheet[] = []

/** Read again whenever the person comes to this tab: another one may have changed them. */
export function useStartedSheets(draftId: string): StartedSheets {
  const session = useSession()
  const { drafts } = openOutbox(session)
  const [read, setRead] = useState({ draftId, sheets: none })
  const reload = useCallback(() => {
    listStartedSheets(drafts, draftId).then(
      (sheets) => setRead({ draftId, sheets: sheets.filter(isFilled) }),
      () => undefined, // no storage: there can be no half-filled sheets
    )
  }, [drafts, draftId])
  useEffect(() => {
    reload()
    const look = () => {
      if (document.visibilityState === 'visible') reload()
    }
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [reload])
  return { sheets: read.draftId === draftId ? read.sheets : none, reload }
}
