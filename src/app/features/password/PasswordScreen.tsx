// Changing one's own password. Who signed in long ago proves first that they still are the member.
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { Failure } from '../../../contract/failures.ts'
import { findPasswordFaults, mostPasswordLength } from '../../../domain/members/password.ts'
import { useIsOffline } from '../../call/useIsOffline.ts'
import { useSession, useSessionState } from '../../session/SessionContext.tsx'
import { ConfirmDialog } from '../../signin/ConfirmDialog.tsx'
import { useSigninWork } from '../../signin/useSigninWork.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { CheckboxRow } from '../../ui/form/CheckboxRow.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { PasswordInput } from '../../ui/form/PasswordInput.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { useUnsaved } from '../../useUnsaved.ts'

export function PasswordScreen() {
  const { t } = useLingui()
  useScreenTitle(t`Password`)
  const session = useSession()
  const { member, mustChangePassword } = useSessionState()
  const isOffline = useIsOffline()
  const work = useSigninWork()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [isWeak, setIsWeak] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const [isOld, setIsOld] = useState(false)
  const [renewsAddresses, setRenewsAddresses] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useUnsaved(password !== '' || again !== '')
  const isDifferent = again !== '' && password !== again
  const email = member?.email_address ?? ''

  function type(change: () => void): void {
    change()
    setIsWeak(false)
    setIsSaved(false)
    work.forgetError()
  }

  function save(event?: FormEvent): void {
    event?.preventDefault()
    if (password === '' || password !== again || isOffline) return
    if (findPasswordFaults(password).length > 0) {
      setIsWeak(true)
      input.current?.focus()
      return
    }
    void work.run(async () => {
      try {
        await session.caller.call('member_set_password', {
          username: email,
          password,
          ...(renewsAddresses ? { renewsAddresses } : {}),
        })
      } catch (error) {
        session.noteFailure(error)
        if (!(error instanceof Failure) || error.code !== 'signin-too-old') throw error
        setIsOld(true)
        return
      }
      setPassword('')
      setAgain('')
      setRenewsAddresses(false)
      setIsSaved(true)
      await session.authorize()
    })
  }

  return (
    <div className="stack">
      <h1>
        <Trans>Change password</Trans>
      </h1>
      {mustChangePassword && (
        <Notice tone="info">
          <Trans>You signed in with a temporary password. Choose a new one to go on.</Trans>
        </Notice>
      )}
      {isSaved && (
        <Notice tone="ok" live="status">
          <p>
            <Trans>Your password has been changed.</Trans>
          </p>
          <p>
            <Trans>All other devices have been signed out.</Trans>
          </p>
        </Notice>
      )}
      <Panel>
        <form className="stack" onSubmit={save} noValidate>
          <p>
            <Trans>
              Your password must have at least 8 characters, with at least 1 upper case letter, 1 lower case
              letter, 1 number and 1 special character.
            </Trans>
          </p>
          {/* password managers want to know whose password it is */}
          <VisuallyHidden>
            <TextInput
              type="email"
              name="username"
              autoComplete="username"
              aria-label={t`E-mail`}
              tabIndex={-1}
              value={email}
              readOnly
            />
          </VisuallyHidden>
          <Field
            label={<Trans>New password</Trans>}
            error={
              isWeak ? (
                <Trans>
                  The password must have at least 8 characters, with at least 1 upper case letter, 1 lower
                  case letter, 1 number and 1 special character.
                </Trans>
              ) : (
                work.error
              )
            }
            announced
            required
          >
            <PasswordInput
              ref={input}
              name="new-password"
              autoComplete="new-password"
              enterKeyHint="next"
              maxLength={mostPasswordLength}
              value={password}
              onChange={({ target }) => type(() => setPassword(target.value))}
            />
          </Field>
          <Field
            label={<Trans>Retype password</Trans>}
            error={isDifferent ? <Trans>The two entries are not the same.</Trans> : undefined}
            required
          >
            <PasswordInput
              name="retyped-password"
              autoComplete="new-password"
              enterKeyHint="go"
              maxLength={mostPasswordLength}
              value={again}
              onChange={({ target }) => type(() => setAgain(target.value))}
            />
          </Field>
          <CheckboxRow
            label={<Trans>New addresses for my calendar and my membership card</Trans>}
            hint={
              <Trans>
                If somebody else was in your account: the addresses that they know then open nothing any more.
                You add the calendar to your devices again.
              </Trans>
            }
            checked={renewsAddresses}
            onChange={({ target }) => setRenewsAddresses(target.checked)}
          />
          {isOffline && (
            <Notice tone="warn">
              <Trans>Saving needs a connection. What you typed stays here.</Trans>
            </Notice>
          )}
          <Button
            submit
            variant="primary"
            full
            disabled={password === '' || password !== again || isOffline}
            busy={work.isBusy}
            busyLabel={<Trans>Saving…</Trans>}
          >
            <Trans>Save Password</Trans>
          </Button>
        </form>
      </Panel>
      {isOld && (
        <ConfirmDialog
          title={<Trans>Please log in again to change your password.</Trans>}
          email={email}
          onClose={() => setIsOld(false)}
          onConfirmed={() => {
            setIsOld(false)
            save()
          }}
        />
      )}
    </div>
  )
}
