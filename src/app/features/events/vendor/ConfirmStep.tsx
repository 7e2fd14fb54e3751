// The step for tickets beside the spaces, as long as any are on sale.
import { Trans } from '@lingui/react/macro'
import type { ClubEvent } from '../../../../domain/event.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { TicketPicker } from '../buying/TicketPicker.tsx'
import { useAvailability } from '../buying/useAvailability.ts'
import { useTakenSpaces } from './useTakenSpaces.ts'

export interface ConfirmStepProps {
  event: ClubEvent
  hasTickets: boolean
}

export function ConfirmStep({ event, hasTickets }: ConfirmStepProps) {
  useTakenSpaces(event)
  const { availability } = useAvailability(event.id)
  if (!hasTickets) {
    return (
      <Panel title={<Trans>Confirm</Trans>}>
        <p>
          <Trans>Click the next button to view and agree to the purchase agreement.</Trans>
        </p>
      </Panel>
    )
  }
  return (
    <Panel title={<Trans>Purchase tickets</Trans>}>
      <TicketPicker event={event} name="tickets" availability={availability} isAlone={false} />
    </Panel>
  )
}
