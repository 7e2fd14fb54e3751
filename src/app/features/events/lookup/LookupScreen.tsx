// Looks up by e-mail what somebody has bought at an event. Nothing of it is saved on the device.
import { Trans, useLingui } from '@lingui/react/macro'
import { type SyntheticEvent, useCallback, useRef, useState } from 'react'
import type { ClubEvent } from '../../../../domain/event.ts'
import {
  findPersonalInfoFault,
  personalInfoLimits,
  ticketBuyerLimits,
} from '../../../../domain/membership.ts'
import { toPlainLine } from '../../../../domain/shapes/plainText.ts'
import { useWrite } from '../../../call/useWrite.ts'
import { useSession, useSessionState } from '../../../session/SessionContext.tsx'
import { ClubContact } from '../../../text/ClubContact.tsx'
import { toFailureText } from '../../../text/failureText.ts'
import { Button } from '../../../ui/Button.tsx'
import { classNames } from '../../../ui/classNames.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { toPersonalFaultText } from '../../../wizard/fields/personalFaults.ts'
import { ToEvents } from '../ToEvents.tsx'
import { useActionTitle } from '../useActionTitle.ts'
import { EventChoice, type LookupEvent } from './EventChoice.tsx'
import { FoundPanel } from './FoundPanel.tsx'
import type { FoundPurchases } from './foundPurchases.ts'
import styles from './LookupScreen.module.css'

export function LookupScreen({ event }: { event: ClubEvent }) {
  const { member, lapsedMember } = useSessionState()
  const known = member ?? lapsedMember
  // what one member has found is not shown to the next
  return <Lookup key={known?.id ?? 0} first={event} own={known?.email_address ?? ''} />
}

interface LookupProps {
  /** The event of the address. */
  first: ClubEvent
  /** The signed-in member's own address. */
  own: string
}

/** What the last request came to, for the address for which it was made. */
interface Answer {
  email: string
  isMailed: boolean
  found: FoundPurchases
}

function Lookup({ first, own }: LookupProps) {
  const { i18n } = useLingui()
  const [event, setEvent] = useState<LookupEvent>(first)
  const title = useActionTitle('lookup', { name: event.name, ticketLabel: '' })
  const [typed, setTyped] = useState(own)
  const [fault, setFault] = useState<string>()
  const [answer, setAnswer] = useState<Answer>()
  const { send, busy, error, forgetError } = useLookup(event.id)
  // an answer for an address that was changed meanwhile is not shown
  const wanted = useRef('')

  const request = async (isMailed: boolean) => {
    if (busy !== undefined) return
    const email = toPlainLine(typed)
    const isOwn = email !== '' && email === own
    // tickets and spaces are sold to longer addresses, and those are mailed to
    const limits = isMailed ? ticketBuyerLimits : personalInfoLimits
    const wrong = isOwn ? undefined : findPersonalInfoFault('email', email, undefined, limits)
    setAnswer(undefined)
    setFault(wrong && toPersonalFaultText(i18n, 'email', wrong, limits))
    forgetError()
    if (wrong !== undefined) return
    wanted.current = email
    const found = await send({ email, isMailed })
    if (found !== undefined && wanted.current === email) setAnswer({ email, isMailed, found })
  }
  const submit = (pressed: SyntheticEvent) => {
    pressed.preventDefault()
    void request(false)
  }
  const forget = () => {
    wanted.current = ''
    setFault(undefined)
    setAnswer(undefined)
    forgetError()
  }
  const change = (text: string) => {
    setTyped(text)
    forget()
  }
  const isFound = answer !== undefined && !answer.isMailed && answer.found.name !== ''
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      <EventChoice
        chosen={event}
        onChoose={(chosen) => {
          setEvent(chosen)
          forget()
        }}
      />
      <Panel>
        <p>
          <Trans>Enter in your email address to lookup your purchase.</Trans>
        </p>
        <form className={styles.form} onSubmit={submit} noValidate>
          <Field label={<Trans>E-mail</Trans>} error={fault} announced required>
            <TextInput
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="search"
              value={typed}
              onChange={({ target }) => change(target.value)}
            />
          </Field>
          <div className={styles.buttons}>
            <Button submit variant="primary" busy={busy === 'lookup'} busyLabel={<Trans>Looking up…</Trans>}>
              <Trans>Lookup</Trans>
            </Button>
            <Button busy={busy === 'mail'} onClick={() => void request(true)}>
              <Trans>Mail me my purchases</Trans>
            </Button>
          </div>
        </form>
        <p className={classNames('strong', error !== undefined && styles.failure)} role="status">
          <StatusText answer={answer} error={error} isBusy={busy !== undefined} />
        </p>
      </Panel>
      {isFound && <FoundPanel found={answer.found} timeZone={event.timeZone ?? first.timeZone} />}
      <ClubContact />
      <div>
        <ToEvents />
      </div>
    </div>
  )
}

interface StatusTextProps {
  answer: Answer | undefined
  error: unknown
  isBusy: boolean
}

function StatusText({ answer, error, isBusy }: StatusTextProps) {
  const { i18n, t } = useLingui()
  const toStatus = () => {
    if (isBusy) return t`Looking up…`
    if (error !== undefined) return toFailureText(i18n, error)
    if (answer === undefined) return t`Enter email address and click Lookup button`
    const { email, isMailed, found } = answer
    if (isMailed) return t`If there are purchases for ${email}, they are on their way to that address.`
    return found.name === '' ? t`No purchases found for ${email}` : t`Purchases found for ${email}`
  }
  const status = toStatus()
  return <Trans>Status: {status}</Trans>
}

interface LookupRequest {
  email: string
  isMailed: boolean
}

/** One request at a time, whichever button was pressed. */
function useLookup(eventId: number) {
  const session = useSession()
  const [pressed, setPressed] = useState<'lookup' | 'mail'>('lookup')
  const call = useCallback(
    async ({ email, isMailed }: LookupRequest) => {
      setPressed(isMailed ? 'mail' : 'lookup')
      try {
        const mail = isMailed ? { mailMe: true } : {}
        return await session.caller.call('find_entry', { eventId, email, ...mail })
      } catch (failure) {
        session.noteFailure(failure)
        throw failure
      }
    },
    [session, eventId],
  )
  const { write: send, busy, error, forgetError } = useWrite(call)
  return { send, busy: busy ? pressed : undefined, error, forgetError }
}
