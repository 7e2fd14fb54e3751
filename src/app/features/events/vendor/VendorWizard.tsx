// The wizard for vendors: who they are, their spaces on the maps, tickets beside them, and the payment.
import { useLingui } from '@lingui/react/macro'
import { useMemo, useRef } from 'react'
import type { ClubEvent, EventMap } from '../../../../domain/event.ts'
import { useSession, useSessionState } from '../../../session/SessionContext.tsx'
import { useClubCountry } from '../../../session/useClubCountry.ts'
import { useServerNow } from '../../../session/useServerNow.ts'
import { listClosingSteps } from '../../../wizard/fields/closingSteps.tsx'
import type { Flow } from '../../../wizard/flow.ts'
import { Wizard } from '../../../wizard/Wizard.tsx'
import { toEventOrder } from '../buying/eventOrder.tsx'
import { withRefused } from '../buying/refusedFaults.ts'
import { countTickets } from '../buying/ticketChoices.ts'
import { findTicketFaults } from '../buying/ticketFaultText.ts'
import { isAnyTicketOnSale } from '../buying/ticketOffer.ts'
import { toFlowId } from '../eventActions.ts'
import { useActionTitle } from '../useActionTitle.ts'
import { useEventList } from '../useEventList.ts'
import { ConfirmStep } from './ConfirmStep.tsx'
import { listMapsOnSale } from './chosenSpaces.ts'
import { SpaceStep } from './SpaceStep.tsx'
import { VendorStep } from './VendorStep.tsx'
import { findSpaceFaults, findVendorFaults } from './vendorFaultText.ts'
import {
  emptyVendor,
  findQuestions,
  prefillVendor,
  toOwnVendor,
  toPricedVendor,
  toVendorOrder,
  toVendorPayer,
  type VendorValues,
} from './vendorForm.ts'
import { repairVendor } from './vendorRepair.ts'

const clockEveryMs = 10_000

export function VendorWizard({ event }: { event: ClubEvent }) {
  const { i18n, t } = useLingui()
  const session = useSession()
  const { member } = useSessionState()
  const memberId = member?.id
  const title = useActionTitle('vendor', event)
  const country = useClubCountry()
  const eventList = useEventList()
  const now = useServerNow(clockEveryMs)
  const maps = useMapsOnSale(event, now)
  const hasTickets = isAnyTicketOnSale(event, now)
  // the end of the sale takes no step away from who looks at it
  const hadTickets = useRef(false)

  const flow = useMemo<Flow<VendorValues>>(() => {
    const { id, name, tickets, agreement } = event
    const questions = findQuestions(event)
    return {
      id: toFlowId('vendor', id),
      title,
      summaryTitle: t`Order Summary`,
      defaults: emptyVendor,
      prefill: (values, known) => ({ ...values, vendor: prefillVendor(values.vendor, known) }),
      steps: [
        {
          id: 'personal',
          label: t`Personal Info`,
          screen: <VendorStep questions={questions} />,
          findFaults: (values) =>
            withRefused(
              i18n,
              findVendorFaults(i18n, values.vendor, questions, {
                own: member && toOwnVendor(member),
                country,
              }),
              values,
              'vendor',
            ),
        },
        {
          id: 'spaces',
          label: t`Select Spaces`,
          // without tickets no other step of ours comes after it
          screen: <SpaceStep event={event} maps={maps} isLast={!hasTickets} />,
          findFaults: (values) => findSpaceFaults(i18n, event.maps, values),
          isDeadEnd: ({ spaces }) =>
            spaces.length === 0 && maps.every(({ elements }) => elements.length === 0),
        },
        {
          id: 'confirm',
          label: t`Confirm`,
          screen: <ConfirmStep event={event} maps={maps} hasTickets={hasTickets} />,
          findFaults: (values) =>
            withRefused(
              i18n,
              findTicketFaults(i18n, {
                tickets,
                choices: values.tickets,
                name: 'tickets',
                isNeeded: false,
                otherLines: values.spaces.length,
              }),
              values,
              'tickets',
            ),
          isNeeded(values) {
            if (hasTickets || countTickets(values.tickets) > 0) hadTickets.current = true
            return hadTickets.current
          },
        },
        ...listClosingSteps<VendorValues>(i18n, agreement),
      ],
      ending: {
        is: 'order',
        emptyLines: [
          { kind: 'space', label: '', quantity: 0, amountCents: 0 },
          { kind: 'ticket', label: '', quantity: 0, amountCents: 0 },
        ],
        hasDiscount: true,
        ...toEventOrder<VendorValues>({
          event,
          session,
          toPriced: (values) => toPricedVendor(event, values),
          toOrder: (values) => toVendorOrder(event, values),
        }),
        toPayer: ({ vendor }) => toVendorPayer(vendor, memberId, country),
        category: 4,
        description: name,
      },
      repair: (values, error) =>
        repairVendor(values, error, {
          event,
          onSale: listMapsOnSale(event, session.now()),
          findLeft: ({ remaining }) => remaining,
          now: session.now(),
        }),
      cancelTo: eventList,
      finishTo: eventList,
    }
  }, [i18n, t, session, member, memberId, country, title, eventList, event, maps, hasTickets])
  return <Wizard flow={flow} />
}

/** The same list as long as the same maps are on sale. */
function useMapsOnSale(event: ClubEvent, now: number): readonly EventMap[] {
  const onSale = listMapsOnSale(event, now)
  const last = useRef(onSale)
  const isSame =
    last.current.length === onSale.length && last.current.every((map, index) => map === onSale[index])
  if (!isSame) last.current = onSale
  return last.current
}
