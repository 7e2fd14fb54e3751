// The order is made, the card form loaded, and the card charged once.
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Failure } from '../../../contract/failures.ts'
import { isCardConsent } from '../../../domain/cardConsent.ts'
import { useClub, useSessionState } from '../../session/SessionContext.tsx'
import { hasNoNetwork, isUnreachable, toFailureText } from '../../text/failureText.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { focusStepHeading } from '../fieldIds.ts'
import { toPrice } from '../order/QuoteTable.tsx'
import { WizardBar } from '../WizardBar.tsx'
import { useWizard } from '../wizardContext.ts'
import { ConsentMissing } from './CardConsent.tsx'
import { CardLoading } from './CardLoading.tsx'
import { RefusedNotice } from './RefusedNotice.tsx'
import { type Payment, type ReadyState, usePayment } from './usePayment.ts'

// the provider's wrappers come with this step alone
const CardForm = lazy(async () => ({ default: (await import('./CardForm.tsx')).CardForm }))
const SigninAgain = lazy(async () => ({
  default: (await import('../../signin/SigninAgain.tsx')).SigninAgain,
}))

export function PayStep() {
  const { price } = useWizard()
  // Whether there is anything to pay is known only with the price, and that of an earlier choice is none.
  if (!price.isCurrent) return <PriceMissing />
  return <OpenPay />
}

function PriceMissing() {
  const { price } = useWizard()
  const [last, setLast] = useState(price.error)
  if (price.error !== undefined && price.error !== last) setLast(price.error)
  // that it could not be had stays while it is asked for again
  const error = price.error ?? (isUnreachable(last) ? last : undefined)
  return (
    <div className="stack">
      {error === undefined ? (
        <CardLoading />
      ) : (
        <PayFault
          error={error}
          isBusy={price.isFetching}
          onRetry={price.refetch}
          onAskAgain={price.refetch}
        />
      )}
      <WizardBar>{null}</WizardBar>
    </div>
  )
}

function OpenPay() {
  const payment = usePayment()
  const { state, refused, prepare, askAgain } = payment

  // the card form goes, and would take the focus along
  useEffect(() => {
    if (refused?.hasEnded) focusStepHeading()
  }, [refused])

  if (state.is === 'ready') return <ReadyPay payment={payment} ready={state} />
  return (
    <div className="stack">
      {refused && <RefusedNotice refused={refused} />}
      {state.is === 'preparing' && <CardLoading />}
      {state.is === 'price-changed' && (
        <PriceChanged
          before={state.before}
          now={state.quote.grandTotalCents}
          onAgree={() => prepare(state.quote.grandTotalCents)}
        />
      )}
      {state.is === 'fault' && (
        <PayFault error={state.error} onRetry={() => prepare()} onAskAgain={askAgain} />
      )}
      <WizardBar>{null}</WizardBar>
    </div>
  )
}

function ReadyPay({ payment, ready }: { payment: Payment; ready: ReadyState }) {
  const keys = useClub()?.stripe
  const [attempt, setAttempt] = useState(0)
  const again = useCallback(() => setAttempt((count) => count + 1), [])
  if (keys === undefined) return null
  const { keepsCard } = ready
  if (keepsCard !== null && !isCardConsent(keepsCard)) {
    return (
      <div className="stack">
        <ConsentMissing />
        <WizardBar>{null}</WizardBar>
      </div>
    )
  }
  return (
    <Suspense
      fallback={
        <div className="stack">
          <CardLoading />
          <WizardBar>{null}</WizardBar>
        </div>
      }
    >
      <CardForm
        key={`${ready.clientSecret} ${attempt}`}
        keys={keys}
        payment={payment}
        ready={ready}
        consent={keepsCard}
        onRetry={again}
      />
    </Suspense>
  )
}

interface PriceChangedProps {
  before: number
  now: number
  onAgree(): void
}

function PriceChanged({ before, now, onAgree }: PriceChangedProps): ReactNode {
  const [old, fresh] = [toPrice(before), toPrice(now)]
  return (
    <Notice
      tone="warn"
      live="alert"
      title={<Trans>The price has changed</Trans>}
      action={
        <Button
          variant="primary"
          onClick={() => {
            focusStepHeading()
            onAgree()
          }}
        >
          <Trans>Continue with {fresh}</Trans>
        </Button>
      }
    >
      <Trans>
        The total was {old} and is {fresh} now. Nothing has been charged.
      </Trans>
    </Notice>
  )
}

interface PayFaultProps {
  error: unknown
  isBusy?: boolean
  /** Somebody presses. */
  onRetry(): void
  /** Nobody does: the network is back, or it is time to see whether the server is. */
  onAskAgain(): void
}

/** How long a server that could not answer is left alone. */
const askAgainMs = 15_000

function PayFault({ error, isBusy = false, onRetry, onAskAgain }: PayFaultProps) {
  const { i18n } = useLingui()
  const { flow, values, mend } = useWizard()
  const isPassing = isUnreachable(error)
  const ask = useRef(onAskAgain)
  ask.current = onAskAgain
  useEffect(() => {
    if (!isUnreachable(error)) return
    const again = () => ask.current()
    const timer = window.setTimeout(again, askAgainMs)
    window.addEventListener('online', again)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [error])
  const { member } = useSessionState()
  const isSignedOut = error instanceof Failure && error.code === 'needs-signin'
  const isSoldOut = error instanceof Failure && error.code === 'sold-out'
  // signed in again: paying goes on without being asked for
  const isBack = isSignedOut && member !== undefined
  const retry = useRef(onRetry)
  retry.current = onRetry
  useEffect(() => {
    if (isBack) retry.current()
  }, [isBack])
  const canGoOn = isSoldOut && flow.repair?.(values, error) !== undefined
  const again = flow.toElsewhere?.(error) ?? (
    <Button
      busy={isBusy}
      onClick={() => {
        focusStepHeading()
        onRetry()
      }}
    >
      <Trans>Try again</Trans>
    </Button>
  )
  return (
    <Notice
      tone={isPassing ? 'warn' : 'bad'}
      live="alert"
      action={
        canGoOn ? (
          <Button
            onClick={() => {
              focusStepHeading()
              mend(error)
            }}
          >
            <Trans>Continue without it</Trans>
          </Button>
        ) : (
          again
        )
      }
    >
      {hasNoNetwork(error) ? (
        <Trans>No connection. What you typed is kept; paying waits until there is one.</Trans>
      ) : (
        <p>{toFailureText(i18n, error)}</p>
      )}
      {isSoldOut && (
        <p>
          <Trans>Everything else that you chose is kept.</Trans>
        </p>
      )}
      {isSignedOut && member === undefined && (
        <Suspense>
          <SigninAgain />
        </Suspense>
      )}
    </Notice>
  )
}
