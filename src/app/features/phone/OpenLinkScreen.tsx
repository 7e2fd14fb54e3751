// What the QR code of a signed-in device opens: signs in this one, when its person agrees.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { toShownCode } from '../../../domain/receiptCode.ts'
import { useWrite } from '../../call/useWrite.ts'
import { readInstall } from '../../install/installPrompt.ts'
import { toMemberName } from '../../session/memberName.ts'
import { useSession, useSessionState } from '../../session/SessionContext.tsx'
import { type FoundLinkCode, findLinkCode } from '../../signin/findLinkCode.ts'
import { LinkConfirm } from '../../signin/LinkConfirm.tsx'
import { readTypedCode } from '../../signin/typedCode.ts'
import { toFailureText } from '../../text/failureText.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/buttonClass.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './OpenLinkScreen.module.css'

export function OpenLinkScreen({ code: given }: { code: string }) {
  const { t, i18n } = useLingui()
  useScreenTitle(t`Sign in with a code`)
  const session = useSession()
  const navigate = useNavigate()
  const { member, memberState } = useSessionState()
  // what is no code at all is refused by the server in the same words
  const code = readTypedCode(given) ?? given.slice(0, 32)
  const [found, setFound] = useState<FoundLinkCode>()
  const look = useCallback(async () => setFound(await findLinkCode(session, code)), [session, code])
  const { write, busy, error } = useWrite(look)

  // whether it is the signed-in member's own code depends on who is signed in
  const memberId = member?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: another member is another answer
  useEffect(() => {
    if (memberState !== 'checking') void write(undefined)
  }, [write, memberId, memberState])

  return (
    <div className={styles.page}>
      <h1>
        <Trans>Sign in with a code</Trans>
      </h1>
      {readInstall() === 'ios' && found !== undefined && (
        <Notice tone="info" title={<Trans>For the app on your Home Screen</Trans>}>
          <p>
            <Trans>
              This browser and the app sign in separately, and the code works once. To sign in the app, do not
              use it here: open the app, choose "Sign in", then "Sign in with a code", and type{' '}
              {toShownCode(code)}.
            </Trans>
          </p>
        </Notice>
      )}
      <Panel>
        {found !== undefined ? (
          <LinkConfirm
            code={code}
            found={found}
            onSignedIn={() => void navigate({ to: '/portal/member', replace: true })}
            onOther={() => void navigate({ to: '/portal', replace: true })}
            otherLabel={t`No, do not sign in`}
          />
        ) : error !== undefined && !busy ? (
          <div className="stack">
            <Notice tone="bad" live="alert">
              {toFailureText(i18n, error)}
            </Notice>
            <Button full onClick={() => void write(undefined)}>
              <Trans>Try again</Trans>
            </Button>
            {member !== undefined ? (
              // as after a second look at the code that has signed this device in
              <GoOn name={toMemberName(member)} />
            ) : (
              <Button
                full
                variant="quiet"
                onClick={() => void navigate({ to: '/portal/signin', replace: true })}
              >
                <Trans>Sign in another way</Trans>
              </Button>
            )}
          </div>
        ) : (
          <Skeleton label={t`Looking up the code…`} />
        )}
      </Panel>
    </div>
  )
}

function GoOn({ name }: { name: string }) {
  return (
    <Link to="/portal/member" className={buttonClass({ variant: 'primary', full: true })}>
      <Trans>Go on as {name}</Trans>
    </Link>
  )
}
