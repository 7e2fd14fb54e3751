// The club's upcoming events, for visitors and members.
import { Trans, useLingui } from '@lingui/react/macro'
import { ReadFault, ShowsOfDevice } from '../../reading/ReadState.tsx'
import { useRead } from '../../reading/useRead.ts'
import { PastShows } from '../../show/PastShows.tsx'
import { isUnreachable } from '../../text/failureText.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { UnansweredSignUps } from '../../unsaved/UnansweredSignUps.tsx'
import { EventPanel, EventPanelLoading } from './EventPanel.tsx'
import { EventPanels } from './EventPanels.tsx'

/** "0" on the public list, "1" on the members'. */
export function EventListScreen({ availability }: { availability: '0' | '1' }) {
  const { t } = useLingui()
  useScreenTitle(t`Events`)
  const reading = useRead('get_upcoming_events', { availability })
  const events = reading.data?.events
  const blockedReason = isUnreachable(reading.error)
    ? t`To register, buy or sign up you need a connection.`
    : undefined
  return (
    <EventPanels>
      <VisuallyHidden>
        <h1>
          <Trans>Events</Trans>
        </h1>
      </VisuallyHidden>
      <UnansweredSignUps />
      <ReadFault reading={reading} />
      <ShowsOfDevice reading={reading} />
      {reading.isLoading && (
        <Skeleton label={t`Loading the events…`}>
          <EventPanelLoading />
        </Skeleton>
      )}
      {events?.length === 0 && (
        <EmptyState title={<Trans>There are no upcoming events at this time, check back later.</Trans>} />
      )}
      {events?.map((event, index) => (
        <EventPanel
          key={event.id}
          event={event}
          level={2}
          isFirst={index === 0}
          blockedReason={blockedReason}
        />
      ))}
      <PastShows answer={reading.data} />
    </EventPanels>
  )
}
