// The page for an unexpected error.
import { Trans, useLingui } from '@lingui/react/macro'
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
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
  return (
    <ErrorScreen
      status={status}
      // reload, because this page cannot repair it: a missing file, or an answer that it cannot show
      onRetry={() => window.location.reload()}
      action={
        <Link to="/portal" className={buttonClass({ full: true })}>
          <Trans>Go to the club home</Trans>
        </Link>
      }
    />
  )
}

/** Thrown by the browser, in English and about code: nobody can do anything with its words. */
function isOfEngine(error: Error): boolean {
  return [TypeError, ReferenceError, RangeError, SyntaxError].some((kind) => error instanceof kind)
}
