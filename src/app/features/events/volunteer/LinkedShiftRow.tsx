// One shift of a volunteer: when it is, what the club knows of it, and what can still be said.
import { Trans } from '@lingui/react/macro'
import { CircleCheck } from 'lucide-react'
import { formatInstant } from '../../../text/format.ts'
import { useLanguage } from '../../../text/useLanguage.ts'
import { Button } from '../../../ui/Button.tsx'
import { ListRow } from '../../../ui/layout/ListRow.tsx'
import styles from './LinkedShiftRow.module.css'
import type { LinkedShift } from './linkedShifts.ts'
import { toShiftTime } from './shiftText.ts'

export interface LinkedShiftRowProps {
  shift: LinkedShift
  timeZone: string
  isConfirming: boolean
  onConfirm(): void
  onGiveBack(): void
}

export function LinkedShiftRow({
  shift,
  timeZone,
  isConfirming,
  onConfirm,
  onGiveBack,
}: LinkedShiftRowProps) {
  const language = useLanguage()
  const { schedule, state, confirmedAt, givenBackAt, askedUntil } = shift
  const toMoment = (instant: string) => formatInstant(Date.parse(instant), timeZone, language)
  return (
    <ListRow title={schedule} note={toShiftTime(shift, timeZone, language)}>
      {givenBackAt !== null && (
        <p className="small">
          <Trans>You gave it back: {toMoment(givenBackAt)}</Trans>
        </p>
      )}
      {state === 'over' && (
        <p className="small">
          <Trans>This shift is over.</Trans>
        </p>
      )}
      {state === 'asked' && askedUntil !== null && (
        <p className="small">
          <Trans>Not yours yet. Confirm it until {toMoment(askedUntil)}.</Trans>
        </p>
      )}
      {state === 'full' && (
        <p className="small">
          <Trans>Somebody else was faster: no place is left at this time.</Trans>
        </p>
      )}
      {state === 'unconfirmed' && (
        <p className="small">
          <Trans>It was not confirmed in time. Sign up again if you want it.</Trans>
        </p>
      )}
      {state === 'taken' && confirmedAt !== null && (
        <p className={styles.confirmed}>
          <CircleCheck aria-hidden="true" />
          <span>
            <Trans>You said that you come: {toMoment(confirmedAt)}</Trans>
          </span>
        </p>
      )}
      {(state === 'taken' || state === 'asked' || state === 'full') && (
        <div className={styles.buttons}>
          {state === 'taken' && confirmedAt === null && (
            <Button variant="primary" busy={isConfirming} onClick={onConfirm}>
              <Trans>I will come</Trans>
            </Button>
          )}
          <Button onClick={onGiveBack}>
            <Trans>Give this shift back</Trans>
          </Button>
        </div>
      )}
    </ListRow>
  )
}
