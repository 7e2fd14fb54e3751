// A renewal counts from the old end, also when that is over (rules/payments 4.3): how many days are left of it, and what
// joining anew would give.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { countDays } from '../../../domain/day.ts'
import { isExpired } from '../../../domain/member.ts'
import type { QuoteLine } from '../../../domain/order.ts'
import { toEndText } from '../../text/membershipEnd.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { Notice } from '../../ui/Notice.tsx'

interface LateRenewalProps {
  /** The end that it has now. */
  before: string
  /** The end that it will have. */
  expiration: string
  /** As the server prices the renewal. */
  line: QuoteLine | undefined
  today: string
}

export function LateRenewal({ before, expiration, line, today }: LateRenewalProps) {
  const { i18n } = useLingui()
  const language = useLanguage()
  if (!isExpired({ expiration: before }, today)) return null
  const days = countDays(today, expiration)
  const anew = line?.expirationAnew
  const day = anew === undefined ? '' : toEndText(i18n, { expiration: anew }, language)
  return (
    <Notice tone="warn" live="status">
      <p>
        <Trans>
          The renewal counts from the old end of the membership, so it is valid for{' '}
          <Plural value={days} one="# day" other="# days" /> from today.
        </Trans>
      </p>
      {anew !== undefined && (
        <p>
          <Trans>
            If you{' '}
            <Link to="/portal/join/$typeId" params={{ typeId: String(line?.itemId) }} className="link">
              join anew
            </Link>
            , at the price for joining, you are a member until {day}.
          </Trans>
        </p>
      )}
    </Notice>
  )
}
