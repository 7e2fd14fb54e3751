// The sheet being filled in, on the screen and on the device at once: each tap is kept before the next one.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { JudgingForm } from '../../../domain/event.ts'
import type { JudgeGrant } from '../../../offline/grants.ts'
import { openOutbox } from '../../call/outboxStore.ts'
import { useSession } from '../../session/SessionContext.tsx'
import {
  act,
  createScoring,
  findSheet,
  isStarted,
  resumeScoring,
  type Scoring,
  type ScoringAct,
  type Sheet,
} from './sheet.ts'

export interface SheetKeeper {
  scoring: Scoring
  /** Sheets of other cars that were left half-filled. */
  parked: readonly Sheet[]
  /** The last tap could not be kept on this device. */
  isUnkept: boolean
  draftId: string
  act(done: ScoringAct): Scoring
  /** Goes to another sheet; one that was begun for another car is put aside. */
  open(sheet: Sheet): Promise<void>
  /** The sheet went into the outbox, and its draft out of the device with it. */
  reset(): void
}

export function toDraftId({ club, eventId, judgeId }: JudgeGrant, formId: number): string {
  return `sheet/${club}/${eventId}/${judgeId}/${formId}`
}

export function toParkedId(draftId: string): string {
  return `${draftId}/parked`
}

export function listParked(value: unknown): Sheet[] {
  return Array.isArray(value) ? value.map(findSheet).filter((sheet) => sheet !== undefined) : []
}

/** Undefined while the device is read. */
export function useScoring(form: JudgingForm, draftId: string): SheetKeeper | undefined {
  const session = useSession()
  const { drafts } = openOutbox(session)
  const [scoring, setScoring] = useState<Scoring>()
  const [parked, setParked] = useState<readonly Sheet[]>([])
  const [isUnkept, setIsUnkept] = useState(false)
  const current = useRef<Scoring>(undefined)
  const aside = useRef<readonly Sheet[]>([])
  // a new title of the form must not throw the judge out of his sheet
  const firstForm = useRef(form)

  useEffect(() => {
    let isCurrent = true
    const begin = (value: unknown, left: unknown) => {
      if (!isCurrent) return
      const sheet = findSheet(value)
      const begun =
        sheet === undefined ? createScoring(crypto.randomUUID()) : resumeScoring(firstForm.current, sheet)
      current.current = begun
      aside.current = listParked(left)
      setScoring(begun)
      setParked(aside.current)
    }
    Promise.all([drafts.find(draftId), drafts.find(toParkedId(draftId))]).then(
      ([value, left]) => begin(value, left),
      () => {
        begin(undefined, undefined)
        setIsUnkept(true)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [drafts, draftId])

  const keep = useCallback(
    async (sheet: Sheet) => {
      try {
        await (isStarted(sheet) ? drafts.keep(draftId, sheet) : drafts.forget(draftId))
        setIsUnkept(false)
      } catch {
        setIsUnkept(true) // the screen keeps the values and says so
      }
    },
    [drafts, draftId],
  )

  const show = useCallback((next: Scoring) => {
    current.current = next
    setScoring(next)
  }, [])

  const doAct = useCallback(
    (done: ScoringAct): Scoring => {
      const before = current.current ?? createScoring(crypto.randomUUID())
      const next = act(form, before, done)
      show(next)
      if (next.sheet !== before.sheet) void keep(next.sheet)
      return next
    },
    [form, show, keep],
  )

  const putAside = useCallback(
    async (sheets: readonly Sheet[]) => {
      aside.current = sheets
      setParked(sheets)
      await (sheets.length === 0
        ? drafts.forget(toParkedId(draftId))
        : drafts.keep(toParkedId(draftId), sheets)
      ).catch(() => setIsUnkept(true))
    },
    [drafts, draftId],
  )

  const open = useCallback(
    async (sheet: Sheet) => {
      const left = current.current?.sheet
      const others = aside.current.filter(({ number }) => number !== sheet.number)
      show(resumeScoring(form, sheet))
      // first what is left, then what is taken up: whenever the phone dies, both are on it
      if (left !== undefined && isWorthKeeping(left) && left.number !== sheet.number) {
        await putAside([...aside.current.filter(({ number }) => number !== left.number), left])
        others.push(left)
      }
      await keep(sheet)
      await putAside(others)
    },
    [form, show, keep, putAside],
  )

  const reset = useCallback(() => {
    const filed = current.current?.sheet.number
    show(createScoring(crypto.randomUUID()))
    if (aside.current.some(({ number }) => number === filed)) {
      void putAside(aside.current.filter(({ number }) => number !== filed))
    }
  }, [show, putAside])

  if (scoring === undefined) return undefined
  return { scoring, parked, isUnkept, draftId, act: doAct, open, reset }
}

/** A number alone is typed again in a moment. */
function isWorthKeeping(sheet: Sheet): boolean {
  return Object.keys(sheet.scores).length > 0 || sheet.notes !== ''
}
