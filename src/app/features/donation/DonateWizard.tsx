// The wizard for a donation to the club.
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { toCents } from '../../../domain/money.ts'
import { toDonationDescription } from '../../../domain/sales/descriptions.ts'
import { useSessionState } from '../../session/SessionContext.tsx'
import type { Club } from '../../session/sessionState.ts'
import { toClubCountry } from '../../session/useClubCountry.ts'
import { listClosingSteps } from '../../wizard/fields/closingSteps.tsx'
import { PersonalInfoStep } from '../../wizard/fields/PersonalInfoStep.tsx'
import { findPersonalFaults } from '../../wizard/fields/personalFaults.ts'
import { prefillPersonal, toEmptyPersonal, toPayer } from '../../wizard/fields/personalInfo.ts'
import type { Flow } from '../../wizard/flow.ts'
import { Wizard } from '../../wizard/Wizard.tsx'
import { AmountStep } from './AmountStep.tsx'
import {
  type DonationValues,
  emptyDonation,
  findAmountFaults,
  toAmount,
  toDonationPayload,
} from './donationFlow.ts'

export function DonateWizard() {
  const { club } = useSessionState()
  return club && <Donate club={club} />
}

function Donate({ club }: { club: Club }) {
  const { i18n, t } = useLingui()
  const { member } = useSessionState()
  const memberId = member?.id
  const { name, settings } = club.tenant
  const country = toClubCountry(club)
  const feeCents = toCents(settings.serviceFee)

  const flow = useMemo<Flow<DonationValues>>(
    () => ({
      id: 'donate',
      title: t`Donate to ${name}`,
      summaryTitle: t`Donation Summary`,
      defaults: { ...emptyDonation, personal: toEmptyPersonal(country) },
      prefill: (values, known) => ({
        ...values,
        personal: prefillPersonal(values.personal, known, { country }),
      }),
      steps: [
        {
          id: 'amount',
          label: t`Donation Amount`,
          screen: <AmountStep />,
          findFaults: (values) => findAmountFaults(i18n, values, feeCents),
        },
        {
          id: 'personal',
          label: t`Personal Info`,
          screen: <PersonalInfoStep optIn={<Trans>The club may send me news by e-mail.</Trans>} />,
          findFaults: ({ personal }) => findPersonalFaults(i18n, personal, { member, country }),
        },
        ...listClosingSteps(i18n),
      ],
      ending: {
        is: 'order',
        emptyLines: [{ kind: 'donation', label: '', quantity: 1, amountCents: 0 }],
        toPriced: ({ amount }) => {
          const dollars = toAmount(amount)
          return dollars > 0 ? { kind: 'donation', payload: { amount: dollars } } : undefined
        },
        toOrder: (values) => ({ kind: 'donation', payload: toDonationPayload(values) }),
        toPayer: ({ personal }) => toPayer(personal, memberId),
        category: 0,
        description: toDonationDescription(name),
      },
      cancelTo: '/portal',
      finishTo: '/portal',
    }),
    [i18n, t, member, memberId, country, name, feeCents],
  )
  return <Wizard flow={flow} />
}
