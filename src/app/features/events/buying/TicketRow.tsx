// One kind of ticket: what it is, how many, and the questions about each of them.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import type { ClubEvent, EventTicket } from '../../../../domain/event.ts'
import { formatInstantDay, formatMoney } from '../../../text/format.ts'
import { useLanguage } from '../../../text/useLanguage.ts'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { Stepper } from '../../../ui/form/Stepper.tsx'
import { toFieldId } from '../../../wizard/fieldIds.ts'
import { OptionFields } from './OptionFields.tsx'
import { TicketDetails, TicketPicture } from './TicketDetails.tsx'
import styles from './TicketRow.module.css'
import type { TicketChoice } from './ticketChoices.ts'
import { findQuantityFault, toAnswersPath, toQuantityField } from './ticketFaults.ts'
import { toQuantityText } from './ticketFaultText.ts'
import type { OfferedTicket } from './ticketOffer.ts'

export interface TicketRowProps {
  event: ClubEvent
  /** Undefined for a kind that was chosen and that the club has taken away. */
  offered: OfferedTicket | undefined
  name: string
  /** The choice and its place in the form; undefined before the kind was ever chosen. */
  chosen: { choice: TicketChoice; at: number } | undefined
  onChange(quantity: number): void
}

export function TicketRow({ event, offered, name, chosen, onChange }: TicketRowProps) {
  const { i18n, t } = useLingui()
  const { choice, at } = chosen ?? {}
  const quantity = choice?.quantity ?? 0
  const ticket = offered?.ticket
  const label = ticket?.description ?? t`Unknown Ticket`
  const fault = choice && findQuantityFault(choice, ticket)
  const madeUp = useId()
  const id = at === undefined ? madeUp : toFieldId(toQuantityField(name, at))
  const isOnSale = offered?.state.is === 'on-sale'
  const most = isOnSale && choice?.hasEnded !== true ? Math.min(offered.left, offered.ticket.limit) : 0
  const describedBy = `${id}-left${fault === undefined ? '' : ` ${id}-error`}`
  return (
    <div className={styles.ticket}>
      <div className={styles.head}>
        {ticket !== undefined && <TicketPicture ticket={ticket} className={styles.picture} alt="" />}
        <div className={styles.words}>
          <h3>{label}</h3>
          {ticket !== undefined && <p className="strong number">{formatMoney(ticket.price)}</p>}
          <p id={`${id}-left`} className="small muted">
            <Left event={event} offered={offered} quantity={quantity} />
          </p>
          {ticket !== undefined && <TicketDetails ticket={ticket} />}
        </div>
        {(isOnSale || quantity > 0) && (
          <div className={styles.quantity}>
            <Stepper
              id={id}
              label={label}
              value={quantity}
              most={most}
              invalid={fault !== undefined}
              describedBy={describedBy}
              onChange={onChange}
            />
          </div>
        )}
      </div>
      {/* the region is there before its words, so that they are announced */}
      <div role="status">
        {fault !== undefined && <FieldMessage id={`${id}-error`}>{toQuantityText(i18n, fault)}</FieldMessage>}
      </div>
      {ticket !== undefined && at !== undefined && ticket.options.length > 0 && (
        <Questions ticket={ticket} name={name} at={at} quantity={quantity} />
      )}
    </div>
  )
}

interface LeftProps {
  event: ClubEvent
  offered: OfferedTicket | undefined
  quantity: number
}

function Left({ event, offered, quantity }: LeftProps): ReactNode {
  const language = useLanguage()
  if (offered === undefined) return <Trans>No longer offered</Trans>
  const { state, left, ticket } = offered
  if (state.is === 'sold-out') return <Trans>Sold out</Trans>
  if (state.is === 'ended') return <Trans>The sale has ended</Trans>
  if (state.is === 'not-begun') {
    const day = formatInstantDay(new Date(state.startsAt).toISOString(), event.timeZone, language)
    return <Trans>On sale from {day}</Trans>
  }
  const { limit } = ticket
  if (quantity >= limit && limit < left) {
    return <Plural value={limit} one="At most # in one order" other="At most # in one order" />
  }
  return <Plural value={left} one="# left" other="# left" />
}

interface QuestionsProps {
  ticket: EventTicket
  name: string
  at: number
  quantity: number
}

/** For each ticket of this kind. */
function Questions({ ticket: { description, options }, name, at, quantity }: QuestionsProps) {
  return Array.from({ length: quantity }, (_, index) => {
    const path = toAnswersPath(name, at, index)
    const number = index + 1
    return (
      <fieldset key={path} className={styles.questions}>
        <legend>
          {quantity === 1 ? (
            description
          ) : (
            <Trans>
              {description}: {number} of {quantity}
            </Trans>
          )}
        </legend>
        <OptionFields options={options} path={path} />
      </fieldset>
    )
  })
}
