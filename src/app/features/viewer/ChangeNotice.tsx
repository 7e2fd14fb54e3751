// How favourites have changed since the person last saw them. It stays until they have read it.
import { Trans, useLingui } from '@lingui/react/macro'
import { writeClock } from '../../../domain/clock.ts'
import { findStartDay, type ScheduleChange } from '../../../domain/schedule.ts'
import { useChanges, useShow } from '../../show/ShowContext.tsx'
import { toDayTab } from '../../show/showTime.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './ChangeNotice.module.css'

export function ChangeNotice() {
  const { t } = useLingui()
  const { store } = useShow()
  const changes = useChanges()
  if (changes.length === 0) return null
  return (
    <Notice
      tone="info"
      live="status"
      title={t`Changed since you last looked`}
      action={
        <Button
          size="row"
          onClick={() => {
            // what cannot be kept is told once more
            store.acknowledge(changes).catch(() => undefined)
          }}
        >
          <Trans>Got it</Trans>
        </Button>
      }
    >
      <ul className={styles.list}>
        {changes.map((change) => (
          <li key={change.was.id}>
            <Words change={change} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Words({ change }: { change: ScheduleChange }) {
  const language = useLanguage()
  const { label } = change.was
  if (change.kind === 'cancelled') return <Trans>{label} is cancelled.</Trans>
  if (change.kind === 'removed') return <Trans>{label} is no longer in the schedule.</Trans>
  const { was, is } = change
  const time = writeClock(is.startTime, language)
  const day = toDayTab(findStartDay(is, is.date), language)
  const { place } = is
  if (change.kind === 'restored') {
    return (
      <Trans>
        {label} is on again, {day} at {time}.
      </Trans>
    )
  }
  const isMovedInTime =
    findStartDay(is, is.date) !== findStartDay(was, was.date) || is.startTime !== was.startTime
  const isMovedInPlace = is.place !== was.place && place !== ''
  if (isMovedInTime && isMovedInPlace) {
    return (
      <Trans>
        {label} moved to {day} at {time}, {place}.
      </Trans>
    )
  }
  if (isMovedInTime) {
    return (
      <Trans>
        {label} moved to {day} at {time}.
      </Trans>
    )
  }
  if (isMovedInPlace) {
    return (
      <Trans>
        {label} moved to {place}.
      </Trans>
    )
  }
  const end = writeClock(is.endTime, language)
  return (
    <Trans>
      {label} now ends at {end}.
    </Trans>
  )
}
