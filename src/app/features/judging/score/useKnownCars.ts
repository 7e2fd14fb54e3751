// What this phone knows of a form's cars: the club's list, the judge's sheets, and each car's state.
import { useMemo } from 'react'
import type { JudgingForm } from '../../../../domain/event.ts'
import { useAtClub, useJudging, useSheets } from '../JudgeContext.tsx'
import {
  type AtClub,
  type CarRow,
  type FiledSheet,
  findNewest,
  listCarRows,
  type SheetOutboxEntry,
} from '../myCars.ts'
import type { ScoreSheet } from '../sheet.ts'

export interface KnownCars {
  rows: readonly CarRow[]
  /** The judge's sheets on this form, oldest first. */
  sheets: readonly SheetOutboxEntry[]
  newest: ReadonlyMap<string, SheetOutboxEntry>
  /** The sheet of each car that counts, or will. */
  filed: ReadonlyMap<string, FiledSheet>
  atClub: ReadonlyMap<string, AtClub>
}

export function useKnownCars(form: JudgingForm, parked: readonly ScoreSheet[]): KnownCars {
  const { cars } = useJudging()
  const sheets = useSheets(form.id)
  const atClub = useAtClub(form.id)
  const rows = useMemo(
    () => listCarRows(cars.entries.cars, cars.entries.classes, sheets, parked, atClub),
    [cars, sheets, parked, atClub],
  )
  const newest = useMemo(() => findNewest(sheets), [sheets])
  const filed = useMemo(
    () => new Map(rows.flatMap((row) => (row.filed === undefined ? [] : [[row.number, row.filed] as const]))),
    [rows],
  )
  return { rows, sheets, newest, filed, atClub }
}
