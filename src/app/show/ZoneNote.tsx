// Says once on a screen which zone its times are in.
import { Trans } from '@lingui/react/macro'
import { useLanguage } from '../text/useLanguage.ts'
import { useNow, useShow } from './ShowContext.tsx'
import { findForeignZone } from './showTime.ts'

/** Names the time zone of the times, if the device has another one. */
export function ZoneNote() {
  const { saved } = useShow()
  const language = useLanguage()
  const now = useNow()
  const zone = findForeignZone(saved.event.timeZone, now, language)
  if (zone === undefined) return null
  return (
    <p className="small muted" data-timed="">
      <Trans>Times are local to the show: {zone}.</Trans>
    </p>
  )
}
