// The draft sheet on the screen and on the device: each tap is saved before the next one.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { JudgingForm } from '../../../../domain/event.ts'
import type { DraftChange } from '../../../../offline/drafts.ts'
import { newKey } from '../../../../offline/newKey.ts'
import type { DraftId, JudgeGrant } from '../../../../offline/outboxRecords.ts'
import { openOutbox } from '../../../call/outboxStore.ts'
import { useSession } from '../../../session/SessionContext.tsx'
import {
  createScoring,
  findSheet,
  isFilled,
  isStarted,
  reduceScoring,
  resumeScoring,
  type ScoreSheet,
  type Scoring,
  type ScoringAction,
} from '../sheet.ts'

export interface SheetDraft {
  scoring: Scoring
  /** Drafts of other cars. */
  parked: readonly ScoreSheet[]
  /** The last tap could not be saved on this device. */
  isUnsaved: boolean
  draftId: string
  act(done: ScoringAction): Scoring
  /** Opens another sheet. A draft of another car is put aside. */
  open(sheet: ScoreSheet): void
  /** Resolves when the device has saved all that was entered so far. */
  settled(): Promise<unknown>
  /** Call after the sheet has become an outbox entry, which deletes its draft. */
  reset(): void
}

export function toDraftId({ club, eventId, judgeId }: JudgeGrant, formId: number): string {
  return `sheet/${club}/${eventId}/${judgeId}/${formId}`
}

export function toParkedId(draftId: string): string {
  return `${draftId}/parked`
}

export function listParked(value: unknown): ScoreSheet[] {
  return Array.isArray(value) ? value.map(findSheet).filter((sheet) => sheet !== undefined) : []
}

function toChange(id: DraftId, sheet: ScoreSheet): DraftChange {
  return { id, value: isStarted(sheet) ? sheet : undefined }
}

/** Undefined while the device is read. */
export function useScoring(form: JudgingForm, draftId: string): SheetDraft | undefined {
  const session = useSession()
  const { drafts } = openOutbox(session)
  const [scoring, setScoring] = useState<Scoring>()
  const [parked, setParked] = useState<readonly ScoreSheet[]>([])
  const [isUnsaved, setIsUnsaved] = useState(false)
  const current = useRef<Scoring>(undefined)
  const aside = useRef<readonly ScoreSheet[]>([])
  const writes = useRef<Promise<unknown>>(Promise.resolve())
  // a new title of the form must not throw the judge out of their sheet
  const firstForm = useRef(form)

  useEffect(() => {
    let isCurrent = true
    const begin = (value: unknown, left: unknown) => {
      if (!isCurrent) return
      const sheet = findSheet(value)
      const begun = sheet === undefined ? createScoring(newKey()) : resumeScoring(firstForm.current, sheet)
      current.current = begun
      aside.current = listParked(left)
      setScoring(begun)
      setParked(aside.current)
    }
    Promise.all([drafts.find(draftId), drafts.find(toParkedId(draftId))]).then(
      ([value, left]) => begin(value, left),
      () => {
        begin(undefined, undefined)
        setIsUnsaved(true)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [drafts, draftId])

  const save = useCallback(
    (...changes: readonly DraftChange[]) => {
      const written = drafts.change(changes).then(
        () => setIsUnsaved(false),
        () => setIsUnsaved(true), // the screen keeps the values and says so
      )
      writes.current = Promise.all([writes.current, written])
    },
    [drafts],
  )

  const show = useCallback((next: Scoring) => {
    current.current = next
    setScoring(next)
  }, [])

  const doAct = useCallback(
    (done: ScoringAction): Scoring => {
      const before = current.current ?? createScoring(newKey())
      const next = reduceScoring(form, before, done)
      show(next)
      if (next.sheet !== before.sheet) save(toChange(draftId, next.sheet))
      return next
    },
    [form, draftId, show, save],
  )

  const putAside = useCallback(
    (sheets: readonly ScoreSheet[]): DraftChange => {
      aside.current = sheets
      setParked(sheets)
      return { id: toParkedId(draftId), value: sheets.length === 0 ? undefined : sheets }
    },
    [draftId],
  )

  const open = useCallback(
    (sheet: ScoreSheet) => {
      const left = current.current?.sheet
      const isLeft = left !== undefined && isFilled(left) && left.number !== sheet.number
      const others = [
        ...aside.current.filter(({ number }) => number !== sheet.number && number !== left?.number),
        ...(isLeft ? [left] : []),
      ]
      show(resumeScoring(form, sheet))
      save(putAside(others), toChange(draftId, sheet))
    },
    [form, draftId, show, save, putAside],
  )

  const reset = useCallback(() => {
    const filed = current.current?.sheet.number
    show(createScoring(newKey()))
    if (aside.current.some(({ number }) => number === filed)) {
      save(putAside(aside.current.filter(({ number }) => number !== filed)))
    }
  }, [show, save, putAside])

  const settled = useCallback(() => writes.current, [])

  if (scoring === undefined) return undefined
  return { scoring, parked, isUnsaved, draftId, act: doAct, open, settled, reset }
}
