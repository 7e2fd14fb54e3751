// Renewing now: with the saved card after one question, or in the steps of the renewal.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Failure } from '../../../../contract/failures.ts'
import { findDay } from '../../../../domain/day.ts'
import { findLastValidDay } from '../../../../domain/member.ts'
import { useSend } from '../../../call/useSend.ts'
import { useClub, useSession } from '../../../session/SessionContext.tsx'
import { toFailureText } from '../../../text/failureText.ts'
import { toEndText } from '../../../text/membershipEnd.ts'
import { useLanguage } from '../../../text/useLanguage.ts'
import { Button } from '../../../ui/Button.tsx'
import { buttonClass } from '../../../ui/buttonClass.ts'
import { ChipRow } from '../../../ui/layout/ChipRow.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { QuoteTable, toPrice } from '../../../wizard/order/QuoteTable.tsx'
import { FirstRenewalDay } from '../FirstRenewalDay.tsx'
import { LateRenewal } from '../LateRenewal.tsx'
import { OpenRenewal } from './OpenRenewal.tsx'
import { type OwnMembership, toCardName } from './ownMembership.ts'
import { isLostAnswer, useLostRenewal } from './useLostRenewal.ts'

interface RenewPanelProps {
  membership: OwnMembership
  refetch(): void
}

export function RenewPanel({ membership, refetch }: RenewPanelProps) {
  const { i18n, t } = useLingui()
  const session = useSession()
  const { send, busy, error, forgetError } = useSend('stripe_membership_renew')
  const [isAsking, setIsAsking] = useState(false)
  const [renewedTo, setRenewedTo] = useState<string>()
  const { renewNow, card, expiration, open } = membership
  const club = useClub()
  const said = useRef<HTMLDivElement>(null)
  const noteRenewed = async (to: string) => {
    setRenewedTo(findLastValidDay(to))
    await session.authorize()
  }
  const lost = useLostRenewal({
    membership,
    error,
    refetch,
    onRenewed(to) {
      forgetError()
      void noteRenewed(to)
    },
  })
  // the button that opened the dialog is gone
  useEffect(() => {
    if (renewedTo !== undefined) said.current?.focus()
  }, [renewedTo])

  const renew = async () => {
    if (renewNow === null) return
    const answer = await send({ expiration, amount: renewNow.quote.grandTotalCents })
    setIsAsking(false)
    // the member's own record has the new expiration, and the screen what is possible now
    if (answer !== undefined) await noteRenewed(answer.expiration)
    refetch()
  }
  const isOpenTold = open !== null && error instanceof Failure && error.code.startsWith('renewal-')
  const isFree = renewNow?.quote.grandTotalCents === 0
  const canRenewNow = renewNow !== null && (card !== null || isFree)
  const cardName = card === null ? '' : toCardName(card)
  const today = findDay(session.now(), club?.tenant.timeZone ?? 'UTC')
  return (
    <Panel title={<Trans>Renew</Trans>}>
      <div role="status" ref={said} tabIndex={-1}>
        {renewedTo !== undefined && (
          <Notice tone="ok">
            <Trans>
              Your membership has been renewed and your new expiration date is {renewedTo}. Refresh this page
              to reload your Payment History.
            </Trans>
          </Notice>
        )}
      </div>
      {lost.isAsking && <AskingRenewal isFree={isFree} />}
      {lost.hasNotArrived && (
        <Notice tone="warn" live="status">
          <Trans>
            This renewal has not arrived at the club. Renew again: your saved card is charged once at most.
          </Trans>
        </Notice>
      )}
      {error !== undefined && !isOpenTold && !isLostAnswer(error) && (
        <Notice tone="bad" live="alert">
          {toFailureText(i18n, error)}
        </Notice>
      )}
      {open !== null && <OpenRenewal open={open} refetch={refetch} />}
      {lost.isAsking || open?.state === 'taken' ? null : renewNow === null ? (
        renewedTo === undefined && (
          <>
            <p>
              <Trans>It cannot be renewed yet.</Trans>
            </p>
            <FirstRenewalDay expiration={expiration} today={today} />
          </>
        )
      ) : (
        <>
          {canRenewNow && !isFree && (
            <p className="muted">
              <Trans>In one step with {cardName}, or step by step, also with another card.</Trans>
            </p>
          )}
          <ChipRow label={t`Ways to renew`} wrap>
            {canRenewNow && (
              <Button
                variant="primary"
                busy={busy}
                onClick={() => {
                  forgetError()
                  lost.forget()
                  setIsAsking(true)
                }}
              >
                <Trans>Renew now</Trans>
              </Button>
            )}
            <Link to="/portal/renew" className={buttonClass(canRenewNow ? {} : { variant: 'primary' })}>
              <Trans>Renew your membership now</Trans>
            </Link>
          </ChipRow>
        </>
      )}
      {renewNow !== null && (
        <RenewDialog
          open={isAsking}
          renewNow={renewNow}
          card={card}
          before={expiration}
          today={today}
          busy={busy}
          onClose={() => setIsAsking(false)}
          onRenew={() => void renew()}
        />
      )}
    </Panel>
  )
}

/** Another renewal could be paid twice, so none is offered meanwhile. */
function AskingRenewal({ isFree }: { isFree: boolean }) {
  return (
    <Notice
      tone="info"
      live="status"
      title={<Trans>We are asking whether your membership was renewed</Trans>}
    >
      {!isFree && (
        <p>
          <Trans>We can't tell yet whether your card was charged.</Trans>
        </p>
      )}
      <p>
        <Trans>The answer comes here by itself.</Trans>
      </p>
    </Notice>
  )
}

interface RenewDialogProps {
  open: boolean
  renewNow: NonNullable<OwnMembership['renewNow']>
  card: OwnMembership['card']
  /** The end that it has now. */
  before: string
  today: string
  busy: boolean
  onClose(): void
  onRenew(): void
}

function RenewDialog({ open, renewNow, card, before, today, busy, onClose, onRenew }: RenewDialogProps) {
  const { i18n } = useLingui()
  const language = useLanguage()
  const { quote, expiration, runsFromToday } = renewNow
  const isFree = quote.grandTotalCents === 0
  const amount = toPrice(quote.grandTotalCents)
  const day = toEndText(i18n, { expiration }, language)
  const cardName = card === null ? '' : toCardName(card)
  return (
    <Dialog
      open={open}
      title={<Trans>Renew for one year?</Trans>}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <Button variant="primary" busy={busy} busyLabel={<Trans>Processing...</Trans>} onClick={onRenew}>
            {isFree ? <Trans>Renew</Trans> : <Trans>Pay {amount}</Trans>}
          </Button>
        </>
      }
    >
      <QuoteTable quote={quote} />
      {!isFree && (
        <p>
          <Trans>
            {amount} is charged to {cardName}.
          </Trans>
        </p>
      )}
      <p>
        <Trans>Your membership is then good until {day}.</Trans>
      </p>
      {!runsFromToday && (
        <LateRenewal before={before} expiration={expiration} line={quote.lines[0]} today={today} />
      )}
      {runsFromToday && (
        <Notice tone="info">
          <Trans>
            Counted from its old date, this membership would be over already. So the renewal runs from today.
          </Trans>
        </Notice>
      )}
    </Dialog>
  )
}
