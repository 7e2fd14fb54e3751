// Shown for a screen that is still being built: what will be here, and a link back.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { type ComingTopic, comingTopics } from './coming.ts'
import { useMenuAudience } from './useMenuAudience.ts'

export function ComingScreen({ topic }: { topic: ComingTopic }) {
  const { i18n } = useLingui()
  const { title, promise } = comingTopics[topic]
  const words = i18n._(title)
  useScreenTitle(words)
  const { kind } = useMenuAudience()
  return (
    <EmptyState
      level={1}
      title={words}
      action={
        kind === 'expired' ? (
          <ExpiredWay topic={topic} />
        ) : (
          <Link to={kind === 'member' ? '/portal/member/events' : '/portal/events'} className={buttonClass()}>
            <Trans>See the events</Trans>
          </Link>
        )
      }
    >
      {kind === 'expired' && (
        <p>
          <Trans>Your membership has expired.</Trans>
        </p>
      )}
      <p>{i18n._(promise)}</p>
      <p>
        <Trans>This part of the portal is not open yet.</Trans>
      </p>
    </EmptyState>
  )
}

/** An expired member can only open their membership and its renewal. */
function ExpiredWay({ topic }: { topic: ComingTopic }) {
  return topic === 'membership' ? (
    <Link to="/portal/renew" className={buttonClass({ variant: 'primary' })}>
      <Trans>Renew Membership</Trans>
    </Link>
  ) : (
    <Link to="/portal/member/membership" className={buttonClass()}>
      <Trans>Membership</Trans>
    </Link>
  )
}
