// The page for an address that does not exist.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useScreenTitle } from '../../../text/useScreenTitle.ts'
import { buttonClass } from '../../../ui/buttonClass.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'

export function NotFoundScreen() {
  const { t } = useLingui()
  useScreenTitle(t`Page not found`)
  return (
    <EmptyState
      level={1}
      title={<Trans>Page not found</Trans>}
      action={
        <Link to="/portal" className={buttonClass()}>
          <Trans>Go to the club home</Trans>
        </Link>
      }
    >
      <Trans>There is nothing at this address.</Trans>
    </EmptyState>
  )
}
