// What this phone knows of a form's cars: the club's list, the judge's sheets, and each car's state.
import { useMemo } from 'react'
import type { JudgingForm } from '../../../../domain/event.ts'
import { useJudging, useSentSequences, useSheets } from '../JudgeContext.tsx'
import { type CarRow, findNewest, listCarRows, type SheetOutboxEntry } from '../myCars.ts'
import type { ScoreSheet } from '../sheet.ts'

export interface KnownCars {
  rows: readonly CarRow[]
  /** The judge's sheets on this form, oldest first. */
  sheets: readonly SheetOutboxEntry[]
  newest: ReadonlyMap<string, SheetOutboxEntry>
  /** What the club had of the judge when they verified here: the highest sequence of each car. */
  sent: ReadonlyMap<string, number>
}

export function useKnownCars(form: JudgingForm, parked: readonly ScoreSheet[]): KnownCars {
  const { cars } = useJudging()
  const sheets = useSheets(form.id)
  const sent = useSentSequences(form.id)
  const rows = useMemo(
    () => listCarRows(cars.entries.cars, cars.entries.classes, sheets, parked, sent),
    [cars, sheets, parked, sent],
  )
  const newest = useMemo(() => findNewest(sheets), [sheets])
  return { rows, sheets, newest, sent }
}
