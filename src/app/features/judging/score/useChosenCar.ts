// Opens the sheet of a car that somebody chose, on this screen or on another one.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import type { JudgingForm } from '../../../../domain/event.ts'
import { newKey } from '../../../../offline/newKey.ts'
import { useJudging } from '../JudgeContext.tsx'
import { type SheetEntry, toSheetAgain } from '../myCars.ts'
import { findSheetToOpen } from '../sheet.ts'
import type { SheetKeeper } from './useScoring.ts'

/** `newest` are the sheets that were filed, by the car's number. */
export function useOpenCar(
  keeper: SheetKeeper,
  newest: ReadonlyMap<string, SheetEntry>,
): (number: string) => void {
  return useCallback(
    (number: string) => {
      const earlier = newest.get(number)
      const key = newKey()
      const kept =
        keeper.parked.find((one) => one.number === number) ??
        (earlier === undefined ? undefined : toSheetAgain(earlier, key))
      const sheet = findSheetToOpen(keeper.scoring.sheet, { key, number, kept })
      if (sheet === undefined) keeper.act({ type: 'next' })
      else keeper.open(sheet)
    },
    [keeper, newest],
  )
}

/** A car chosen elsewhere comes in the address, and leaves it: going back or reloading does nothing. */
export function useCarOfAddress(form: JudgingForm, openCar: (number: string) => void): void {
  const navigate = useNavigate()
  const { grant } = useJudging()
  const { car: wanted } = useSearch({ from: '/portal/judging/$eventId/form/$formId/' })
  const taken = useRef<string>(undefined)

  useEffect(() => {
    if (taken.current === wanted) return
    taken.current = wanted
    if (wanted === undefined) return
    openCar(wanted)
    void navigate({
      to: '/portal/judging/$eventId/form/$formId',
      params: { eventId: String(grant.eventId), formId: String(form.id) },
      search: {},
      replace: true,
    })
  }, [wanted, openCar, navigate, grant, form])
}
