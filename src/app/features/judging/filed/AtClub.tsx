// Above the criteria: what is known of this judge's sheet for the car, where the form does not show it.
import { Trans } from '@lingui/react/macro'
import { Notice } from '../../../ui/Notice.tsx'
import type { CarRow } from '../myCars.ts'
import { isFilled, type ScoreSheet } from '../sheet.ts'
import styles from './AtClub.module.css'
import { findReplaced } from './findReplaced.ts'
import { StateLine } from './StateLine.tsx'
import { TakenBack } from './TakenBack.tsx'

interface AtClubProps {
  row: CarRow | undefined
  sheet: ScoreSheet
  onBack(text: string): void
}

/** What the club has of this judge for the car, if the form does not show it, or not as its own. */
export function AtClub({ row, sheet, onBack }: AtClubProps) {
  if (row === undefined) return null
  return (
    <div className={styles.atClub}>
      <Line row={row} sheet={sheet} />
      <TakenBack row={row} onBack={onBack} />
    </div>
  )
}

function Line({ row, sheet }: Omit<AtClubProps, 'onBack' | 'row'> & { row: CarRow }) {
  const { number, filed } = row
  const replaced = findReplaced(row, sheet)
  if (replaced === 'newer') {
    return (
      <Notice tone="warn" live="alert">
        <Trans>
          You sent a later sheet for {number} from another phone. What you submit here replaces it.
        </Trans>
      </Notice>
    )
  }
  if (replaced === 'other') {
    return (
      <Notice tone="warn" live="alert">
        <Trans>You sent a sheet for {number} from another phone. What you submit here replaces it.</Trans>
      </Notice>
    )
  }
  const isBeside = filed !== undefined && filed.key !== sheet.corrects && sheet.replaces === undefined
  if (isBeside && isFilled(sheet)) {
    return (
      <p className="small">
        <Trans>You have submitted a sheet for {number}. What you submit here replaces it.</Trans>
      </p>
    )
  }
  return <StateLine row={row} />
}
