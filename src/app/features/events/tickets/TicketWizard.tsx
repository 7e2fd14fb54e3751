// The wizard for buying tickets alone.
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { ClubEvent } from '../../../../domain/event.ts'
import { ticketBuyerLimits } from '../../../../domain/membership.ts'
import { useSession, useSessionState } from '../../../session/SessionContext.tsx'
import { useClubCountry } from '../../../session/useClubCountry.ts'
import { listClosingSteps } from '../../../wizard/fields/closingSteps.tsx'
import { PersonalInfoStep } from '../../../wizard/fields/PersonalInfoStep.tsx'
import { findPersonalFaults } from '../../../wizard/fields/personalFaults.ts'
import { prefillPersonal, toEmptyPersonal, toPayer } from '../../../wizard/fields/personalInfo.ts'
import type { Flow } from '../../../wizard/flow.ts'
import { Wizard } from '../../../wizard/Wizard.tsx'
import { toEventOrder } from '../buying/eventOrder.tsx'
import { withRefused } from '../buying/refusedFaults.ts'
import { findTicketFaults } from '../buying/ticketFaultText.ts'
import { toTicketsLeft } from '../buying/ticketsLeft.ts'
import { toFlowId } from '../eventActions.ts'
import { useActionTitle } from '../useActionTitle.ts'
import { useEventList } from '../useEventList.ts'
import { TicketStep } from './TicketStep.tsx'
import {
  emptyTickets,
  repairTicketFlow,
  type TicketValues,
  toPricedTickets,
  toTicketOrder,
} from './ticketFlow.ts'

export function TicketWizard({ event }: { event: ClubEvent }) {
  const { i18n, t } = useLingui()
  const session = useSession()
  const { member } = useSessionState()
  const memberId = member?.id
  const title = useActionTitle('tickets', event)
  const country = useClubCountry()
  const eventList = useEventList()

  const flow = useMemo<Flow<TicketValues>>(() => {
    const { id, name, tickets, agreement } = event
    return {
      id: toFlowId('tickets', id),
      title,
      summaryTitle: t`Order Summary`,
      defaults: { ...emptyTickets, personal: toEmptyPersonal(country) },
      prefill: (values, known) => ({
        ...values,
        personal: prefillPersonal(values.personal, known, { country, limits: ticketBuyerLimits }),
      }),
      steps: [
        {
          id: 'personal',
          label: t`Personal Info`,
          screen: (
            <PersonalInfoStep
              limits={ticketBuyerLimits}
              emailHint={t`Your tickets and your receipt go there.`}
              optIn={<Trans>The club may send me news by e-mail.</Trans>}
            />
          ),
          findFaults: (values) =>
            withRefused(
              i18n,
              findPersonalFaults(i18n, values.personal, { member, country, limits: ticketBuyerLimits }),
              values,
              'personal',
            ),
        },
        {
          id: 'selections',
          label: t`Make Selections`,
          screen: <TicketStep event={event} />,
          findFaults: (values) =>
            withRefused(
              i18n,
              findTicketFaults(i18n, {
                tickets,
                choices: values.tickets,
                name: 'tickets',
                isNeeded: true,
                otherLines: 0,
              }),
              values,
              'tickets',
            ),
        },
        ...listClosingSteps<TicketValues>(i18n, agreement),
      ],
      ending: {
        is: 'order',
        emptyLines: [{ kind: 'ticket', label: '', quantity: 0, amountCents: 0 }],
        ticketLabel: event.ticketLabel || undefined,
        ...toEventOrder<TicketValues>({
          event,
          session,
          toPriced: (values) => toPricedTickets(event, values),
          toOrder: (values) => toTicketOrder(event, values),
        }),
        toPayer: ({ personal }) => toPayer(personal, memberId),
        category: 5,
        description: `${name} tickets`,
      },
      repair: (values, error) =>
        repairTicketFlow(values, error, {
          event,
          findLeft: toTicketsLeft(undefined),
          now: session.now(),
        }),
      cancelTo: eventList,
      finishTo: eventList,
    }
  }, [i18n, t, session, member, memberId, country, title, eventList, event])
  return <Wizard flow={flow} />
}
