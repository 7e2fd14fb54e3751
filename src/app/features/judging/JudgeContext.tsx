// Provides the verified judge, the event's cars and forms, and their sheets to the judging screens.
import { createContext, useContext, useMemo } from 'react'
import type { JudgingForm } from '../../../domain/event.ts'
import { findJudgingWindow, findWindowState, type WindowState } from '../../../domain/window.ts'
import type { SavedCars } from '../../../offline/library.ts'
import type { ClubSheet, JudgeGrant, OutboxEntry } from '../../../offline/outboxRecords.ts'
import { useShow, useShowNow, useShowState } from '../../show/ShowContext.tsx'
import { type AtClub, type JudgesPlace, listSheets, type SheetOutboxEntry } from './myCars.ts'

export interface Judging {
  grant: JudgeGrant
  /** A judge who has verified in another tab since. Who goes on here is asked before the next sheet is sent. */
  other: JudgeGrant | undefined
  /** The tab's judge goes on, or the other one. */
  goOnAs(judge: JudgeGrant): void
  cars: SavedCars
  /** Everything in the outbox, also entries of other people. */
  entries: readonly OutboxEntry[]
  /** The forms that this judge may use. */
  forms: readonly JudgingForm[]
  /** Asks for their id and code again, or for those of another judge. */
  verify(): void
  /** The sheets that the club has of this judge; undefined if it has not answered within the time. */
  askClub(withinMs: number): Promise<readonly ClubSheet[] | undefined>
}

const JudgeContext = createContext<Judging | undefined>(undefined)
export const JudgeProvider = JudgeContext

export function useJudging(): Judging {
  const value = useContext(JudgeContext)
  if (value === undefined) throw new Error('useJudging needs the judging layout above it')
  return value
}

export function toJudgesPlace({ club, eventId, judgeId }: JudgeGrant): JudgesPlace {
  return { club, eventId, judgeId }
}

/** The judge's sheets on one form, oldest first. */
export function useSheets(formId: number): SheetOutboxEntry[] {
  const { grant, cars, entries } = useJudging()
  return useMemo(
    () => listSheets(entries, toJudgesPlace(grant), cars.forms, formId),
    [entries, grant, cars, formId],
  )
}

/** What the club has of the judge on one form, by the car's number, as far as this phone has heard. */
export function useAtClub(formId: number): ReadonlyMap<string, AtClub> {
  const { grant } = useJudging()
  return useMemo(() => {
    const newest = (grant.sheets ?? []).filter(({ why }) => why !== 'overtaken')
    return new Map(
      (grant.sent ?? [])
        .filter((one) => one.formId === formId)
        .map(({ entryId, sequence }) => [
          entryId,
          {
            sequence,
            sheet: newest.find((one) => one.formId === formId && one.entryId === entryId),
          },
        ]),
    )
  }, [grant, formId])
}

/** True if the last request of this page could not reach the server. */
export function useIsAway(): boolean {
  const { store } = useShow()
  const { entries } = useJudging()
  const { outcome } = useShowState(store)
  return (
    outcome === 'unreachable' ||
    entries.some(({ state, fault }) => state === 'waiting' && fault?.code === 'unreachable')
  )
}

/** By the server's clock, never by the device's alone. */
export function useJudgingState(): WindowState {
  const { saved } = useShow()
  const now = useShowNow()
  return findWindowState(findJudgingWindow(saved.event), now)
}
