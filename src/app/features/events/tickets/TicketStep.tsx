// The step for choosing tickets alone.
import { Trans } from '@lingui/react/macro'
import type { ClubEvent } from '../../../../domain/event.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useWizard } from '../../../wizard/wizardContext.ts'
import { TicketPicker } from '../buying/TicketPicker.tsx'
import { useAvailability } from '../buying/useAvailability.ts'

export function TicketStep({ event }: { event: ClubEvent }) {
  const { started } = useWizard()
  const { availability } = useAvailability(event.id, true, started)
  return (
    <Panel title={event.ticketLabel || <Trans>Tickets</Trans>}>
      <TicketPicker event={event} name="tickets" availability={availability} isAlone />
    </Panel>
  )
}
