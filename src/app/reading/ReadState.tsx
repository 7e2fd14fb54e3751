// In place of an answer that is loading or could not be read, and beside one that comes from this device.
import { Trans, useLingui } from '@lingui/react/macro'
import { optionalPart } from '../parts/lazyPart.tsx'
import { useSession } from '../session/SessionContext.tsx'
import { useClubZone } from '../session/useClubZone.ts'
import { toZonedMoment } from '../show/showTime.ts'
import { isUnreachable, toFailureText } from '../text/failureText.ts'
import { useLanguage } from '../text/useLanguage.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { SkeletonShape } from '../ui/SkeletonShape.tsx'
import { LoadingScreen, type LoadingScreenProps } from '../ui/screen/LoadingScreen.tsx'
import type { Reading } from './useRead.ts'

export function EventsLoading() {
  const { t } = useLingui()
  return (
    <Skeleton label={t`Loading the events…`}>
      <SkeletonShape shape="picture" />
      <SkeletonShape shape="line" count={2} />
      <SkeletonShape shape="block" count={3} />
    </Skeleton>
  )
}

/** Those that are on this phone, which open anywhere. */
export const SavedShows = optionalPart(async () => (await import('../show/SavedShows.tsx')).SavedShows)

/** The shows that open without the server, while it cannot be reached. */
export function ShowsOfDevice({ reading }: { reading: Reading<unknown> }) {
  return isUnreachable(reading.error) ? <SavedShows /> : null
}

/** Renders nothing while all is well. */
export function ReadFault({ reading }: { reading: Reading<unknown> }) {
  const { i18n } = useLingui()
  const language = useLanguage()
  const timeZone = useClubZone()
  const session = useSession()
  const { data, error, savedAt } = reading
  if (error === undefined) return null
  const again = (
    <Button size="row" busy={reading.isFetching} onClick={reading.refetch}>
      <Trans>Try again</Trans>
    </Button>
  )
  if (data === undefined) {
    return isUnreachable(error) ? (
      <Notice tone="info" live="status" action={again}>
        <Trans>This was not opened on this device before, so it needs a connection once.</Trans>
      </Notice>
    ) : (
      <Notice tone="bad" live="alert" action={again}>
        {toFailureText(i18n, error)}
      </Notice>
    )
  }
  const saved = toZonedMoment(savedAt, session.now(), timeZone, language)
  return (
    <Notice tone={isUnreachable(error) ? 'info' : 'warn'} live="status" action={again}>
      {isUnreachable(error) ? (
        <Trans>No connection. This is what was saved at {saved}.</Trans>
      ) : (
        toFailureText(i18n, error)
      )}
    </Notice>
  )
}

/** A whole screen without its content, with its heading: it loads, or could not be read. */
export function UnreadScreen({ reading, ...loading }: LoadingScreenProps & { reading: Reading<unknown> }) {
  if (reading.error === undefined) return <LoadingScreen {...loading} />
  return (
    <div className="stack">
      <h1>{loading.title}</h1>
      <ReadFault reading={reading} />
    </div>
  )
}
