// The wizard for joining the club.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Failure } from '../../../contract/failures.ts'
import type { MemberType } from '../../../domain/member.ts'
import { UnreadScreen } from '../../reading/ReadState.tsx'
import { useRead } from '../../reading/useRead.ts'
import { useSession, useSessionState } from '../../session/SessionContext.tsx'
import type { Club } from '../../session/sessionState.ts'
import { toClubCountry } from '../../session/useClubCountry.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { listClosingSteps } from '../../wizard/fields/closingSteps.tsx'
import { PersonalInfoStep } from '../../wizard/fields/PersonalInfoStep.tsx'
import { findPersonalFaults } from '../../wizard/fields/personalFaults.ts'
import { prefillPersonal, toEmptyPersonal, toPayer } from '../../wizard/fields/personalInfo.ts'
import type { Flow } from '../../wizard/flow.ts'
import { Wizard } from '../../wizard/Wizard.tsx'
import { JoinedUntil } from './JoinedUntil.tsx'
import { JoinPeriod } from './JoinPeriod.tsx'
import { emptyJoin, type JoinValues, toMembershipPayload } from './joinFlow.ts'

export function JoinWizard() {
  const { t } = useLingui()
  const { typeId } = useParams({ from: '/_shell/portal/join/$typeId' })
  const { club } = useSessionState()
  const reading = useRead('get_available_membertypes', {})
  const type = reading.data?.memberTypes.find(({ id }) => String(id) === typeId)
  if (club === undefined || reading.data === undefined)
    return <UnreadScreen reading={reading} title={t`Become a member`} label={t`Loading the membership…`} />
  if (type === undefined) return <NoSuchType />
  return <Join key={type.id} type={type} club={club} />
}

function NoSuchType() {
  return (
    <EmptyState
      level={1}
      title={<Trans>This membership is not open at this time.</Trans>}
      action={
        <Link to="/portal/join" className={buttonClass()}>
          <Trans>See all memberships</Trans>
        </Link>
      }
    />
  )
}

function Join({ type, club }: { type: MemberType; club: Club }) {
  const { i18n, t } = useLingui()
  const { caller } = useSession()
  const { member } = useSessionState()
  const memberId = member?.id
  const { id, label } = type
  const { name, settings } = club.tenant
  const { maxRenewYears } = settings
  const country = toClubCountry(club)

  const flow = useMemo<Flow<JoinValues>>(
    () => ({
      id: `join/${id}`,
      title: t`Join ${name}: ${label}`,
      warnsOfBack: true,
      summaryTitle: t`Order Summary`,
      defaults: { ...emptyJoin, personal: toEmptyPersonal(country) },
      prefill: (values, known) => ({
        ...values,
        personal: prefillPersonal(values.personal, known, { country }),
      }),
      steps: [
        {
          id: 'personal',
          label: t`Personal Info`,
          screen: (
            <PersonalInfoStep optIn={<Trans>The club may send me its newsletter by e-mail.</Trans>}>
              <JoinPeriod maxRenewYears={maxRenewYears} />
            </PersonalInfoStep>
          ),
          findFaults: ({ personal }) => findPersonalFaults(i18n, personal, { member, country }),
        },
        ...listClosingSteps(i18n),
      ],
      ending: {
        is: 'order',
        emptyLines: [],
        toPriced: ({ years }) => ({ kind: 'membership', payload: { type: id, years } }),
        toOrder: (values) => ({ kind: 'membership', payload: toMembershipPayload(values, id) }),
        toPayer: ({ personal }) => toPayer(personal, memberId),
        beforePay: <JoinedUntil />,
        category: 1,
        description: `${name} membership`,
        async create(values, { receiptId, key }) {
          await caller.call('create_member', {
            ...toMembershipPayload(values, id),
            kind: 'membership',
            key,
            ...(receiptId === undefined ? {} : { receiptId }),
          })
        },
        toElsewhere: (error) =>
          error instanceof Failure &&
          (error.code === 'already-member' || error.code === 'renewal-too-early') ? (
            <Link to="/portal/renew" className={buttonClass()}>
              {error.code === 'already-member' ? (
                <Trans>Renew Membership</Trans>
              ) : (
                <Trans>See when it can be renewed</Trans>
              )}
            </Link>
          ) : undefined,
      },
      cancelTo: '/portal/join',
      finishTo: '/portal',
    }),
    [i18n, t, caller, member, memberId, country, id, label, name, maxRenewYears],
  )
  return <Wizard flow={flow} />
}
