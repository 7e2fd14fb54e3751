// The membership that is renewed, for how long, and whether it renews itself from then on.
import { Trans, useLingui } from '@lingui/react/macro'
import { useFormContext, useWatch } from 'react-hook-form'
import { findRenewedExpiration } from '../../../domain/membership.ts'
import { formatDay } from '../../text/format.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { CheckboxRow } from '../../ui/form/CheckboxRow.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toFieldId } from '../../wizard/fieldIds.ts'
import { TextField } from '../../wizard/fields/TextField.tsx'
import { useWizard } from '../../wizard/wizardContext.ts'
import styles from './MembershipInfoStep.module.css'
import { mostLookupEmail, type RenewValues } from './renewFlow.ts'
import { YearsField } from './YearsField.tsx'

export interface MembershipInfoStepProps {
  /** A signed-in member's own; a visitor's was looked up. */
  own: { typeLabel: string; expiration: string } | undefined
  maxRenewYears: number
  /** Why it cannot be renewed now. */
  fault: string | undefined
}

export function MembershipInfoStep({ own, maxRenewYears, fault }: MembershipInfoStepProps) {
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
            {fault}
          </Notice>
        </div>
      )}
      <dl className={styles.facts}>
        {typeLabel !== '' && (
          <div>
            <dt>
              <Trans>Membership Type</Trans>
            </dt>
            <dd>{typeLabel}</dd>
          </div>
        )}
        <div>
          <dt>
            <Trans>Current Expiration Date</Trans>
          </dt>
          <dd>{formatDay(expiration, language)}</dd>
        </div>
      </dl>
      {fault === undefined && (
        <RenewalChoices isVisitor={own === undefined} expiration={expiration} maxRenewYears={maxRenewYears} />
      )}
    </Panel>
  )
}

interface RenewalChoicesProps {
  isVisitor: boolean
  /** Until when it holds now. */
  expiration: string
  maxRenewYears: number
}

function RenewalChoices({ isVisitor, expiration, maxRenewYears }: RenewalChoicesProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { register } = useFormContext<RenewValues>()
  const years = useWatch<RenewValues, 'years'>({ name: 'years' })
  const email = useWatch<RenewValues, 'lookupEmail'>({ name: 'lookupEmail' }).trim()
  // without a payment there is no card
  const isFree = useWizard().price.quote?.grandTotalCents === 0
  return (
    <>
      <YearsField
        label={<Trans>How many years would you like to add to your membership?</Trans>}
        maxRenewYears={maxRenewYears}
      />
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
          maxLength={mostLookupEmail}
          required
        />
      )}
      <dl className={styles.facts}>
        <div>
          <dt>
            <Trans>New Expiration Date</Trans>
          </dt>
          <dd aria-live="polite">{formatDay(findRenewedExpiration(expiration, years), language)}</dd>
        </div>
      </dl>
      {isFree ? (
        <p className="muted">
          <Trans>
            There is nothing to pay for this renewal, so no card is kept for renewing automatically.
          </Trans>
        </p>
      ) : (
        <div>
          <p className="muted">
            <Trans>
              Your membership can be renewed automatically each time it expires, using the same card that you
              pay with now. You can change this at any time in the member portal, under Membership.
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
