// The step for tickets beside the spaces, as long as any are on sale or chosen.
import { Trans } from '@lingui/react/macro'
import { useWatch } from 'react-hook-form'
import type { ClubEvent, EventMap } from '../../../../domain/event.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { TicketPicker } from '../buying/TicketPicker.tsx'
import { countTickets } from '../buying/ticketChoices.ts'
import { useTakenSpaces } from './useTakenSpaces.ts'
import { VisitorsRead } from './VisitorsRead.tsx'
import { findQuestions, type VendorValues } from './vendorForm.ts'

export interface ConfirmStepProps {
  event: ClubEvent
  /** Those on sale. */
  maps: readonly EventMap[]
  /** Some are on sale. */
  hasTickets: boolean
}

export function ConfirmStep({ event, maps, hasTickets }: ConfirmStepProps) {
  const { availability } = useTakenSpaces(event, maps)
  const tickets = useWatch<VendorValues, 'tickets'>({ name: 'tickets' })
  // those whose sale has ended must be there to be taken out
  const visitors = <VisitorsRead questions={findQuestions(event)} />
  if (!hasTickets && countTickets(tickets) === 0) {
    return (
      <>
        <Panel title={<Trans>Confirm</Trans>}>
          <p>
            <Trans>Click the next button to view and agree to the purchase agreement.</Trans>
          </p>
        </Panel>
        {visitors}
      </>
    )
  }
  return (
    <>
      <Panel title={<Trans>Purchase tickets</Trans>}>
        <TicketPicker event={event} name="tickets" availability={availability} isAlone={false} />
      </Panel>
      {visitors}
    </>
  )
}
