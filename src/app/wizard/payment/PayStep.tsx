// Makes the order, loads the card form, and charges the card once.
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Failure } from '../../../contract/failures.ts'
import { isCardConsent } from '../../../domain/cardConsent.ts'
import { lazyPart } from '../../parts/lazyPart.tsx'
import { PartMissing } from '../../parts/PartMissing.tsx'
import { useClub, useSessionState } from '../../session/SessionContext.tsx'
import { hasNoNetwork, isUnreachable, toFailureText } from '../../text/failureText.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { focusStepHeading } from '../fieldIds.ts'
import type { Step, WizardValues } from '../flow.ts'
import { toPrice } from '../order/QuoteTable.tsx'
import { useMoney } from '../order/useMoney.ts'
import { WizardBar } from '../WizardBar.tsx'
import { useOrderWizard, useWizard } from '../wizardContext.ts'
import { ConsentMissing } from './CardConsentChoice.tsx'
import { CardLoading } from './CardLoading.tsx'
import { RefusedNotice } from './RefusedNotice.tsx'
import { type Payment, type ReadyState, usePayment } from './usePayment.ts'

// only this step needs the provider's wrappers
const CardForm = lazyPart(async () => (await import('./CardForm.tsx')).CardForm, {
  Waiting: () => (
    <div className="stack">
      <CardLoading />
      <WizardBar>{null}</WizardBar>
    </div>
  ),
  Missing: ({ onRetry }) => (
    <div className="stack">
      <PartMissing onRetry={onRetry} />
      <WizardBar>{null}</WizardBar>
    </div>
  ),
})
const SigninAgain = lazyPart(async () => (await import('../../signin/SigninAgain.tsx')).SigninAgain)

export function PayStep() {
  const { price, priceNews, isEnding } = useWizard()
  // Only a current price tells whether there is anything to pay.
  if (!price.isCurrent) return <PriceMissing />
  const { before } = priceNews
  // nothing takes the card form away while it charges
  return before === undefined || isEnding ? <OpenPay /> : <NewPrice before={before} />
}

/** The order became free, or is free no longer, while the form was open. */
function NewPrice({ before }: { before: number }) {
  const { price, priceNews, goTo } = useWizard()
  const now = price.quote?.grandTotalCents ?? 0
  return (
    <div className="stack">
      <PriceChanged
        before={before}
        now={now}
        onAgree={() => (now === 0 ? goTo('complete') : priceNews.agree())}
      />
      <WizardBar>{null}</WizardBar>
    </div>
  )
}

function PriceMissing() {
  const { price } = useWizard()
  const [last, setLast] = useState(price.error)
  if (price.error !== undefined && price.error !== last) setLast(price.error)
  // the fault stays on the screen while the price is loaded again
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
          onAutoRetry={price.refetch}
        />
      )}
      <WizardBar>{null}</WizardBar>
    </div>
  )
}

function OpenPay() {
  const { price } = useWizard()
  const payment = usePayment()
  const { state, refused, prepare, autoRetry } = payment

  // the card form disappears and would take the focus with it
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
          onAgree={() =>
            state.quote.grandTotalCents === 0 ? price.refetch() : prepare(state.quote.grandTotalCents)
          }
        />
      )}
      {state.is === 'fault' && (
        <PayFault error={state.error} onRetry={() => prepare()} onAutoRetry={autoRetry} />
      )}
      <WizardBar>{null}</WizardBar>
    </div>
  )
}

function ReadyPay({ payment, ready }: { payment: Payment; ready: ReadyState }) {
  const { ending } = useOrderWizard()
  const keys = useClub()?.stripe
  const [attempt, setAttempt] = useState(0)
  const again = useCallback(() => setAttempt((count) => count + 1), [])
  if (keys === undefined) return null
  const { cardConsent } = ready
  if (cardConsent !== null && !isCardConsent(cardConsent)) {
    return (
      <div className="stack">
        <ConsentMissing />
        <WizardBar>{null}</WizardBar>
      </div>
    )
  }
  return (
    <>
      {ending.beforePay}
      <CardForm
        key={`${ready.clientSecret} ${attempt}`}
        keys={keys}
        payment={payment}
        ready={ready}
        consent={cardConsent}
        onRetry={again}
      />
    </>
  )
}

interface PriceChangedProps {
  before: number
  now: number
  onAgree(): void
}

function PriceChanged({ before, now, onAgree }: PriceChangedProps): ReactNode {
  const [old, fresh] = [toPrice(before), toPrice(now)]
  const { started, finishWith } = useOrderWizard()
  // a comparison of prices knows nothing of the card: only the server says what an order that was placed has taken
  const wasPlaced = (started?.payUntil ?? 0) > 0
  const { money } = useMoney({
    started,
    found: wasPlaced ? started : undefined,
    isOthers: false,
    finishWith,
  })
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
      {money === 'unknown' ? (
        <Trans>
          The total was {old} and is {fresh} now. We are asking whether your payment went through.
        </Trans>
      ) : (
        <Trans>
          The total was {old} and is {fresh} now. Nothing has been charged.
        </Trans>
      )}
    </Notice>
  )
}

interface PayFaultProps {
  error: unknown
  isBusy?: boolean
  /** For a press of the button. */
  onRetry(): void
  /** Called without a press: the network is back, or it is time to check the server again. */
  onAutoRetry(): void
}

/** How long to wait before a server that could not answer is asked again. */
const autoRetryMs = 15_000

function isFaulty<V extends WizardValues>({ findFaults }: Step<V>, values: V): boolean {
  return (findFaults?.(values).length ?? 0) > 0
}

function PayFault({ error, isBusy = false, onRetry, onAutoRetry }: PayFaultProps) {
  const { i18n } = useLingui()
  const { flow, ending, values, mend } = useOrderWizard()
  const isPassing = isUnreachable(error)
  const autoRetry = useRef(onAutoRetry)
  autoRetry.current = onAutoRetry
  useEffect(() => {
    if (!isUnreachable(error)) return
    const again = () => autoRetry.current()
    const timer = window.setTimeout(again, autoRetryMs)
    window.addEventListener('online', again)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [error])
  const { member } = useSessionState()
  const isSignedOut = error instanceof Failure && error.code === 'needs-signin'
  const isSoldOut = error instanceof Failure && error.code === 'sold-out'
  // after signing in again, paying continues automatically
  const isBack = isSignedOut && member !== undefined
  const retry = useRef(onRetry)
  retry.current = onRetry
  useEffect(() => {
    if (isBack) retry.current()
  }, [isBack])
  const repaired = isSoldOut ? flow.repair?.(values, error) : undefined
  const mustChoose = repaired !== undefined && flow.steps.some((step) => isFaulty(step, repaired))
  const again = ending.toElsewhere?.(error) ?? (
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
        repaired !== undefined ? (
          <Button
            onClick={() => {
              focusStepHeading()
              mend(error)
            }}
          >
            {mustChoose ? <Trans>Change your choice</Trans> : <Trans>Continue without it</Trans>}
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
      {isSignedOut && member === undefined && <SigninAgain />}
    </Notice>
  )
}
