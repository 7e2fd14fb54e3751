// A card is entered in the provider's own form, saved there, and then made the one that renewals charge.
import { Trans, useLingui } from '@lingui/react/macro'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isCardConsent } from '../../../domain/cardConsent.ts'
import { useIsOffline } from '../../call/useIsOffline.ts'
import { useSend } from '../../call/useSend.ts'
import { useClub } from '../../session/SessionContext.tsx'
import { toFailureText } from '../../text/failureText.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useUnsaved } from '../../useUnsaved.ts'
import { CardConsentChoice, ConsentMissing } from '../../wizard/payment/CardConsentChoice.tsx'
import { CardLoading } from '../../wizard/payment/CardLoading.tsx'
import { readCardAppearance } from '../../wizard/payment/cardAppearance.ts'
import { loadCardProvider, loadLimitMs } from '../../wizard/payment/cardProvider.ts'
import styles from './AddCard.module.css'
import { type CardSetup, useCardSetup } from './useCardSetup.ts'

interface AddCardProps {
  /** The card is saved: the list has changed. The form stays and says so. */
  onSaved(): void
  onClose(): void
}

export function AddCard({ onSaved, onClose }: AddCardProps) {
  const { i18n } = useLingui()
  const { setup, error, again } = useCardSetup()
  if (setup === undefined) {
    if (error === undefined) return <CardLoading />
    return (
      <AddPanel onClose={onClose}>
        <Notice
          tone="bad"
          live="alert"
          action={
            <Button onClick={again}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          {toFailureText(i18n, error)}
        </Notice>
      </AddPanel>
    )
  }
  return (
    <Provided key={setup.clientSecret} setup={setup} onSaved={onSaved} onClose={onClose} onAgain={again} />
  )
}

interface ProvidedProps extends AddCardProps {
  setup: CardSetup
  /** Requests another setup: this one takes no card any more. */
  onAgain(): void
}

/** Loads the provider's code. */
function Provided({ setup, onSaved, onClose, onAgain }: ProvidedProps) {
  const language = useLanguage()
  const keys = useClub()?.stripe
  const { publishableKey, mode } = keys ?? {}
  const { clientSecret, keepsCard } = setup
  const [stripe, setStripe] = useState<Stripe>()
  const [isBlocked, setIsBlocked] = useState(false)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads it again
  useEffect(() => {
    if (publishableKey === undefined || mode === undefined) return
    let isWanted = true
    loadCardProvider({ publishableKey, mode }).then(
      (loaded) => isWanted && setStripe(loaded),
      () => isWanted && setIsBlocked(true),
    )
    return () => {
      isWanted = false
    }
  }, [publishableKey, mode, attempt])
  const block = useCallback(() => setIsBlocked(true), [])
  const options = useMemo(
    () => ({ clientSecret, locale: language, appearance: readCardAppearance() }),
    [clientSecret, language],
  )

  if (!isCardConsent(keepsCard)) {
    return (
      <AddPanel onClose={onClose}>
        <ConsentMissing />
      </AddPanel>
    )
  }
  if (isBlocked) {
    return (
      <AddPanel onClose={onClose}>
        <Notice
          tone="bad"
          live="alert"
          title={<Trans>The card form could not be loaded</Trans>}
          action={
            <Button
              onClick={() => {
                setIsBlocked(false)
                setStripe(undefined)
                setAttempt((count) => count + 1)
              }}
            >
              <Trans>Try again</Trans>
            </Button>
          }
        >
          <Trans>Check the connection, and whether something in this browser blocks the card form.</Trans>
        </Notice>
      </AddPanel>
    )
  }
  if (stripe === undefined) return <CardLoading />
  return (
    <Elements key={`${language} ${attempt}`} stripe={stripe} options={options}>
      <CardEntry
        consent={<CardConsentChoice version={keepsCard} />}
        onSaved={onSaved}
        onClose={onClose}
        onAgain={onAgain}
        onBlocked={block}
      />
    </Elements>
  )
}

interface CardEntryProps extends AddCardProps {
  consent: React.ReactNode
  onAgain(): void
  onBlocked(): void
}

function CardEntry({ consent, onSaved, onClose, onAgain, onBlocked }: CardEntryProps) {
  const { t, i18n } = useLingui()
  const stripe = useStripe()
  const elements = useElements()
  const attach = useSend('stripe_attach_payment_method')
  const isOffline = useIsOffline()
  const [isShown, setIsShown] = useState(false)
  const [state, setState] = useState<'open' | 'saving' | 'saved'>('open')
  const [fault, setFault] = useState<string>()
  const isBusy = useRef(false)
  /** The provider has saved it, and the club has not heard of it yet. */
  const confirmed = useRef<string>(undefined)
  const done = useRef<HTMLButtonElement>(null)
  useUnsaved(state === 'saving')

  // the frame has its own document, which may never load
  useEffect(() => {
    if (isShown) return
    const timer = window.setTimeout(onBlocked, loadLimitMs)
    return () => window.clearTimeout(timer)
  }, [isShown, onBlocked])
  useEffect(() => {
    if (state === 'saved') done.current?.focus()
  }, [state])

  const save = async () => {
    if (stripe === null || elements === null || isBusy.current) return
    isBusy.current = true
    setState('saving')
    setFault(undefined)
    const isSaved = await confirmAndAttach().catch(() => {
      setFault(t`The card form did not answer.`)
      return false
    })
    isBusy.current = false
    setState(isSaved ? 'saved' : 'open')
    if (isSaved) onSaved()
  }

  const confirmAndAttach = async (): Promise<boolean> => {
    if (stripe === null || elements === null) return false
    if (confirmed.current === undefined) {
      const { error, setupIntent } = await stripe.confirmSetup({
        elements,
        confirmParams: { return_url: window.location.href },
        redirect: 'if_required',
      })
      if (error !== undefined) {
        // the card form itself shows what is missing
        if (error.type === 'validation_error') return false
        // too many were declined, or another tab has used it: this setup takes no card any more
        if (error.code === 'setup_intent_unexpected_state') onAgain()
        else setFault(error.message ?? t`The card was not confirmed.`)
        return false
      }
      const method = setupIntent.payment_method
      confirmed.current = typeof method === 'string' ? method : method?.id
    }
    const { current } = confirmed
    return current !== undefined && (await attach.send({ paymentMethodId: current })) !== undefined
  }

  if (state === 'saved') {
    return (
      <Panel title={<Trans>Add Payment Method</Trans>}>
        <Notice tone="ok" live="status" title={<Trans>Credit Card Saved</Trans>} />
        <div className={styles.buttons}>
          <Button ref={done} variant="primary" onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        </div>
      </Panel>
    )
  }
  const message = fault ?? (attach.error === undefined ? undefined : toFailureText(i18n, attach.error))
  return (
    <AddPanel
      onClose={onClose}
      isBusy={state === 'saving'}
      main={
        <Button
          variant="primary"
          busy={state === 'saving'}
          busyLabel={<Trans>Saving...</Trans>}
          disabled={!isShown}
          disabledReason={isOffline ? t`This needs a connection.` : undefined}
          onClick={() => void save()}
        >
          <Trans>Save Credit Card</Trans>
        </Button>
      }
    >
      {message !== undefined && (
        <Notice tone="bad" live="alert">
          <Trans>Saving Failed: {message}</Trans>
        </Notice>
      )}
      {consent}
      <div className={styles.frame}>
        <PaymentElement
          options={{ layout: 'tabs' }}
          onReady={() => setIsShown(true)}
          onLoadError={onBlocked}
        />
      </div>
    </AddPanel>
  )
}

interface AddPanelProps {
  children: React.ReactNode
  isBusy?: boolean
  main?: React.ReactNode
  onClose(): void
}

function AddPanel({ children, isBusy = false, main, onClose }: AddPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Panel>
      <h2 ref={heading} tabIndex={-1}>
        <Trans>Add Payment Method</Trans>
      </h2>
      {children}
      <div className={styles.buttons}>
        <Button disabled={isBusy} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        {main}
      </div>
    </Panel>
  )
}
