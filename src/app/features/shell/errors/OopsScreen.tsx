// The page for an unexpected error.
import { Trans, useLingui } from '@lingui/react/macro'
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { toFailureText } from '../../../text/failureText.ts'
import { useScreenTitle } from '../../../text/useScreenTitle.ts'
import { buttonClass } from '../../../ui/buttonClass.ts'
import { ErrorScreen } from '../../../ui/ErrorScreen.tsx'

/** "Oops!", the sentence, and the error's own status text or message. */
export function OopsScreen({ error }: ErrorComponentProps) {
  const { t, i18n } = useLingui()
  useScreenTitle(t`Oops!`)
  const hasWords = error instanceof Error && error.message !== '' && !isOfEngine(error)
  const status = hasWords ? error.message : toFailureText(i18n, error)
  const [isAway, setIsAway] = useState(false)
  return (
    <ErrorScreen
      status={status}
      onRetry={() => {
        setIsAway(false)
        void reloadIfThere().then((isThere) => setIsAway(!isThere))
      }}
      action={
        <Link to="/portal" className={buttonClass({ full: true })}>
          <Trans>Go to the club home</Trans>
        </Link>
      }
    >
      {isAway ? (
        <>
          <Trans>Sorry, an unexpected error has occurred.</Trans>{' '}
          <span role="status">
            <Trans>There is no connection. Try again when there is one.</Trans>
          </span>
        </>
      ) : undefined}
    </ErrorScreen>
  )
}

/**
 * This page cannot repair it: a missing file, or an answer that it cannot show. Without a worker and without a
 * connection the browser's own error page would come instead.
 */
async function reloadIfThere(): Promise<boolean> {
  const isThere = Boolean(navigator.serviceWorker?.controller) || (await isServed())
  if (isThere) window.location.reload()
  return isThere
}

async function isServed(): Promise<boolean> {
  try {
    return (await fetch(window.location.href, { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/** Thrown by the browser, in English and about code: nobody can do anything with its words. */
function isOfEngine(error: Error): boolean {
  return [TypeError, ReferenceError, RangeError, SyntaxError].some((kind) => error instanceof kind)
}
