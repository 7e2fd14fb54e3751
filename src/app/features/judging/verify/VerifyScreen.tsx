// Verifies a judge: by id and a code from a text message, or by the link that an officer gave them.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link2, RefreshCw } from 'lucide-react'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { Accepted } from '../../../../contract/caller.ts'
import { Failure } from '../../../../contract/failures.ts'
import { mostCodeLength, mostJudgeIdLength } from '../../../../domain/scoring.ts'
import { useSend } from '../../../call/useSend.ts'
import { useSession } from '../../../session/SessionContext.tsx'
import { toFailureText } from '../../../text/failureText.ts'
import { useScreenTitle } from '../../../text/useScreenTitle.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { JudgingColumn } from '../JudgingColumn.tsx'
import { openAskedCode } from './askedCode.ts'
import { JudgesOfPhone } from './JudgesOfPhone.tsx'
import type { JudgeLink } from './useJudgeLink.ts'
import styles from './VerifyScreen.module.css'

export interface VerifyScreenProps {
  eventId: number
  link: JudgeLink
  verified(answer: Accepted<'verify_judge'>): Promise<void>
  /** True if the judge was verified and the grant has ended. */
  isEnded: boolean
  /** Filled in if the same judge verifies again. */
  judgeId?: string | undefined
  /** Given if there is a screen to go back to. */
  onCancel?: (() => void) | undefined
}

export function VerifyScreen({
  eventId,
  link,
  verified,
  isEnded,
  judgeId: known = '',
  onCancel,
}: VerifyScreenProps) {
  const { t, i18n } = useLingui()
  useScreenTitle(t`Judging Form`)
  const sending = useSend('verify_judge')
  const checking = useSend('verify_judge')
  const session = useSession()
  const asked = useMemo(() => openAskedCode(session.slug, eventId), [session, eventId])
  const [askedFor, setAskedFor] = useState(() => asked.find(session.now()))
  const sentTo = askedFor?.judgeId
  const [judgeId, setJudgeId] = useState(sentTo ?? known)
  const [code, setCode] = useState('')
  const [message, setMessage] = useState('')
  /** Types a code that this device has not asked for. */
  const [isTyping, setIsTyping] = useState(false)
  const [fault, setFault] = useState<unknown>(undefined)
  const codeInput = useRef<HTMLInputElement>(null)
  const isSent = sentTo !== undefined
  // so many were asked for that no other is sent: one of them may be on the judge's phone
  const isStopped = sending.error instanceof Failure && sending.error.code === 'too-many-requests'
  const failure = fault ?? sending.error ?? checking.error

  useEffect(() => {
    if (isSent) codeInput.current?.focus()
  }, [isSent])

  const forget = () => {
    setMessage('')
    setFault(undefined)
    sending.forgetError()
    checking.forgetError()
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (judgeId.trim() === '' || sending.busy) return
    forget()
    const answer = await sending.send({ eventId, judgeId: judgeId.trim() })
    if (answer === undefined) return
    setMessage(answer.message)
    if (!answer.codeSent) return
    const next = { judgeId: judgeId.trim(), challenge: answer.challenge }
    setAskedFor(next)
    asked.save(next, session.now())
  }
  const check = async (event: FormEvent) => {
    event.preventDefault()
    const typed = askedFor ?? { judgeId: judgeId.trim() }
    setIsTyping(askedFor === undefined)
    if (typed.judgeId === '' || code.trim() === '' || checking.busy) return
    forget()
    const answer = await checking.send({ eventId, ...typed, code: code.trim(), verify: true })
    if (answer === undefined) return
    setMessage(answer.message)
    if (answer.isValid) await verified(answer).catch(setFault)
  }
  const leave = () => {
    asked.forget()
    onCancel?.()
  }

  return (
    <JudgingColumn>
      {isEnded && (
        <Notice tone="warn">
          <Trans>
            Your verification has ended. Verify again to continue. Your sheets are still on this phone and
            nothing is lost.
          </Trans>
        </Notice>
      )}
      <LinkState link={link} />
      <Panel>
        <form className="stack" onSubmit={(event) => void send(event)}>
          <p>
            <Trans>Provide your judging id to begin the verification process</Trans>
          </p>
          <Field label={<Trans>Judging id</Trans>}>
            <TextInput
              value={judgeId}
              maxLength={mostJudgeIdLength}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              onChange={({ target }) => {
                setJudgeId(target.value)
                setAskedFor(undefined)
                asked.forget()
                setIsTyping(false)
                setCode('')
                forget()
              }}
            />
          </Field>
          <Button
            submit
            variant={isSent ? 'secondary' : 'primary'}
            full
            busy={sending.busy}
            busyLabel={<Trans>Sending…</Trans>}
            disabled={judgeId.trim() === ''}
          >
            {isSent ? <Trans>Resend verificaiton code</Trans> : <Trans>Send verification code</Trans>}
          </Button>
        </form>
        {(isSent || isStopped || isTyping) && (
          <form className="stack" onSubmit={(event) => void check(event)}>
            {isSent ? (
              <>
                <p role="status">
                  <Trans>Enter the verification code that was just sent as a text message to you.</Trans>
                </p>
                <p className="small muted">
                  <Trans>
                    If {sentTo} judges this show, the code is on its way. Nothing after a minute? Check the id
                    that you typed, or ask an officer for a link.
                  </Trans>
                </p>
              </>
            ) : (
              <p role="status">
                <Trans>
                  Is there a code on your phone already? Enter it here. Otherwise ask an officer for a link.
                </Trans>
              </p>
            )}
            <Field label={<Trans>Verification code</Trans>}>
              <TextInput
                ref={codeInput}
                value={code}
                inputMode="numeric"
                autoComplete="one-time-code"
                onChange={({ target }) => {
                  // a code is pasted with spaces too
                  setCode(target.value.replace(/\D/g, '').slice(0, mostCodeLength))
                  forget()
                }}
              />
            </Field>
            <Button
              submit
              variant="primary"
              full
              busy={checking.busy}
              busyLabel={<Trans>Checking…</Trans>}
              disabled={code.trim() === ''}
            >
              <Trans>Submit Verification code</Trans>
            </Button>
          </form>
        )}
        <div role="status" className={styles.news}>
          {failure !== undefined ? (
            <Notice tone="bad">{toFailureText(i18n, failure)}</Notice>
          ) : (
            message !== '' && <p className="small">{message}</p>
          )}
        </div>
      </Panel>
      <p className="small muted">
        <Trans>
          Verifying needs a connection once. After that you can score without one until judging ends. An
          officer can also give you a link or a QR code.
        </Trans>
      </p>
      <JudgesOfPhone eventId={eventId} onChosen={leave} />
      {onCancel !== undefined && (
        <Button full onClick={leave}>
          <Trans>Back</Trans>
        </Button>
      )}
    </JudgingColumn>
  )
}

function LinkState({ link }: { link: JudgeLink }) {
  const { i18n } = useLingui()
  if (link.isSpending) {
    return (
      <Notice tone="info" icon={<Spinner />} live="status">
        <Trans>Verifying with your link…</Trans>
      </Notice>
    )
  }
  if (link.error === undefined) return null
  return (
    <Notice
      tone={link.isPending ? 'warn' : 'bad'}
      icon={<Link2 aria-hidden="true" />}
      live="alert"
      action={
        link.isPending && (
          <Button size="row" icon={<RefreshCw aria-hidden="true" />} onClick={link.retry}>
            <Trans>Try the link again</Trans>
          </Button>
        )
      }
    >
      {toFailureText(i18n, link.error)}
    </Notice>
  )
}
