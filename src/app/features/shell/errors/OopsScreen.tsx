// The page for an error that nobody expected.
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
  const status = error instanceof Error && error.message !== '' ? error.message : toFailureText(i18n, error)
  return (
    <ErrorScreen
      status={status}
      // what broke stays broken in this page: a part that never came, or an answer that it cannot show
      onRetry={() => window.location.reload()}
      action={
        <Link to="/portal" className={buttonClass({ full: true })}>
          <Trans>Go to the club home</Trans>
        </Link>
      }
    />
  )
}
