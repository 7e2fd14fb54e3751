// The membership to renew, for how many years, and whether it renews itself from then on.
import { Trans, useLingui } from '@lingui/react/macro'
import { useFormContext, useWatch } from 'react-hook-form'
import { toEndText } from '../../text/membershipEnd.ts'
import { ServiceFee } from '../../text/ServiceFee.tsx'
import { useLanguage } from '../../text/useLanguage.ts'
import { CheckboxRow } from '../../ui/form/CheckboxRow.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toFieldId } from '../../wizard/fieldIds.ts'
import { TextField } from '../../wizard/fields/TextField.tsx'
import { useWizard } from '../../wizard/wizardContext.ts'
import { FactList } from './FactList.tsx'
import { FirstRenewalDay } from './FirstRenewalDay.tsx'
import { LateRenewal } from './LateRenewal.tsx'
import { findNewPeriod } from './newPeriod.ts'
import type { RenewValues } from './renewFlow.ts'
import { YearsField } from './YearsField.tsx'

export interface MembershipInfoStepProps {
  /** The signed-in member's own. A visitor looks theirs up. */
  own: { typeLabel: string; expiration: string; life: boolean } | undefined
  maxRenewYears: number
  /** The day in the club's zone. */
  today: string
  /** Why it cannot be renewed now. */
  fault: string | undefined
  /** It can be renewed later. */
  isTooEarly: boolean
}

export function MembershipInfoStep({
  own,
  maxRenewYears,
  today,
  fault,
  isTooEarly,
}: MembershipInfoStepProps) {
  const { i18n } = useLingui()
  const language = useLanguage()
  const found = useWatch<RenewValues, 'found'>({ name: 'found' })
  const membership = own ?? found
  if (membership === null) return null
  const { typeLabel, expiration } = membership
  return (
    <Panel title={<Trans>Membership Info</Trans>}>
      {fault !== undefined && (
        <div id={toFieldId('years')} tabIndex={-1}>
          <Notice tone="warn" live="status">
            <p>{fault}</p>
            {isTooEarly && <FirstRenewalDay expiration={expiration} today={today} />}
          </Notice>
        </div>
      )}
      <FactList>
        {typeLabel !== '' && (
          <div>
            <dt>
              <Trans>Membership Type</Trans>
            </dt>
            <dd>{typeLabel}</dd>
          </div>
        )}
        <div>
          <dt>{membership.life ? <Trans>Membership</Trans> : <Trans>Current Expiration Date</Trans>}</dt>
          <dd>{toEndText(i18n, membership, language)}</dd>
        </div>
      </FactList>
      {fault === undefined && (
        <RenewalChoices
          isVisitor={own === undefined}
          expiration={expiration}
          maxRenewYears={maxRenewYears}
          today={today}
        />
      )}
    </Panel>
  )
}

interface RenewalChoicesProps {
  isVisitor: boolean
  /** Its present expiration. */
  expiration: string
  maxRenewYears: number
  today: string
}

function RenewalChoices({ isVisitor, expiration, maxRenewYears, today }: RenewalChoicesProps) {
  const { i18n, t } = useLingui()
  const language = useLanguage()
  const { register } = useFormContext<RenewValues>()
  const years = useWatch<RenewValues, 'years'>({ name: 'years' })
  const email = useWatch<RenewValues, 'lookupEmail'>({ name: 'lookupEmail' }).trim()
  // without a payment there is no card
  const { price } = useWizard()
  const isFree = price.quote?.grandTotalCents === 0
  const period = findNewPeriod(expiration, years, today, price)
  return (
    <>
      <YearsField
        label={<Trans>How many years would you like to add to your membership?</Trans>}
        maxRenewYears={maxRenewYears}
      />
      {!isFree && <ServiceFee />}
      {isVisitor && email === '' && (
        <TextField
          name="receiptEmail"
          label={<Trans>E-mail</Trans>}
          hint={<Trans>Your receipt goes there.</Trans>}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      )}
      <FactList>
        <div>
          <dt>
            <Trans>New Expiration Date</Trans>
          </dt>
          <dd aria-live="polite">
            {period.expiration === undefined
              ? '…'
              : toEndText(i18n, { expiration: period.expiration }, language)}
          </dd>
        </div>
      </FactList>
      {!period.runsFromToday && period.expiration !== undefined && (
        <LateRenewal before={expiration} expiration={period.expiration} line={period.line} today={today} />
      )}
      {period.runsFromToday && (
        <Notice tone="info" live="status">
          <Trans>
            Counted from its old date, this membership would be over already. So the renewal runs from today.
          </Trans>
        </Notice>
      )}
      {isFree ? (
        <p className="muted">
          <Trans>
            There is nothing to pay for this renewal, so no card is kept for renewing automatically.
          </Trans>
        </p>
      ) : isVisitor ? (
        <p className="muted">
          <Trans>
            Your membership can be renewed automatically each time it expires. For that, sign in to the member
            portal, open Membership and say yes there. This renewal keeps no card and changes nothing of it.
          </Trans>
        </p>
      ) : (
        <div>
          <p className="muted">
            <Trans>
              Your membership can be renewed automatically each time it expires, using the same card that you
              pay with now. You can turn this off at any time in the member portal, under Membership.
            </Trans>
          </p>
          <CheckboxRow
            id={toFieldId('autoRenew')}
            label={t`Renew my membership automatically`}
            {...register('autoRenew')}
          />
        </div>
      )}
    </>
  )
}
