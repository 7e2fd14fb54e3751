// Shows a code that signs in the member's phone: to scan, and to type.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { IdCard } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Accepted } from '../../../contract/caller.ts'
import { useSend } from '../../call/useSend.ts'
import { isUnreachable, toFailureText } from '../../text/failureText.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/buttonClass.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { LinkCode } from './LinkCode.tsx'
import styles from './LinkCodeScreen.module.css'

export function LinkCodeScreen() {
  const { t, i18n } = useLingui()
  useScreenTitle(t`Mobile app link code`)
  const [made, setMade] = useState<Accepted<'create_link_code'>>()
  const { send, busy, error } = useSend('create_link_code')
  const hasBegun = useRef(false)

  async function makeCode(): Promise<void> {
    const answer = await send({})
    if (answer !== undefined) setMade(answer)
  }

  // a code is made for each opening: it lives for ten minutes only
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    void makeCode()
  }, [])

  return (
    <div className={styles.page}>
      <h1>
        <Trans>Mobile app link code</Trans>
      </h1>
      <p className="muted">
        <Trans>
          It signs in your phone as you, without your password. Show it to nobody: it works once, for ten
          minutes.
        </Trans>
      </p>
      {error !== undefined && !busy && (
        <Notice
          tone={isUnreachable(error) ? 'info' : 'bad'}
          live="alert"
          action={
            <Button size="row" onClick={() => void makeCode()}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          {toFailureText(i18n, error)}
        </Notice>
      )}
      {made !== undefined ? (
        <LinkCode key={made.id} made={made} busy={busy} onNew={() => void makeCode()} />
      ) : (
        (busy || error === undefined) && (
          <Skeleton label={t`Making a code…`}>
            <SkeletonShape shape="block" count={2} />
          </Skeleton>
        )
      )}
      <p>
        <Link to="/portal/member/card" className={buttonClass({ full: true })}>
          <IdCard size={22} aria-hidden="true" />
          <Trans>Membership card</Trans>
        </Link>
      </p>
    </div>
  )
}
