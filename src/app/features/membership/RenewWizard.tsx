// Renewing a membership, by a look-up or as the signed-in member.
import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import { Failure } from '../../../contract/failures.ts'
import { findDay } from '../../../domain/day.ts'
import { canRenew, findDaysUntilRenewal, findRenewalFault } from '../../../domain/membership.ts'
import { useSession, useSessionState } from '../../session/SessionContext.tsx'
import type { Club, SessionMember } from '../../session/sessionState.ts'
import { listClosingSteps } from '../../wizard/fields/closingSteps.tsx'
import type { Flow } from '../../wizard/flow.ts'
import { Wizard } from '../../wizard/Wizard.tsx'
import { LookupStep } from './LookupStep.tsx'
import { MembershipInfoStep } from './MembershipInfoStep.tsx'
import {
  emptyRenewal,
  findLookupFaults,
  findReceiptFaults,
  type RenewValues,
  repairRenewal,
  toReceiptEmail,
  toRenewalFault,
  toRenewalPayload,
} from './renewFlow.ts'

const signInOver = new Failure('needs-signin', 'Please sign in again.')

export function RenewWizard() {
  const { club, member, lapsedMember } = useSessionState()
  const known = member ?? lapsedMember
  return club && <Renew key={known?.id ?? 0} club={club} member={known} isLapsed={member !== known} />
}

interface RenewProps {
  club: Club
  member: SessionMember | undefined
  /** The member's sign-in has ended, so the price of their membership cannot be loaded. */
  isLapsed: boolean
}

function Renew({ club, member, isLapsed }: RenewProps) {
  const { i18n, t } = useLingui()
  const session = useSession()
  const takeProof = useLinkProof()
  const { tenant } = club
  const { name, settings, timeZone } = tenant
  const today = findDay(session.now(), timeZone)

  const flow = useMemo<Flow<RenewValues>>(() => {
    const own = member && { typeLabel: member.typeLabel, expiration: member.expiration, life: member.life }
    const fault = member && findOwnFault(member)

    function findOwnFault(renewing: SessionMember): string | undefined {
      if (renewing.parentId > 0) {
        return t`This is a child membership and cannot be used to renew a membership.`
      }
      return toRenewalFault(i18n, {
        life: renewing.life,
        daysUntilRenew: findDaysUntilRenewal(renewing.expiration, settings, today),
        canRenew: canRenew(renewing, settings, today),
      })
    }

    return {
      id: 'renew',
      title: t`Renew Membership`,
      summaryTitle: t`Order Summary`,
      defaults: emptyRenewal,
      prefill: (values) => ({ ...values, found: null, isChild: false }),
      steps: [
        {
          id: 'lookup',
          label: t`Member lookup`,
          screen: <LookupStep takeProof={takeProof} />,
          isNeeded: () => member === undefined,
          findFaults: (values) => findLookupFaults(i18n, values),
          isDeadEnd: ({ found, isChild }) =>
            isChild || (found !== null && toRenewalFault(i18n, found) !== undefined),
        },
        {
          id: 'membership',
          label: t`Membership Info`,
          screen: (
            <MembershipInfoStep
              own={own}
              maxRenewYears={settings.maxRenewYears}
              today={today}
              fault={fault}
              isTooEarly={member !== undefined && findRenewalFault(member, settings, today) === 'too-early'}
            />
          ),
          isDeadEnd: () => fault !== undefined,
          findFaults(values) {
            if (fault !== undefined) return [{ field: 'years', message: fault }]
            if (member !== undefined) return []
            // this step is complete when the look-up is
            const faults = findLookupFaults(i18n, values)
            return faults.length > 0 ? faults : findReceiptFaults(i18n, values)
          },
        },
        ...listClosingSteps(i18n),
      ],
      ending: {
        is: 'order',
        emptyLines: [{ kind: 'renewal', label: '', quantity: 1, amountCents: 0 }],
        toPriced: (values) =>
          fault !== undefined || (member === undefined && findLookupFaults(i18n, values).length > 0)
            ? undefined
            : { kind: 'renewal', payload: toRenewalPayload({ ...values, autoRenew: false }) },
        unpriced: isLapsed ? signInOver : undefined,
        toOrder: (values) => ({ kind: 'renewal', payload: toRenewalPayload(values) }),
        toPayer: (values) =>
          member === undefined
            ? { receiptEmail: toReceiptEmail(values) }
            : { receiptEmail: member.email_address, memberId: member.id },
        category: 1,
        description: `${name} membership`,
        async create(values, { receiptId, key }) {
          await session.caller.call('create_member', {
            ...toRenewalPayload(values),
            kind: 'renewal',
            key,
            ...(receiptId === undefined ? {} : { receiptId }),
          })
          // load the member's own record again: it has the new expiration
          if (member !== undefined) await session.authorize()
        },
      },
      repair: repairRenewal,
      cancelTo: member === undefined ? '/portal/join' : '/portal/member',
      finishTo: member === undefined ? '/portal' : '/portal/member',
    }
  }, [i18n, t, session, member, name, settings, today, takeProof, isLapsed])
  return <Wizard flow={flow} />
}

/**
 * The proof in a mail's link; only the first call gets it. It is in the fragment, which no server sees. The
 * first step replaces the fragment by its own name.
 */
function useLinkProof(): () => string | undefined {
  // not followed: the flow's own steps change the address
  const { state } = useRouter()
  const [proof] = useState(() => new URLSearchParams(state.location.hash).get('lookup') ?? undefined)
  const isTaken = useRef(false)
  return useCallback(() => {
    if (isTaken.current) return undefined
    isTaken.current = true
    return proof
  }, [proof])
}
