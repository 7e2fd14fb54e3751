// The club's calendar between two months, grouped by month, and the address under which calendars follow it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import {
  chooseMonth,
  type MonthRange,
  readSpan,
  toMonth,
  toMonthSpan,
  toYearSpan,
} from '../../../domain/calendar/activity.ts'
import { ReadFault } from '../../reading/ReadState.tsx'
import { useRead } from '../../reading/useRead.ts'
import { useClubZone } from '../../session/useClubZone.ts'
import { useServerNow } from '../../session/useServerNow.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import styles from './ActivitiesScreen.module.css'
import { ActivityList } from './ActivityList.tsx'
import { CalendarFeed } from './CalendarFeed.tsx'
import { MonthPicker } from './MonthPicker.tsx'

export function ActivitiesScreen() {
  const { t } = useLingui()
  useScreenTitle(t`Activities`)
  const params = useParams({ from: '/_shell/portal/member/activities/$start/$end' })
  const navigate = useNavigate()
  const timeZone = useClubZone()
  const span = readSpan(params, timeZone)
  const range = span && { from: toMonth(span.start, timeZone), to: toMonth(span.end, timeZone) }

  const choose = (which: keyof MonthRange, month: string) => {
    const { from, to } = chooseMonth(range ?? { from: month, to: month }, which, month)
    const { start, end } = toMonthSpan(from, to, timeZone)
    void navigate({
      to: '/portal/member/activities/$start/$end',
      params: { start: String(start), end: String(end) },
    })
  }
  return (
    <div className="stack">
      <h1>
        <Trans>Activities</Trans>
      </h1>
      <div className={styles.pickers}>
        <MonthPicker
          label={<Trans>Start date</Trans>}
          month={range?.from}
          onChoose={(month) => choose('from', month)}
        />
        <MonthPicker
          label={<Trans>End date</Trans>}
          month={range?.to}
          onChoose={(month) => choose('to', month)}
        />
      </div>
      {span === undefined ? <NoSpan /> : <Activities span={span} />}
      <CalendarFeed />
    </div>
  )
}

function Activities({ span: { start, end } }: { span: { start: number; end: number } }) {
  const { t } = useLingui()
  const reading = useRead('get_activities', { start, end })
  const activities = reading.data?.activities
  return (
    <>
      <ReadFault reading={reading} />
      {reading.isLoading && (
        <Skeleton label={t`Loading the activities…`}>
          <SkeletonShape shape="line" />
          <SkeletonShape shape="row" count={5} />
        </Skeleton>
      )}
      {activities !== undefined && activities.length > 0 && <ActivityList activities={activities} />}
      {activities?.length === 0 && (
        <EmptyState title={<Trans>No activities</Trans>} action={<ShowThisYear />}>
          <Trans>The club's calendar has nothing in these months.</Trans>
        </EmptyState>
      )}
    </>
  )
}

/** The address names no months that can be shown. */
function NoSpan() {
  return (
    <EmptyState title={<Trans>Which months?</Trans>} action={<ShowThisYear />}>
      <Trans>This address names no months. Choose a start date and an end date, at most five years.</Trans>
    </EmptyState>
  )
}

function ShowThisYear() {
  const timeZone = useClubZone()
  const { start, end } = toYearSpan(useServerNow(3_600_000), timeZone)
  return (
    <Link
      to="/portal/member/activities/$start/$end"
      params={{ start: String(start), end: String(end) }}
      className={buttonClass()}
    >
      <Trans>Show this year</Trans>
    </Link>
  )
}
