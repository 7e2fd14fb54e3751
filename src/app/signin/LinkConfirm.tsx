// "Sign in as …?": nobody is signed in with a code before they have read the name.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useWrite } from '../call/useWrite.ts'
import { readInstall } from '../install/installPrompt.ts'
import { lastingStorage, toClubStorageName } from '../session/deviceStorage.ts'
import { useSession, useSessionState } from '../session/SessionContext.tsx'
import { toFailureText } from '../text/failureText.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { CheckboxRow } from '../ui/form/CheckboxRow.tsx'
import { Notice } from '../ui/Notice.tsx'
import { StayingHere } from '../unsaved/LeftBehindList.tsx'
import { toCodeLink } from './afterSignOut.ts'
import type { FoundLinkCode } from './findLinkCode.ts'

export interface LinkConfirmProps {
  code: string
  found: FoundLinkCode
  /** The member is known now. */
  onSignedIn?: () => void
  /** The person is somebody else, or the code does not work. */
  onOther: () => void
  otherLabel: string
}

export function LinkConfirm(props: LinkConfirmProps) {
  const { code, found, onSignedIn, onOther, otherLabel } = props
  const { i18n } = useLingui()
  const session = useSession()
  const { member, lapsedMember } = useSessionState()
  const lastingKey = toClubStorageName(session.slug, 'keepLoggedIn')
  // an installed app has no tab that somebody closes on purpose
  const [isLasting, setIsLasting] = useState(
    () => readInstall() === 'installed' || lastingStorage.find(lastingKey) === 'true',
  )
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { write, busy, error } = useWrite(async () => {
    await session.signInWithCode(code, isLasting)
    onSignedIn?.()
  })

  function enter(event: SyntheticEvent): void {
    event.preventDefault()
    void write(undefined)
  }

  if (member !== undefined && !busy && lapsedMember === undefined) {
    return <AlreadyIn code={code} found={found} name={`${member.fname} ${member.lname}`.trim()} />
  }
  return (
    <form className="stack" onSubmit={enter} noValidate>
      <h2 ref={heading} tabIndex={-1}>
        <Trans>Sign in as {found.name}?</Trans>
      </h2>
      <CheckboxRow
        label={<Trans>Keep Me Logged In</Trans>}
        checked={isLasting}
        onChange={(event) => {
          setIsLasting(event.target.checked)
          lastingStorage.save(lastingKey, String(event.target.checked))
        }}
      />
      {error !== undefined && (
        <Notice tone="bad" live="alert">
          {toFailureText(i18n, error)}
        </Notice>
      )}
      <Button submit variant="primary" full busy={busy} busyLabel={<Trans>Logging in…</Trans>}>
        <Trans>Sign in as {found.name}</Trans>
      </Button>
      <Button variant="quiet" full onClick={onOther}>
        {otherLabel}
      </Button>
    </form>
  )
}

/** A code never takes the place of a sign-in. */
function AlreadyIn({ code, found, name }: { code: string; found: FoundLinkCode; name: string }) {
  const portal = (
    <Link to="/portal/member" className={buttonClass({ variant: 'primary', full: true })}>
      <Trans>Go on as {name}</Trans>
    </Link>
  )
  if (found.isYou) {
    return (
      <div className="stack">
        <Notice tone="ok" live="status" title={<Trans>You are signed in here already</Trans>}>
          <p>
            <Trans>This device is signed in as {name}. The code was not used up.</Trans>
          </p>
        </Notice>
        {portal}
      </div>
    )
  }
  return (
    <div className="stack">
      <Notice tone="warn" live="status" title={<Trans>{name} is signed in on this device</Trans>}>
        <p>
          <Trans>
            The code is {found.name}'s. To sign in as {found.name}, sign {name} out first. What {name} has
            begun here is deleted then, and you are asked before.
          </Trans>
        </p>
      </Notice>
      <StayingHere />
      {portal}
      <Link to="/portal/logout" search={{ back: toCodeLink(code) }} className={buttonClass({ full: true })}>
        <Trans>Sign {name} out</Trans>
      </Link>
    </div>
  )
}
