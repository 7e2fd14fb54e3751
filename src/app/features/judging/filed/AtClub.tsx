// Above the criteria: what is known of this judge's sheet for the car, where the form does not show it.
import { Trans } from '@lingui/react/macro'
import type { CarRow } from '../myCars.ts'
import { isFilled, type ScoreSheet } from '../sheet.ts'
import styles from './AtClub.module.css'
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
  const { number, state, filed, isSent } = row
  const isShown = filed !== undefined && filed.key === sheet.corrects
  const isBeside = filed !== undefined && !isShown && sheet.replaces === undefined && isFilled(sheet)
  const isUnseen = isSent && filed === undefined && state === 'accepted'
  const line =
    isBeside || isUnseen ? (
      <p className="small">
        {filed?.entry === undefined ? (
          <Trans>You sent a sheet for {number} from another phone. What you submit here replaces it.</Trans>
        ) : (
          <Trans>You have submitted a sheet for {number}. What you submit here replaces it.</Trans>
        )}
      </p>
    ) : (
      <StateLine row={row} />
    )
  return (
    <div className={styles.atClub}>
      {line}
      <TakenBack row={row} onBack={onBack} />
    </div>
  )
}
