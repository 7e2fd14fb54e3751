// Of a ballot that came second: when the club received the one that counts, and whether it is on paper.
import { Trans } from '@lingui/react/macro'
import { findDay } from '../../domain/day.ts'
import type { OutboxEntry } from '../../offline/outboxRecords.ts'
import { useSession } from '../session/SessionContext.tsx'
import { useClubZone } from '../session/useClubZone.ts'
import { toZonedMoment } from '../show/showTime.ts'
import { useLanguage } from '../text/useLanguage.ts'

/** Nothing if the server did not say when. */
export function CountedBallot({ entry }: { entry: Pick<OutboxEntry, 'fault' | 'about'> }) {
  const language = useLanguage()
  const now = useSession().now()
  const clubZone = useClubZone()
  const { usedAt = '', onPaper = false } = entry.fault ?? {}
  const instant = Date.parse(usedAt)
  if (Number.isNaN(instant)) return null
  const zone = entry.about?.timeZone ?? clubZone
  const when = toZonedMoment(instant, now, zone, language)
  const isToday = findDay(instant, zone) === findDay(now, zone)
  return (
    <p>{onPaper ? <OnPaper when={when} isToday={isToday} /> : <Received when={when} isToday={isToday} />}</p>
  )
}

interface WhenProps {
  /** "12:55 PM" today, "Sat 13, 12:55 PM" on another day. */
  when: string
  isToday: boolean
}

function Received({ when, isToday }: WhenProps) {
  return isToday ? (
    <Trans>The ballot that counts was received at {when}.</Trans>
  ) : (
    <Trans>The ballot that counts was received on {when}.</Trans>
  )
}

function OnPaper({ when, isToday }: WhenProps) {
  return isToday ? (
    <Trans>The ballot that counts is on paper. The club entered it at {when}.</Trans>
  ) : (
    <Trans>The ballot that counts is on paper. The club entered it on {when}.</Trans>
  )
}
