// The event's tickets to choose from: how many of each kind, and the questions about each ticket.
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { ClubEvent } from '../../../../domain/event.ts'
import { useServerNow } from '../../../session/useServerNow.ts'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { toFieldId } from '../../../wizard/fieldIds.ts'
import styles from './TicketPicker.module.css'
import { TicketRow } from './TicketRow.tsx'
import { type TicketChoice, toNewChoice } from './ticketChoices.ts'
import { listOffered } from './ticketOffer.ts'
import { toTicketsLeft } from './ticketsLeft.ts'
import type { Availability } from './useAvailability.ts'

export interface TicketPickerProps {
  event: ClubEvent
  /** The path of the form's `TicketChoice[]`. Its faults are those of `findTicketFaults` with the same name. */
  name: string
  /** From `useAvailability` with the key of the buyer's own order. Before its first answer the event's own counts. */
  availability: Availability | undefined
  /** The order has no vehicle and no space: then the server sells only what is public, also to members. */
  isAlone: boolean
}

const clockEveryMs = 10_000

/** Within a flow's form. Draws rows only: a panel with a title is the caller's. */
export function TicketPicker({ event, name, availability, isAlone }: TicketPickerProps) {
  const now = useServerNow(clockEveryMs)
  const { setValue, getFieldState, clearErrors, formState } = useFormContext()
  const choices: TicketChoice[] = useWatch({ name }) ?? []
  const findLeft = toTicketsLeft(availability)
  const shown = useRef(new Set<number>())
  const offered = listOffered({ event, isAlone, findLeft, now }, choices, shown.current)
  for (const { ticket } of offered) shown.current.add(ticket.id)
  const gone = choices.filter(
    ({ ticket, quantity }) => quantity > 0 && !offered.some((one) => one.ticket.id === ticket),
  )

  const { error } = getFieldState(name, formState)
  const message = typeof error?.message === 'string' ? error.message : undefined
  const change = (ticket: number, quantity: number) => {
    const at = choices.findIndex((choice) => choice.ticket === ticket)
    const before = choices[at] ?? toNewChoice(ticket, 0)
    const known = event.tickets.find(({ id }) => id === ticket)
    const left = known === undefined ? 0 : findLeft(known)
    const choice = { ...before, quantity, left: quantity > left ? left : null }
    setValue(`${name}.${at < 0 ? choices.length : at}`, choice, { shouldDirty: true })
    // questions that have just appeared are not yet in the wrong
    if (message !== undefined) clearErrors(name)
  }
  useMarkedShort({ event, name, choices, findLeft, availability })

  const groupId = toFieldId(name)
  return (
    <fieldset
      id={groupId}
      tabIndex={-1}
      className={styles.picker}
      aria-describedby={message === undefined ? undefined : `${groupId}-error`}
    >
      {offered.length === 0 && gone.length === 0 && (
        <p className="muted">
          {event.tickets.some(({ availability: to }) => !isAlone || to === 0) ? (
            <Trans>There are no more tickets for this event.</Trans>
          ) : (
            <Trans>We're sorry, there are no tickets to purchase at this time.</Trans>
          )}
        </p>
      )}
      {offered.map((one) => {
        const at = choices.findIndex(({ ticket }) => ticket === one.ticket.id)
        return (
          <TicketRow
            key={one.ticket.id}
            event={event}
            offered={one}
            name={name}
            chosen={toChosen(choices, at)}
            onChange={(quantity) => change(one.ticket.id, quantity)}
          />
        )
      })}
      {gone.map((choice) => (
        <TicketRow
          key={choice.ticket}
          event={event}
          offered={undefined}
          name={name}
          chosen={toChosen(choices, choices.indexOf(choice))}
          onChange={(quantity) => change(choice.ticket, quantity)}
        />
      ))}
      {message !== undefined && <FieldMessage id={`${groupId}-error`}>{message}</FieldMessage>}
    </fieldset>
  )
}

function toChosen(choices: readonly TicketChoice[], at: number) {
  const choice = choices[at]
  return choice && { choice, at }
}

interface MarkedShort {
  event: ClubEvent
  name: string
  choices: readonly TicketChoice[]
  findLeft: ReturnType<typeof toTicketsLeft>
  availability: Availability | undefined
}

/**
 * Writes into the form how many are left where somebody wants more: others buy meanwhile. What a refusal has
 * marked stays until there is a newer answer than the one before it.
 */
function useMarkedShort(marked: MarkedShort): void {
  const { availability } = marked
  const { setValue } = useFormContext()
  const latest = useRef(marked)
  latest.current = marked
  const before = useRef(availability)
  useEffect(() => {
    if (availability === undefined) return
    const isNewer = before.current !== availability
    before.current = availability
    const { event, name, choices, findLeft } = latest.current
    choices.forEach((choice, at) => {
      const ticket = event.tickets.find(({ id }) => id === choice.ticket)
      if (ticket === undefined || choice.quantity === 0) return
      const live = findLeft(ticket)
      const left = choice.quantity > live ? live : null
      if (left === choice.left || (left === null && !isNewer)) return
      setValue(`${name}.${at}.left`, left, { shouldDirty: true })
    })
  }, [availability, setValue])
}
