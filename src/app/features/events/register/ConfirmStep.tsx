// The step with all vehicles of the registration, and tickets to go with them.
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { ClubEvent, EventClass } from '../../../../domain/event.ts'
import { mostLines } from '../../../../domain/order.ts'
import { useServerNow } from '../../../session/useServerNow.ts'
import { Button } from '../../../ui/Button.tsx'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { List } from '../../../ui/layout/List.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { focusStepHeading, toFieldId } from '../../../wizard/fieldIds.ts'
import { useWizard } from '../../../wizard/wizardContext.ts'
import { TicketPicker } from '../buying/TicketPicker.tsx'
import { countTickets, listChosen } from '../buying/ticketChoices.ts'
import { isAnyTicketOnSale } from '../buying/ticketOffer.ts'
import { useAvailability } from '../buying/useAvailability.ts'
import type { RegisterValues } from './registerFlow.ts'
import { VehicleRow } from './VehicleRow.tsx'
import { findConfirmFaults, listField } from './vehicleFaultText.ts'
import { editVehicle, isBegun, listVehicles, nameVehicle, removeVehicle, takeVehicle } from './vehicles.ts'

export interface ConfirmStepProps {
  event: ClubEvent
  classes: readonly EventClass[]
}

const clockEveryMs = 10_000

export function ConfirmStep({ event, classes }: ConfirmStepProps) {
  const { i18n, t } = useLingui()
  const { getValues, reset, watch } = useFormContext<RegisterValues>()
  const { goTo, started } = useWizard()
  const now = useServerNow(clockEveryMs)
  const values = watch()
  const [removing, setRemoving] = useState<number>()

  // Only what is still in the form is taken in, so that coming again adds nothing.
  const isTaking = isBegun(values)
  const isEditing = useRef(false)
  useEffect(() => {
    if (isTaking && !isEditing.current) reset(takeVehicle(getValues()))
  }, [isTaking, reset, getValues])

  const vehicles = listVehicles(values)
  const rules = { classes, options: event.registrationOptions }
  const faults = findConfirmFaults(i18n, values, rules, event.tickets)
  const whole = faults.find(({ field }) => field === listField)
  const lines = vehicles.length + listChosen(values.tickets).length
  const removed = removing === undefined ? undefined : vehicles[removing]
  const name = removed === undefined ? '' : nameVehicle(removed)
  const hasTickets = isAnyTicketOnSale(event, now) || countTickets(values.tickets) > 0
  const { availability } = useAvailability(event.id, hasTickets, started)
  const label = event.ticketLabel || t`tickets`
  const remove = () => {
    if (removing !== undefined) reset(removeVehicle(getValues(), removing))
    setRemoving(undefined)
    focusStepHeading()
  }
  return (
    <>
      <Panel title={<Trans>Your vehicles</Trans>}>
        <div id={toFieldId(listField)} tabIndex={-1}>
          <List flush>
            {vehicles.map((vehicle, at) => (
              <VehicleRow
                // biome-ignore lint/suspicious/noArrayIndexKey: a vehicle has no other name than its place
                key={at}
                vehicle={vehicle}
                classes={classes}
                options={event.registrationOptions}
                editId={toFieldId(`vehicles.${at}`)}
                fault={faults.find(({ field }) => field === `vehicles.${at}`)?.message}
                onEdit={() => {
                  // it leaves the list only with this screen
                  isEditing.current = true
                  reset(editVehicle(getValues(), at))
                  goTo('vehicle')
                }}
                onRemove={() => setRemoving(at)}
              />
            ))}
          </List>
          {whole !== undefined && <FieldMessage>{whole.message}</FieldMessage>}
        </div>
        <div>
          <Button
            disabledReason={
              lines < mostLines ? undefined : t`One order has at most ${mostLines} vehicles and tickets.`
            }
            onClick={() => goTo('vehicle')}
          >
            <Trans>Register another vehicle</Trans>
          </Button>
        </div>
      </Panel>
      {hasTickets && (
        <Panel title={<Trans>Or purchase {label}</Trans>}>
          <TicketPicker event={event} name="tickets" availability={availability} isAlone={false} />
        </Panel>
      )}
      <Dialog
        open={removed !== undefined}
        onClose={() => setRemoving(undefined)}
        alert
        title={<Trans>Take this vehicle out?</Trans>}
        foot={
          <>
            <Button onClick={() => setRemoving(undefined)}>
              <Trans>Leave it in</Trans>
            </Button>
            <Button variant="danger" onClick={remove}>
              <Trans>Take it out</Trans>
            </Button>
          </>
        }
      >
        <p>
          <Trans>{name} is taken out of this registration, with all that you typed for it.</Trans>
        </p>
      </Dialog>
    </>
  )
}
