// When and where an event is, when its gates open, and whom people may ask.
import { Trans } from '@lingui/react/macro'
import { writeClock } from '../../domain/clock.ts'
import type { EventPasses } from '../../domain/shapes/pass.ts'
import { useClub } from '../session/SessionContext.tsx'
import { formatPhone, toMailLink, toPhoneLink } from '../text/contact.ts'
import { formatDayRange } from '../text/format.ts'
import { useLanguage } from '../text/useLanguage.ts'
import { classNames } from '../ui/classNames.ts'
import styles from './EventFacts.module.css'

export function EventFacts({ event }: Pick<EventPasses, 'event'>) {
  const language = useLanguage()
  const { contactEmail = '', contactPhone = '' } = useClub()?.tenant.settings ?? {}
  const gateTime = event.gateTime === '' ? '' : writeClock(event.gateTime, language)
  return (
    <>
      <p className={classNames('strong', styles.days)}>
        {formatDayRange(event.startDate, event.endDate, language)}
      </p>
      {gateTime !== '' && (
        <p>
          <Trans>Gates open at {gateTime}</Trans>
        </p>
      )}
      {event.place !== '' && <p>{event.place}</p>}
      {(contactEmail !== '' || contactPhone !== '') && (
        <p>
          <Trans>Questions? Ask the club:</Trans>{' '}
          {contactEmail !== '' && (
            <a href={toMailLink(contactEmail)} className="link">
              {contactEmail}
            </a>
          )}{' '}
          {contactPhone !== '' && (
            <a href={toPhoneLink(contactPhone)} className="link">
              {formatPhone(contactPhone)}
            </a>
          )}
        </p>
      )}
    </>
  )
}
