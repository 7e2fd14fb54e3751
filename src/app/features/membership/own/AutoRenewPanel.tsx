// The switch for automatic renewal, saved at once.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { noticeDays } from '../../../../domain/membership.ts'
import { useSend } from '../../../call/useSend.ts'
import { toFailureText } from '../../../text/failureText.ts'
import { formatDay } from '../../../text/format.ts'
import { useLanguage } from '../../../text/useLanguage.ts'
import { buttonClass } from '../../../ui/buttonClass.ts'
import { CheckboxRow } from '../../../ui/form/CheckboxRow.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { toPrice } from '../../../wizard/order/QuoteTable.tsx'
import { type OwnMembership, toCardName } from './ownMembership.ts'

interface AutoRenewPanelProps {
  membership: OwnMembership
  refetch(): void
}

export function AutoRenewPanel({ membership, refetch }: AutoRenewPanelProps) {
  const { i18n, t } = useLingui()
  const { send, busy, error } = useSend('update_member_settings')
  const [saved, setSaved] = useState<boolean>()
  const { card } = membership
  const isOn = saved ?? membership.autoRenew
  const change = async (isWanted: boolean) => {
    const answer = await send({ autoRenew: isWanted })
    if (answer === undefined) return
    setSaved(answer.settings.autoRenew)
    refetch()
  }
  const cardName = card === null ? '' : toCardName(card)
  return (
    <Panel title={<Trans>Automatic renewal</Trans>}>
      {card === null ? (
        <p>
          <Trans>Automatic renewal needs a saved card.</Trans>
        </p>
      ) : (
        <>
          <CheckboxRow
            id="autoRenew"
            label={t`Renew my membership automatically`}
            checked={isOn}
            aria-disabled={busy || undefined}
            onChange={({ target }) => void change(target.checked)}
          />
          <p className="muted">
            {!isOn ? (
              <Trans>
                When it is on, your saved card is charged for one year each time your membership expires.
              </Trans>
            ) : (
              <NextCharge membership={membership} cardName={cardName} />
            )}
          </p>
        </>
      )}
      <div role="status">
        {saved !== undefined && error === undefined && (
          <Notice tone="ok">
            {saved ? (
              <Trans>Automatic renewal has been turned on.</Trans>
            ) : (
              <Trans>Automatic renewal has been turned off.</Trans>
            )}
          </Notice>
        )}
      </div>
      {error !== undefined && (
        <Notice tone="bad" live="alert">
          {toFailureText(i18n, error)}
        </Notice>
      )}
      <p>
        <Link to="/portal/member/payments" className={buttonClass()}>
          {card === null ? <Trans>Add a card</Trans> : <Trans>Saved cards</Trans>}
        </Link>
      </p>
    </Panel>
  )
}

/** Only what the server has said that it will charge. */
function NextCharge({ membership, cardName }: { membership: OwnMembership; cardName: string }) {
  const language = useLanguage()
  const { nextCharge, open, expiration } = membership
  if (nextCharge === null) {
    // what happens to a charge that has begun is said above
    return open !== null && ['charging', 'confirm', 'taken'].includes(open.state) ? null : (
      <Trans>
        This time nothing is charged automatically. Renew the membership yourself: after that, it renews
        automatically again.
      </Trans>
    )
  }
  const amount = toPrice(nextCharge.amountCents)
  const day = nextCharge.day === '' ? '' : formatDay(nextCharge.day, language)
  if (nextCharge.amountCents === 0) {
    return nextCharge.day === '' ? (
      <Trans>Your membership is renewed for one year within a day. Nothing is charged.</Trans>
    ) : (
      <Trans>On {day}, your membership is renewed for one year. Nothing is charged.</Trans>
    )
  }
  if (nextCharge.day === '') {
    return (
      <Trans>
        {cardName} is charged {amount} for one year within a day, and an e-mail is sent.
      </Trans>
    )
  }
  const [first, last] = noticeDays
  return (
    <>
      <Trans>
        On {day}, {cardName} is charged {amount} for one year, and an e-mail is sent.
      </Trans>
      {nextCharge.day === expiration && (
        <>
          {' '}
          <Trans>
            We write to you {first} and {last} days before.
          </Trans>
        </>
      )}
    </>
  )
}
