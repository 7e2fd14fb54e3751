// Where people come back to: a volunteer's sign-up that was pressed on this phone, and of which no answer is known.
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isRecord } from '../../domain/isRecord.ts'
import { toPurchasePrefix } from '../../offline/drafts.ts'
import { openOutbox } from '../call/outboxStore.ts'
import { useSession, useSessionState } from '../session/SessionContext.tsx'
import { useActionAddress } from '../show/actionAddress.ts'
import { buttonClass } from '../ui/buttonClass.ts'
import { Notice } from '../ui/Notice.tsx'

export function UnansweredSignUps() {
  const session = useSession()
  const { member, lapsedMember } = useSessionState()
  const memberId = (member ?? lapsedMember)?.id ?? 0
  const address = useActionAddress()
  const [events, setEvents] = useState<readonly string[]>([])
  useEffect(() => {
    const prefix = `${toPurchasePrefix(session.slug, memberId)}volunteer/`
    let isWanted = true
    openOutbox(session)
      .drafts.list(prefix)
      .then(
        (found) => {
          const unanswered = found.filter(({ value }) => isUnanswered(value))
          if (isWanted) setEvents(unanswered.map(({ id }) => id.slice(prefix.length)))
        },
        () => undefined, // no storage: nothing was begun here
      )
    return () => {
      isWanted = false
    }
  }, [session, memberId])
  return events.map((eventId) => (
    <Notice
      key={eventId}
      tone="warn"
      live="status"
      title={<Trans>Your sign-up as a volunteer is not certain</Trans>}
      action={
        <Link to={address} params={{ eventId, action: 'volunteer' }} className={buttonClass({ size: 'row' })}>
          <Trans>Send it again</Trans>
        </Link>
      }
    >
      <Trans>
        It was pressed on this device, and no answer has come: perhaps it was never sent. It counts once.
      </Trans>
    </Notice>
  ))
}

/** A draft whose form was pressed and not answered. An answer, also a refusal, takes that away. */
function isUnanswered(value: unknown): boolean {
  if (!isRecord(value) || !isRecord(value.order)) return false
  const { key, answer, receiptId, payUntil } = value.order
  return typeof key === 'string' && answer === undefined && receiptId === undefined && payUntil === undefined
}
