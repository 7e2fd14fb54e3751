// Activities under the headings of their months. The next one is marked, and one press away.
import { Trans } from '@lingui/react/macro'
import { ArrowDown } from 'lucide-react'
import { useRef } from 'react'
import type { Accepted } from '../../../contract/caller.ts'
import { toActivityTimes } from '../../../domain/calendar/activity.ts'
import { writeClock } from '../../../domain/clock.ts'
import { useClubZone } from '../../session/useClubZone.ts'
import { useServerNow } from '../../session/useServerNow.ts'
import { formatMonth, formatShortDay, formatWeekdayAndDay } from '../../text/format.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { List } from '../../ui/layout/List.tsx'
import { Tag } from '../../ui/Tag.tsx'
import styles from './ActivityList.module.css'

type Activity = Accepted<'get_activities'>['activities'][number]

export function ActivityList({ activities }: { activities: readonly Activity[] }) {
  const language = useLanguage()
  const timeZone = useClubZone()
  const now = useServerNow(60_000)
  const nextLine = useRef<HTMLLIElement>(null)
  const next = activities.find((activity) => toActivityTimes(activity, timeZone).endsAt > now)
  const hasPast = next !== undefined && next !== activities[0]
  const showNext = () => {
    nextLine.current?.scrollIntoView({ block: 'center' })
    nextLine.current?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.list}>
      {next !== undefined && hasPast && (
        <div>
          <Button icon={<ArrowDown size={20} aria-hidden="true" />} onClick={showNext}>
            <Trans>
              Next activity: {formatShortDay(next.date, language)}, {next.title}
            </Trans>
          </Button>
        </div>
      )}
      {groupByMonth(activities).map(({ month, group }) => (
        <section key={month} className={styles.group} aria-labelledby={`month-${month}`}>
          <h2 id={`month-${month}`} className={styles.heading}>
            {formatMonth(month, language, 'long')}
          </h2>
          <List framed>
            {group.map((activity) => (
              <li
                key={activity.id}
                ref={activity === next ? nextLine : undefined}
                tabIndex={activity === next ? -1 : undefined}
                className={classNames(
                  styles.entry,
                  toActivityTimes(activity, timeZone).endsAt <= now && styles.past,
                )}
              >
                <p className={styles.day}>
                  <span className={styles.date}>{formatWeekdayAndDay(activity.date, language)}</span>{' '}
                  <span className={styles.time}>
                    <ClockSpan {...activity} />
                  </span>
                  {activity === next && (
                    <>
                      {' '}
                      <Tag>
                        <Trans>Next</Trans>
                      </Tag>
                    </>
                  )}
                </p>
                <h3 className={styles.title}>{activity.title}</h3>
                {activity.description !== '' && <p className={styles.description}>{activity.description}</p>}
              </li>
            ))}
          </List>
        </section>
      ))}
    </div>
  )
}

function ClockSpan({ start, end }: Pick<Activity, 'start' | 'end'>) {
  const language = useLanguage()
  const from = writeClock(start, language)
  const to = writeClock(end, language)
  return (
    <Trans>
      ({from} -{to})
    </Trans>
  )
}

function groupByMonth(activities: readonly Activity[]): { month: string; group: Activity[] }[] {
  const groups = new Map<string, Activity[]>()
  for (const activity of activities) {
    const month = activity.date.slice(0, 7)
    groups.set(month, [...(groups.get(month) ?? []), activity])
  }
  return [...groups].map(([month, group]) => ({ month, group }))
}
