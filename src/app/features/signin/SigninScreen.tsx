// The screen for a member's sign-in.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { findRedirect } from '../../../domain/redirect.ts'
import { toMemberName } from '../../session/memberName.ts'
import { useSessionState } from '../../session/SessionContext.tsx'
import { KeptCart } from '../../signin/KeptCart.tsx'
import { SigninForm } from '../../signin/SigninForm.tsx'
import { readSigninLink, type SigninLink } from '../../signin/signinLink.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StayingHere } from '../../unsaved/LeftBehindList.tsx'
import { SigninPage } from './SigninPage.tsx'

export function SigninScreen() {
  const { t } = useLingui()
  useScreenTitle(t`Log in`)
  const { member, isLapsed } = useSessionState()
  const navigate = useNavigate()
  const { redirect } = useSearch({ strict: false })
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const target = findOwnPath(redirect)

  const link = readSigninLink(hash)
  const isSignedIn = member !== undefined
  const isForOther = isSignedIn && isLinkOfOther(link, member.email_address)
  useEffect(() => {
    if (!isSignedIn || isForOther) return
    void (target === undefined
      ? navigate({ to: '/portal/member', replace: true })
      : navigate({ href: target, replace: true }))
  }, [isSignedIn, isForOther, target, navigate])

  if (isForOther) {
    return (
      <SigninPage title={<Trans>Log in</Trans>}>
        <Panel>
          <LinkOfOther name={toMemberName(member)} email={link.email} />
        </Panel>
      </SigninPage>
    )
  }
  if (isSignedIn) return null
  return (
    <SigninPage title={<Trans>Log in</Trans>}>
      {isLapsed && (
        <Notice tone="warn" live="status">
          <p>
            <Trans>Your sign-in has ended. Sign in again to continue.</Trans>
          </p>
          <KeptCart />
        </Notice>
      )}
      <Panel>
        {/* another link in the same tab begins anew */}
        <SigninForm key={hash} link={link} />
      </Panel>
    </SigninPage>
  )
}

/** A mail's code for a first password, opened where somebody else is signed in, as in a family. */
function isLinkOfOther({ email, code }: SigninLink, own: string): boolean {
  return code !== '' && email !== '' && email.toLowerCase() !== own.toLowerCase()
}

function LinkOfOther({ name, email }: { name: string; email: string }) {
  return (
    <div className="stack">
      <Notice tone="warn" live="status" title={<Trans>{name} is signed in on this device</Trans>}>
        <p>
          <Trans>
            This link is for {email}. To use it, sign {name} out first. What {name} has begun here is deleted
            then, and you are asked before.
          </Trans>
        </p>
      </Notice>
      <StayingHere />
      <Link to="/portal/member" className={buttonClass({ variant: 'primary', full: true })}>
        <Trans>Go on as {name}</Trans>
      </Link>
      {/* the fragment has the link's code */}
      <Link
        to="/portal/logout"
        search={{ back: '/portal/signin' }}
        hash
        className={buttonClass({ full: true })}
      >
        <Trans>Sign {name} out</Trans>
      </Link>
    </div>
  )
}

/** The page that asked for the sign-in, but only inside the portal. */
function findOwnPath(redirect: string | undefined): string | undefined {
  const { origin } = window.location
  const found = findRedirect(redirect, origin, [], (text, base) => new URL(text, base))
  const path = found?.slice(origin.length)
  return path?.startsWith('/portal/') === true ? path : undefined
}
