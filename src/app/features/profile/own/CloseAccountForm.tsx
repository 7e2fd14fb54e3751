// The last step: the own address, typed, and for who signed in long ago their password.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { Failure } from '../../../../contract/failures.ts'
import { foldEmail } from '../../../../domain/member.ts'
import { useIsOffline } from '../../../call/useIsOffline.ts'
import { useSend } from '../../../call/useSend.ts'
import { useSession, useSessionState } from '../../../session/SessionContext.tsx'
import { ConfirmDialog } from '../../../signin/ConfirmDialog.tsx'
import { toFailureText } from '../../../text/failureText.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { LeftBehindList, StayingHere } from '../../../unsaved/LeftBehindList.tsx'
import { findLeftBehind, isAnythingLeft, type LeftBehind } from '../../../unsaved/leftBehind.ts'

export function CloseAccountForm() {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const isOffline = useIsOffline()
  const { member, lapsedMember } = useSessionState()
  const { send, busy, error, forgetError } = useSend('close_member')
  const [typed, setTyped] = useState('')
  const [isTried, setIsTried] = useState(false)
  const email = (member ?? lapsedMember)?.email_address ?? ''
  const left = useLeftBehind()
  const isTyped = email !== '' && foldEmail(typed) === foldEmail(email)
  const code = error instanceof Failure ? error.code : undefined
  const isSigninTooOld = code === 'signin-too-old-to-close'

  async function close(event?: SyntheticEvent): Promise<void> {
    event?.preventDefault()
    setIsTried(true)
    if (!isTyped || busy || isOffline) return
    if ((await send({ username: email })) === undefined) return
    // it signs out here, as this device would otherwise learn from the next refusal
    await navigate({ to: '/portal/logout', search: { closed: true }, replace: true })
  }

  return (
    <Panel title={<Trans>Close the account</Trans>}>
      <form className="stack" onSubmit={close} noValidate>
        <Field
          label={<Trans>Type your e-mail address to confirm: {email}</Trans>}
          error={
            isTried && !isTyped ? <Trans>This is not the e-mail address of your account.</Trans> : undefined
          }
          announced
          required
        >
          <TextInput
            type="email"
            name="confirmation"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            maxLength={128}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setIsTried(false)
              forgetError()
            }}
          />
        </Field>
        {error !== undefined && !isSigninTooOld && (
          <Notice
            tone="bad"
            live="alert"
            action={
              code === 'has-additional-logins' && (
                <Link to="/portal/member/children" className="link">
                  <Trans>Additional logins</Trans>
                </Link>
              )
            }
          >
            {toFailureText(i18n, error)}
          </Notice>
        )}
        {left !== undefined && isAnythingLeft(left) && (
          <Notice tone="warn" title={<Trans>This is deleted from this device too</Trans>}>
            <LeftBehindList left={left} />
          </Notice>
        )}
        <StayingHere />
        <div>
          <Button
            submit
            variant="danger"
            busy={busy}
            disabledReason={isOffline ? t`This needs a connection.` : undefined}
          >
            <Trans>Close my account</Trans>
          </Button>
        </div>
      </form>
      {isSigninTooOld && (
        <ConfirmDialog
          title={<Trans>Please log in again to close your account.</Trans>}
          email={email}
          onClose={forgetError}
          onConfirmed={() => void close()}
        />
      )}
    </Panel>
  )
}

/** Undefined until the device has said. */
function useLeftBehind(): LeftBehind | undefined {
  const session = useSession()
  const { member, lapsedMember } = useSessionState()
  const memberId = (member ?? lapsedMember)?.id
  const [left, setLeft] = useState<LeftBehind>()
  useEffect(() => {
    if (memberId !== undefined) void findLeftBehind(session, memberId).then(setLeft)
  }, [session, memberId])
  return left
}
