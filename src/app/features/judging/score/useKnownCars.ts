// What this phone knows of a form's cars: the club's list, the judge's sheets, and how far each car has come.
import { useMemo } from 'react'
import type { JudgingForm } from '../../../../domain/event.ts'
import { useJudging, useSent, useSheets } from '../JudgeContext.tsx'
import { type CarRow, findNewest, listCarRows, type SheetEntry } from '../myCars.ts'
import type { ScoreSheet } from '../sheet.ts'

export interface KnownCars {
  rows: readonly CarRow[]
  /** The judge's sheets on this form, oldest first. */
  sheets: readonly SheetEntry[]
  newest: ReadonlyMap<string, SheetEntry>
  /** What the club had of them when they verified here: the highest sequence of each car. */
  sent: ReadonlyMap<string, number>
}

export function useKnownCars(form: JudgingForm, parked: readonly ScoreSheet[]): KnownCars {
  const { cars } = useJudging()
  const sheets = useSheets(form.id)
  const sent = useSent(form.id)
  const rows = useMemo(
    () => listCarRows(cars.entries.cars, cars.entries.classes, sheets, parked, sent),
    [cars, sheets, parked, sent],
  )
  const newest = useMemo(() => findNewest(sheets), [sheets])
  return { rows, sheets, newest, sent }
}
