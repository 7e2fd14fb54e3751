// What the form has to say or ask before a Submit, because of what the club has of the car.
import type { CarRow } from '../myCars.ts'
import { isFilled, type ScoreSheet } from '../sheet.ts'

/** A sheet of another phone: `newer` than the one that is corrected here, or `other` than what was begun here. */
export type Replaced = 'newer' | 'other'

export function findReplaced(row: CarRow | undefined, sheet: ScoreSheet): Replaced | undefined {
  if (row === undefined || !isFilled(sheet) || sheet.replaces !== undefined) return undefined
  const { filed, isUnseen } = row
  const isElsewhere = filed !== undefined && filed.entry === undefined && filed.key !== sheet.corrects
  if (!isElsewhere && !isUnseen) return undefined
  return sheet.corrects === undefined ? 'other' : 'newer'
}

/** Nothing is set, and the club has a sheet whose scores are not on this phone: empty scores would look like its own. */
export function isUnseenBlank(row: CarRow | undefined, sheet: ScoreSheet): boolean {
  return row?.isUnseen === true && row.filed === undefined && !isFilled(sheet)
}

/** The sheet that the form shows as sent does not count any more: the same scores may be sent again. */
export type Gone = 'void' | 'withdrawn'

export function findGone(row: CarRow | undefined, sheet: ScoreSheet): Gone | undefined {
  if (row === undefined || sheet.isUntouched !== true || row.filed !== undefined) return undefined
  return row.state === 'void' || row.state === 'withdrawn' ? row.state : undefined
}
