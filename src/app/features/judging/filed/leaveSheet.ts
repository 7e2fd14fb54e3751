// Another number begins a sheet of its own: scores stay with the car for which they were set.
import { createScoring, isFilled, type Scoring } from '../sheet.ts'

/** `next` is what a key or a tap makes of `before`. */
export function leaveSheet(before: Scoring, next: Scoring, newKey: () => string): Scoring {
  const { key, number, corrects } = before.sheet
  if (next.sheet.number === number || !staysAtItsCar(before)) return next
  return {
    ...next,
    sheet: { ...createScoring(newKey()).sheet, number: next.sheet.number },
    left: { key, number, isFiled: corrects !== undefined },
  }
}

function staysAtItsCar({ sheet, isNumberMended }: Scoring): boolean {
  if (sheet.corrects !== undefined) return true
  // the club has refused it, perhaps for its number
  if (sheet.replaces !== undefined) return false
  // while a number is typed for the first time, the scores that are set already belong to it
  return isNumberMended === true && isFilled(sheet)
}
