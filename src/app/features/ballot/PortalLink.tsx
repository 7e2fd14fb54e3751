// The link to the portal on every status screen of the ballot.
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/buttonClass.ts'

export function PortalLink({ primary = false }: { primary?: boolean }) {
  return (
    <Link to="/portal" className={buttonClass({ variant: primary ? 'primary' : 'secondary', full: true })}>
      <Trans>Go to club member portal</Trans>
    </Link>
  )
}
