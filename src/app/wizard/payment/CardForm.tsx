// The provider's card form in its own frame, and the button that charges the card.
import { Trans, useLingui } from '@lingui/react/macro'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { Lock } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CardConsent as Version } from '../../../domain/cardConsent.ts'
import { platform } from '../../../domain/platform.ts'
import { useIsOffline } from '../../call/useIsOffline.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { focusStepHeading } from '../fieldIds.ts'
import { isUnpaid } from '../order/orderState.ts'
import { toPrice } from '../order/QuoteTable.tsx'
import { ScrollIntoView } from '../ScrollIntoView.tsx'
import { SummaryBody, SummaryButtons } from '../Summary.tsx'
import { WizardBar } from '../WizardBar.tsx'
import { useWizard } from '../wizardContext.ts'
import { CardConsentChoice } from './CardConsentChoice.tsx'
import styles from './CardForm.module.css'
import { CardLoading } from './CardLoading.tsx'
import { readCardAppearance } from './cardAppearance.ts'
import { loadCardProvider, loadLimitMs, type PublicCardKeys } from './cardProvider.ts'
import { HoldClock } from './HoldClock.tsx'
import { RefusedNotice } from './RefusedNotice.tsx'
import { useHold } from './useHold.ts'
import type { Payment, ReadyState } from './usePayment.ts'

export interface CardFormProps {
  keys: PublicCardKeys
  payment: Payment
  ready: ReadyState
  /** What the payer agrees to by paying; null if their card is not saved. */
  consent: Version | null
  /** Loads the card form again. */
  onRetry(): void
}

export function CardForm({ keys, payment, ready, consent, onRetry }: CardFormProps) {
  const language = useLanguage()
  const [stripe, setStripe] = useState<Stripe>()
  const [isBlocked, setIsBlocked] = useState(false)
  const { publishableKey, mode } = keys
  const { clientSecret } = ready

  useEffect(() => {
    let isWanted = true
    loadCardProvider({ publishableKey, mode }).then(
      (loaded) => isWanted && setStripe(loaded),
      () => isWanted && setIsBlocked(true),
    )
    return () => {
      isWanted = false
    }
  }, [publishableKey, mode])
  const block = useCallback(() => setIsBlocked(true), [])
  // The provider's form knows from the intent whether the card is saved, and says so in its own words.
  const options = useMemo(
    () => ({ clientSecret, locale: language, appearance: readCardAppearance() }),
    [clientSecret, language],
  )

  if (isBlocked) {
    return (
      <div className="stack">
        <CardBlocked onRetry={onRetry} />
        <WizardBar>{null}</WizardBar>
      </div>
    )
  }
  if (stripe === undefined) {
    return (
      <div className="stack">
        <CardLoading />
        <WizardBar>{null}</WizardBar>
      </div>
    )
  }
  return (
    <Elements key={language} stripe={stripe} options={options}>
      <CardFields payment={payment} ready={ready} consent={consent} onBlocked={block} />
    </Elements>
  )
}

function CardBlocked({ onRetry }: { onRetry(): void }) {
  useEffect(() => {
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <Notice
      tone="bad"
      live="alert"
      title={<Trans>The card form could not be loaded</Trans>}
      action={
        <Button
          onClick={() => {
            focusStepHeading()
            onRetry()
          }}
        >
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Trans>
        Check the connection, and whether something in this browser blocks the card form. Trying again charges
        the card once at most.
      </Trans>
    </Notice>
  )
}

/** How often the server is asked for an outcome that is not known. */
const checkMs = 5_000

interface CardFieldsProps {
  payment: Payment
  ready: ReadyState
  consent: Version | null
  onBlocked(): void
}

function CardFields({ payment, ready, consent, onBlocked }: CardFieldsProps) {
  const { t } = useLingui()
  const stripe = useStripe()
  const elements = useElements()
  const { flow, finishWith, isEnding: isPaying, setEnding } = useWizard()
  const { refused, begin, refuse, readOutcome } = payment
  const [isShown, setIsShown] = useState(false)
  const isBusy = useRef(false)
  const { key, receiptId, quote, holdUntil, sureUntil } = ready
  const hold = useHold({ key, receiptId, holdUntil, sureUntil }, isPaying)
  const isOver = hold?.is === 'over'
  const isOffline = useIsOffline()
  const total = toPrice(quote.grandTotalCents)
  const company = platform.company

  // the frame has its own document, which may never load
  useEffect(() => {
    if (isShown) return
    const timer = window.setTimeout(onBlocked, loadLimitMs)
    return () => window.clearTimeout(timer)
  }, [isShown, onBlocked])

  const pay = async () => {
    if (stripe === null || elements === null || isBusy.current) return
    isBusy.current = true
    setEnding(true)
    begin()
    try {
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: toReturnAddress(key) },
        redirect: 'if_required',
      })
      // the card form itself shows what is missing
      if (error?.type === 'validation_error') return
      const order = await readOutcome()
      if (error === undefined || (order !== undefined && !isUnpaid(order))) {
        finishWith({ key, receiptId, isConfirmed: paymentIntent?.status === 'succeeded' })
        return
      }
      // this error's text is for programmers
      const said = error.code === 'payment_intent_unexpected_state' ? undefined : error.message
      refuse(said ?? t`The payment was not confirmed.`, order)
    } catch {
      const order = await readOutcome()
      if (order !== undefined && !isUnpaid(order)) finishWith({ key, receiptId })
      else refuse(t`The card form did not answer.`, order)
    } finally {
      isBusy.current = false
      setEnding(false)
    }
  }

  // when the network or the server is back, check without a press whether the card was charged
  const unsure = refused?.isUncharged === false && !refused.hasEnded ? refused.message : undefined
  useEffect(() => {
    if (unsure === undefined) return
    const checkOutcome = async () => {
      const order = await readOutcome()
      if (order === undefined || isBusy.current) return
      if (isUnpaid(order)) refuse(unsure, order)
      else finishWith({ key, receiptId })
    }
    const onOnline = () => void checkOutcome()
    const timer = window.setInterval(onOnline, checkMs)
    window.addEventListener('online', onOnline)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('online', onOnline)
    }
  }, [unsure, key, receiptId, readOutcome, refuse, finishWith])

  // paid in another tab, or the bank answered the server before it answered here
  const isPaidElsewhere = hold?.is === 'paid' && !isPaying
  useEffect(() => {
    if (isPaidElsewhere) finishWith({ key, receiptId })
  }, [isPaidElsewhere, key, receiptId, finishWith])

  return (
    <div className="stack">
      {refused && <RefusedNotice refused={refused} />}
      {isOver && <HoldOver {...hold} onAgain={() => payment.prepare()} />}
      <Panel>
        <div className={styles.head}>
          <h2>
            <Trans>Card</Trans>
          </h2>
          <span className={styles.secure}>
            <Lock size={18} aria-hidden="true" />
            <Trans>Secure card form</Trans>
          </span>
        </div>
        {(hold?.is === 'held' || hold?.is === 'with-bank') && (
          <HoldClock
            until={hold.is === 'held' ? hold.until : undefined}
            sureUntil={hold.is === 'held' ? hold.sureUntil : undefined}
          />
        )}
        {/* before the fields: on a phone, what comes after them is behind the bar */}
        {consent !== null && <CardConsentChoice version={consent} />}
        <div className={styles.frame}>
          <PaymentElement
            options={{ layout: 'tabs' }}
            onReady={() => setIsShown(true)}
            onLoadError={onBlocked}
          />
        </div>
      </Panel>
      <div className={styles.summary}>
        <Panel title={flow.summaryTitle}>
          <SummaryBody />
          <SummaryButtons />
        </Panel>
      </div>
      <WizardBar
        hasTotal={false}
        note={
          isOffline ? (
            <Trans>No connection. Paying waits until there is one.</Trans>
          ) : (
            <Trans>Appears on your statement as {company}</Trans>
          )
        }
      >
        <Button
          variant="primary"
          full
          busy={isPaying}
          busyLabel={<Trans>Processing...</Trans>}
          disabled={!isShown || isOver || isOffline}
          onClick={() => void pay()}
        >
          <Trans>Pay Now {total}</Trans>
        </Button>
      </WizardBar>
    </div>
  )
}

interface HoldOverProps {
  isUncharged: boolean
  gaveWay: boolean
  onAgain(): void
}

/** The person was too slow and orders again. Their values are all there; scarce things perhaps not. */
function HoldOver({ isUncharged, gaveWay, onAgain }: HoldOverProps) {
  return (
    <ScrollIntoView>
      <Notice
        tone="warn"
        live="alert"
        title={
          gaveWay ? (
            <Trans>Somebody else wanted the last of it while you had not paid.</Trans>
          ) : (
            <Trans>The time to pay is over</Trans>
          )
        }
        action={
          <Button
            onClick={() => {
              focusStepHeading()
              onAgain()
            }}
          >
            <Trans>Order again</Trans>
          </Button>
        }
      >
        {isUncharged && (
          <p>
            <Trans>Nothing was charged.</Trans>
          </p>
        )}
        <p>
          <Trans>What you filled in is kept. What was held for you may be taken by others now.</Trans>
        </p>
      </Notice>
    </ScrollIntoView>
  )
}

/** Where a bank sends the payer back after its own page: this flow, with its order. */
function toReturnAddress(key: string): string {
  const address = new URL(window.location.href)
  address.hash = ''
  address.searchParams.set('step', 'complete')
  address.searchParams.set('key', key)
  return address.href
}
