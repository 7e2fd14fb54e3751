// The sheet on the screen and its record on the device: each tap is saved before the next one.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { JudgingForm } from '../../../../domain/event.ts'
import type { DraftChange, Drafts } from '../../../../offline/drafts.ts'
import { newKey } from '../../../../offline/newKey.ts'
import type { DraftId } from '../../../../offline/outboxRecords.ts'
import { openOutbox } from '../../../call/outboxStore.ts'
import { useSession } from '../../../session/SessionContext.tsx'
import { leaveSheet } from '../filed/leaveSheet.ts'
import {
  createScoring,
  findSheet,
  hasSameValues,
  isFilled,
  isStarted,
  reduceScoring,
  resumeScoring,
  type ScoreSheet,
  type Scoring,
  type ScoringAction,
} from '../sheet.ts'
import { listStartedSheets, toSheetChange, toSheetId } from '../sheetRecords.ts'
import { useStartedSheets } from '../useStartedSheets.ts'
import { type SheetHolding, useSheetHold } from './useSheetHold.ts'

export interface SheetDraft {
  scoring: Scoring
  /** The judge's other half-filled sheets on this device, of other tabs too. */
  parked: readonly ScoreSheet[]
  /** The last tap could not be saved on this device. */
  isUnsaved: boolean
  /** The sheet is filled in in another tab, so nothing changes it here. */
  isElsewhere: boolean
  /** The record of the sheet on the screen. */
  recordId: DraftId
  act(done: ScoringAction): Scoring
  /** Opens another sheet. A half-filled one of another car stays on the device. */
  open(sheet: ScoreSheet): void
  /** Goes on here with the sheet that another tab has taken. */
  takeBack(): void
  /** The scores of the sheet that was left are for the car on the screen. */
  carry(): void
  /** Deletes the sheet on the screen. Then `next` is shown, or an empty one. */
  discard(next: ScoreSheet | undefined): void
  /** Resolves when the device has saved all that was entered so far. */
  settled(): Promise<unknown>
  /** Call after the sheet has become an outbox entry, which deletes its record. */
  reset(): void
}

/** Undefined while the device is read. */
export function useScoring(form: JudgingForm, draftId: string): SheetDraft | undefined {
  const session = useSession()
  const { drafts } = openOutbox(session)
  const [scoring, setScoring] = useState<Scoring>()
  const { sheets: started, reload } = useStartedSheets(draftId)
  const [isUnsaved, setIsUnsaved] = useState(false)
  const [holding, isElsewhere] = useSheetHold(draftId)
  const current = useRef<Scoring>(undefined)
  const writes = useRef<Promise<unknown>>(Promise.resolve())
  // a new title of the form must not throw the judge out of their sheet
  const firstForm = useRef(form)

  const show = useCallback((next: Scoring) => {
    current.current = next
    setScoring(next)
  }, [])

  useEffect(() => {
    let isCurrent = true
    const begin = (sheet: ScoreSheet | undefined) => {
      if (!isCurrent) return
      show(sheet === undefined ? createScoring(newKey()) : resumeScoring(firstForm.current, sheet))
    }
    takeFirst(drafts, draftId, holding).then(begin, () => {
      begin(undefined)
      setIsUnsaved(true)
    })
    return () => {
      isCurrent = false
    }
  }, [drafts, draftId, holding, show])

  const save = useCallback(
    (...changes: readonly DraftChange[]) => {
      const written = drafts.change(changes).then(
        () => setIsUnsaved(false),
        () => setIsUnsaved(true), // the screen keeps the values and says so
      )
      writes.current = Promise.all([writes.current, written])
      return written
    },
    [drafts],
  )

  const doAct = useCallback(
    (done: ScoringAction): Scoring => {
      const before = current.current ?? createScoring(newKey())
      if (holding.isLost()) return before
      const next = leaveSheet(before, reduceScoring(form, before, done), newKey)
      show(next)
      if (next.sheet !== before.sheet) {
        void holding.take(next.sheet)
        const saved = save(toSheetChange(draftId, next.sheet))
        // what was begun and left is among the half-filled ones from now on
        if (next.sheet.key !== before.sheet.key) void saved.then(reload)
      }
      return next
    },
    [form, draftId, holding, show, save, reload],
  )

  /** The other tab may have changed the sheet after this one had read it. */
  const takeUp = useCallback(
    async (sheet: ScoreSheet) => {
      await holding.take(sheet)
      const saved = findSheet(await drafts.find(toSheetId(draftId, sheet)).catch(() => undefined))
      if (current.current?.sheet !== sheet) return // a tap came first, and saved it
      if (saved !== undefined && !hasSameValues(saved, sheet)) show(resumeScoring(form, saved))
      void save(toSheetChange(draftId, current.current.sheet))
    },
    [drafts, form, draftId, holding, show, save],
  )

  const open = useCallback(
    (sheet: ScoreSheet) => {
      const left = current.current?.sheet
      const isSame = left?.key === sheet.key
      show(resumeScoring(form, sheet))
      if (isSame) return void save(toSheetChange(draftId, sheet))
      holding.giveBack()
      if (isStarted(sheet)) void takeUp(sheet)
      // a number alone is quickly typed again
      const forgotten =
        left !== undefined && !isFilled(left) ? [{ id: toSheetId(draftId, left), value: undefined }] : []
      void save(...forgotten).then(reload)
    },
    [form, draftId, holding, show, save, takeUp, reload],
  )

  const takeBack = useCallback(() => {
    if (current.current !== undefined) void takeUp(current.current.sheet)
  }, [takeUp])

  const carry = useCallback(async () => {
    const now = current.current
    if (now?.left === undefined) return
    const left = findSheet(await drafts.find(toSheetId(draftId, now.left)).catch(() => undefined))
    const isFree = left !== undefined && (await holding.tryTake(left))
    if (current.current?.sheet.key !== now.sheet.key) return
    await holding.take(now.sheet)
    // another tab goes on with it
    if (left === undefined || !isFree) return
    const { key, number } = current.current.sheet
    show(resumeScoring(form, { ...left, key, number }))
    const changes = [
      toSheetChange(draftId, current.current.sheet),
      { id: toSheetId(draftId, left), value: undefined },
    ]
    void save(...changes).then(reload)
  }, [drafts, form, draftId, holding, show, save, reload])

  const reset = useCallback(() => {
    holding.giveBack()
    show(createScoring(newKey()))
    reload()
  }, [holding, show, reload])

  const discard = useCallback(
    (next: ScoreSheet | undefined) => {
      const left = current.current?.sheet
      holding.giveBack()
      show(next === undefined ? createScoring(newKey()) : resumeScoring(form, next))
      if (left !== undefined) void save({ id: toSheetId(draftId, left), value: undefined }).then(reload)
    },
    [form, draftId, holding, show, save, reload],
  )

  const settled = useCallback(() => writes.current, [])

  if (scoring === undefined) return undefined
  const parked = started.filter(({ key }) => key !== scoring.sheet.key)
  const recordId = toSheetId(draftId, scoring.sheet)
  return {
    scoring,
    parked,
    isUnsaved,
    isElsewhere,
    recordId,
    act: doAct,
    open,
    takeBack,
    carry: () => void carry(),
    discard,
    settled,
    reset,
  }
}

/** The sheet that this tab had last, or the one that was last changed, if no other tab has it. */
async function takeFirst(
  drafts: Drafts,
  draftId: DraftId,
  holding: SheetHolding,
): Promise<ScoreSheet | undefined> {
  const sheets = await listStartedSheets(drafts, draftId)
  const last = holding.findLast()
  const byWish = [...sheets.filter(({ key }) => key === last), ...sheets.filter(({ key }) => key !== last)]
  for (const sheet of byWish) if (await holding.tryTake(sheet)) return sheet
  return undefined
}
