// From when a membership can be renewed, beside the number of days until then.
import { Trans } from '@lingui/react/macro'
import { findFirstRenewalDay } from '../../../domain/membership.ts'
import { useClub } from '../../session/SessionContext.tsx'
import { formatDate } from '../../text/format.ts'
import { useLanguage } from '../../text/useLanguage.ts'

/** Nothing for a membership that can be renewed already. `today` is the day in the club's zone. */
export function FirstRenewalDay({ expiration, today }: { expiration: string; today: string }) {
  const language = useLanguage()
  const settings = useClub()?.tenant.settings
  if (settings === undefined || settings.maxRenewDays === 0) return null
  const first = findFirstRenewalDay(expiration, settings)
  if (first <= today) return null
  const day = formatDate(first, language)
  return (
    <p>
      <Trans>You can renew from {day}.</Trans>
    </p>
  )
}
