// The switch for automatic renewal, saved at once.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSend } from '../../../call/useSend.ts'
import { toFailureText } from '../../../text/failureText.ts'
import { formatDay } from '../../../text/format.ts'
import { useLanguage } from '../../../text/useLanguage.ts'
import { buttonClass } from '../../../ui/buttonClass.ts'
import { CheckboxRow } from '../../../ui/form/CheckboxRow.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { type OwnMembership, toCardName } from './ownMembership.ts'

interface AutoRenewPanelProps {
  membership: OwnMembership
  isOver: boolean
  refetch(): void
}

export function AutoRenewPanel({ membership, isOver, refetch }: AutoRenewPanelProps) {
  const { i18n, t } = useLingui()
  const language = useLanguage()
  const { send, busy, error } = useSend('update_member_settings')
  const [saved, setSaved] = useState<boolean>()
  const { card, expiration } = membership
  const isOn = saved ?? membership.autoRenew
  const change = async (isWanted: boolean) => {
    const answer = await send({ autoRenew: isWanted })
    if (answer === undefined) return
    setSaved(answer.settings.autoRenew)
    refetch()
  }
  const cardName = card === null ? '' : toCardName(card)
  const day = formatDay(expiration, language)
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
            ) : isOver ? (
              <Trans>
                Your membership has ended. If it ended not long ago, {cardName} is charged for one year within
                a day, and an e-mail is sent.
              </Trans>
            ) : (
              <Trans>
                On {day}, {cardName} is charged for one year, and an e-mail is sent. We write to you 14 and 3
                days before.
              </Trans>
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
