// A ballot that is saved or being sent. It is never called accepted before the server says so.
import { Trans, useLingui } from '@lingui/react/macro'
import { Send, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { PackEvent } from '../../../domain/event.ts'
import { findBallotWindow, findWindowState } from '../../../domain/window.ts'
import { isUnsent } from '../../../offline/outbox.ts'
import { useNotKept } from '../../call/useNotKept.ts'
import { useOutbox } from '../../call/useOutbox.ts'
import { useNow } from '../../show/ShowContext.tsx'
import { toZonedMoment } from '../../show/showTime.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { Button } from '../../ui/Button.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import type { BallotOutboxEntry } from './ballotView.ts'
import styles from './SendingBallot.module.css'

export interface SendingBallotProps {
  entry: BallotOutboxEntry
  event: PackEvent | undefined
  onTakeBack(entry: BallotOutboxEntry): Promise<boolean>
}

export function SendingBallot({ entry, event, onTakeBack }: SendingBallotProps) {
  const { t } = useLingui()
  const { sendNow } = useOutbox()
  const [isTrying, setIsTrying] = useState(false)
  const isSending = entry.state === 'sending'
  const send = async () => {
    setIsTrying(true)
    await sendNow()
    setIsTrying(false)
  }
  return (
    <>
      <p role="status" className={styles.chip}>
        {isSending ? (
          <StateChip state="sending" />
        ) : (
          <StateChip state="saved">
            <Trans context="ballot">Saved on this phone</Trans>
          </StateChip>
        )}
      </p>
      <p>
        <Trans>
          It is sent automatically as soon as there is a connection. It counts once the club has accepted it,
          and this screen will say so.
        </Trans>
      </p>
      {event !== undefined && <Deadline event={event} />}
      <p className="muted small">
        <Trans>
          You can put the phone away. If the ballot is not accepted when voting is about to end, open this
          link again where there is a connection.
        </Trans>
      </p>
      <Button
        variant="primary"
        full
        icon={<Send size={20} aria-hidden="true" />}
        busy={isTrying || isSending}
        busyLabel={t`Sending…`}
        onClick={() => void send()}
      >
        <Trans>Send now</Trans>
      </Button>
      {event !== undefined && <WayBack entry={entry} event={event} onTakeBack={onTakeBack} />}
    </>
  )
}

/** Only while it could be submitted again. */
function WayBack({ entry, event, onTakeBack }: SendingBallotProps & { event: PackEvent }) {
  const now = useNow()
  const sayNotKept = useNotKept()
  const [isAsked, setIsAsked] = useState(false)
  const takeBack = useEffectEvent(async () => {
    try {
      await onTakeBack(entry)
    } catch {
      setIsAsked(false)
      sayNotKept()
    }
  })
  // pressed during an attempt without a network: it is taken back when the attempt is over
  useEffect(() => {
    if (isAsked && isUnsent(entry)) void takeBack()
  }, [isAsked, entry])
  const window = findBallotWindow(event)
  if (window === undefined || findWindowState(window, now) !== 'open') return null
  // an attempt without a network is over in a moment, and the button must not go away under a finger
  const isTried = entry.state === 'sending' && entry.neverLeft === true
  if (!isTried && !isUnsent(entry)) {
    return (
      <p className="muted small">
        <Trans>It may be at the club already, so it cannot be changed any more.</Trans>
      </p>
    )
  }
  return (
    <Button
      full
      busy={isAsked}
      icon={<Undo2 size={20} aria-hidden="true" />}
      onClick={() => setIsAsked(true)}
    >
      <Trans>Take it back and change it</Trans>
    </Button>
  )
}

function Deadline({ event }: { event: PackEvent }) {
  const language = useLanguage()
  const now = useNow()
  const window = findBallotWindow(event)
  if (window === undefined) return null
  const when = toZonedMoment(window.endsAt, now, event.timeZone, language)
  return (
    <p className="strong">
      {findWindowState(window, now) === 'ended' ? (
        <Trans>
          Voting ended at {when}. A ballot from before then is taken for a short time only: send it now.
        </Trans>
      ) : (
        <Trans>Voting ends {when}. The ballot has to arrive by then, or shortly afterwards.</Trans>
      )}
    </p>
  )
}
