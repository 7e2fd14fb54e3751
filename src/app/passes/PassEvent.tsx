// When and where the event of the passes below is, in few lines: the codes are what stands in front.
import { Trans } from '@lingui/react/macro'
import { writeClock } from '../../domain/clock.ts'
import type { EventPasses } from '../../domain/shapes/pass.ts'
import { formatDayRange } from '../text/format.ts'
import { useLanguage } from '../text/useLanguage.ts'
import { classNames } from '../ui/classNames.ts'
import styles from './PassEvent.module.css'

export interface PassEventProps extends Pick<EventPasses, 'event'> {
  /** Of the heading. */
  id: string
}

export function PassEvent({ event, id }: PassEventProps) {
  const language = useLanguage()
  const gateTime = event.gateTime === '' ? '' : writeClock(event.gateTime, language)
  return (
    <div>
      <h2 id={id}>{event.name}</h2>
      <p className={classNames('strong', styles.days)}>
        {formatDayRange(event.startDate, event.endDate, language)}
      </p>
      {gateTime !== '' && (
        <p>
          <Trans>Gates open at {gateTime}</Trans>
        </p>
      )}
      {event.place !== '' && <p>{event.place}</p>}
    </div>
  )
}
