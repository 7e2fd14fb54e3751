// One event as an invitation: picture, name, dates, and a block for each action that is open.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CarFront, HandHelping, MapPinned, Store, Ticket } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type ClubEvent, findOpenDoors, isOn, isOver } from '../../../domain/event.ts'
import { useMember } from '../../session/SessionContext.tsx'
import { useServerNow } from '../../session/useServerNow.ts'
import { EventPoster } from '../../show/EventPoster.tsx'
import { formatDayRange, formatMoney } from '../../text/format.ts'
import { ServiceFee } from '../../text/ServiceFee.tsx'
import { useLanguage } from '../../text/useLanguage.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { classNames } from '../../ui/classNames.ts'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { EventActionLink } from './EventActionLink.tsx'
import styles from './EventPanel.module.css'
import { useEventMessages } from './useEventMessages.ts'

export interface EventPanelProps {
  event: ClubEvent
  /**
   * The heading level of the name. 1 is for the event's own page, where the name is no link, and where purchases
   * can be looked up after the sale too.
   */
  level: 1 | 2
  isFirst?: boolean
  /** Why nothing can be started now, for example without a connection. */
  blockedReason?: string | undefined
}

const doorsCheckEveryMs = 30_000

export function EventPanel({ event, level, isFirst = false, blockedReason }: EventPanelProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const isSignedIn = useMember() !== undefined
  const now = useServerNow(doorsCheckEveryMs)
  const doors = findOpenDoors(event, now, isSignedIn)
  const isToday = isOn(event, now)
  const isPast = isOver(event, now)
  const nameId = useId()
  const Heading = `h${level}` as const
  const messages = useEventMessages(event)
  const isAnyOpen = doors.registration || doors.vendor || doors.tickets || doors.volunteer
  const actions = { eventId: event.id, describedBy: nameId }

  return (
    <article className={styles.panel} aria-labelledby={nameId}>
      <div className={styles.head}>
        <div className={styles.poster}>
          <EventPoster event={event} isFirst={isFirst} />
          {event.testMode && (
            <span className={event.images.length === 0 ? styles.testBesideDate : styles.test}>
              <Tag solid>
                <Trans>TEST MODE</Trans>
              </Tag>
            </span>
          )}
        </div>
        <div className={styles.words}>
          <Heading id={nameId} className={styles.name}>
            {level === 1 ? (
              event.name
            ) : (
              <Link to="/portal/event/$eventId" params={{ eventId: String(event.id) }}>
                {event.name}
              </Link>
            )}
          </Heading>
          <p className={styles.when}>{formatDayRange(event.startDate, event.endDate, language)}</p>
          {event.place !== '' && <p className={styles.where}>{event.place}</p>}
          {isPast && (
            <p className={classNames(styles.before, 'strong')} data-timed="">
              <Trans>This show is over. Thank you for coming.</Trans>
            </p>
          )}
          {!isAnyOpen &&
            !isPast &&
            [event.preEventLine1, event.preEventLine2]
              .filter((line) => line !== '')
              .map((line) => (
                <p key={line} className={styles.before} data-timed="">
                  {line}
                </p>
              ))}
          <Link
            to="/portal/viewer/$eventId"
            params={{ eventId: String(event.id) }}
            className={
              isToday
                ? classNames(buttonClass({ variant: 'primary' }), styles.open)
                : classNames(buttonClass({ variant: 'quiet', size: 'row' }), styles.viewer)
            }
          >
            <MapPinned aria-hidden="true" />
            {isToday ? <Trans>Open the show</Trans> : <Trans>Schedule, maps and vendors</Trans>}
          </Link>
        </div>
      </div>

      {level === 1 && event.description !== '' && (
        <p className={classNames(styles.description, 'prose')}>{event.description}</p>
      )}

      {isAnyOpen && (
        <div className={styles.doors} data-timed="">
          {doors.registration && (
            <Door
              icon={<CarFront aria-hidden="true" />}
              title={<Trans>Show your car</Trans>}
              level={level}
              message={messages.register}
              more={
                event.regMemberDiscount > 0 &&
                t`Members get a ${formatMoney(event.regMemberDiscount)} discount at checkout when pre-registering.`
              }
            >
              <EventActionLink
                {...actions}
                action="register"
                variant={isToday ? 'secondary' : 'primary'}
                size="row"
                full
              >
                <Trans>Register Now {formatMoney(event.reg_price)}</Trans>
              </EventActionLink>
              <ServiceFee price={event.reg_price} />
            </Door>
          )}
          {doors.vendor && (
            <Door
              icon={<Store aria-hidden="true" />}
              title={<Trans>Sell at the show</Trans>}
              level={level}
              message={event.vendorMessage}
            >
              <EventActionLink {...actions} action="vendor" size="row" full>
                <Trans>Signup Now</Trans>
              </EventActionLink>
            </Door>
          )}
          {doors.tickets && (
            <Door
              icon={<Ticket aria-hidden="true" />}
              title={event.ticketLabel || <Trans>Tickets</Trans>}
              level={level}
              message={messages.tickets}
            >
              <EventActionLink {...actions} action="tickets" size="row" full>
                <Trans>Purchase Now</Trans>
              </EventActionLink>
            </Door>
          )}
          {doors.volunteer && (
            <Door
              icon={<HandHelping aria-hidden="true" />}
              title={<Trans>Volunteer</Trans>}
              level={level}
              message={messages.volunteer}
            >
              <EventActionLink {...actions} action="volunteer" size="row" full>
                <Trans>Volunteer Now</Trans>
              </EventActionLink>
            </Door>
          )}
        </div>
      )}
      {isAnyOpen && blockedReason !== undefined && <p className={styles.blocked}>{blockedReason}</p>}
      {(isAnyOpen || level === 1) && (
        <div className={styles.foot} data-timed="">
          <p>
            <Trans>Lookup my event purchase by email</Trans>
          </p>
          <EventActionLink {...actions} action="lookup" size="row">
            <Trans>Lookup Purchase</Trans>
          </EventActionLink>
        </div>
      )}
    </article>
  )
}

/** The frame of a panel whose event is on its way. */
export function EventPanelLoading() {
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <div className={classNames(styles.poster, styles.loading)} />
        <div className={styles.words}>
          <SkeletonShape shape="line" count={3} />
        </div>
      </div>
      <div className={styles.description}>
        <SkeletonShape shape="block" count={2} />
      </div>
    </div>
  )
}

interface DoorProps {
  icon: ReactNode
  title: ReactNode
  /** The heading level of the surrounding panel. */
  level: 1 | 2
  message: string
  more?: string | false
  children: ReactNode
}

function Door({ icon, title, level, message, more = false, children }: DoorProps) {
  const Heading = `h${level === 1 ? 2 : 3}` as const
  return (
    <section className={styles.door}>
      {icon}
      <div className={styles.doorWords}>
        <Heading className="h3">{title}</Heading>
        {message !== '' && <p className={styles.message}>{message}</p>}
        {more !== false && <p className={styles.message}>{more}</p>}
      </div>
      <div className={styles.doorAction}>{children}</div>
    </section>
  )
}
