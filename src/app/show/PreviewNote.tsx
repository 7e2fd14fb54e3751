// Says that an event is not published, to whoever looks at it by its preview link.
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Notice } from '../ui/Notice.tsx'
import { useActionAddress } from './actionAddress.ts'

/** With what will be offered of it, which no other screen leads to before it is sold. */
export function PreviewNote({ eventId }: { eventId: string }) {
  const to = useActionAddress()
  return (
    <Notice tone="warn" title={<Trans>Not published: only who has this link sees it.</Trans>}>
      <p>
        <Trans>See what will be offered:</Trans>{' '}
        <Link to={to} params={{ eventId, action: 'register' }} search={(current) => current}>
          <Trans>Registration</Trans>
        </Link>
        ,{' '}
        <Link to={to} params={{ eventId, action: 'tickets' }} search={(current) => current}>
          <Trans>Tickets</Trans>
        </Link>
        ,{' '}
        <Link to={to} params={{ eventId, action: 'vendor' }} search={(current) => current}>
          <Trans>Sell at the show</Trans>
        </Link>
        ,{' '}
        <Link to={to} params={{ eventId, action: 'volunteer' }} search={(current) => current}>
          <Trans>Volunteer</Trans>
        </Link>
      </p>
    </Notice>
  )
}
