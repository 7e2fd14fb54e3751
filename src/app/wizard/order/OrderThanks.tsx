// The thanks for an order: what each part brought, and what of it was not delivered or was taken back.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useClub } from '../../session/SessionContext.tsx'
import { toEndText } from '../../text/membershipEnd.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { FactRow, FactRows } from '../../ui/layout/FactRows.tsx'
import { PartThanks } from '../thanks/PartThanks.tsx'
import { groupByPart } from '../thanks/parts.ts'
import { ThanksPanel } from '../thanks/ThanksPanel.tsx'
import { EventFacts } from './EventFacts.tsx'
import { GoneLines } from './GoneLines.tsx'
import { GotLines } from './GotLines.tsx'
import type { OrderLine, OrderView } from './orderState.ts'
import { groupLines } from './priceRows.ts'
import { toPrice } from './QuoteTable.tsx'
import { toRowText } from './quoteLines.ts'
import { useTicketLabel } from './useTicketLabel.ts'

export interface OrderThanksProps {
  order: OrderView
  level: 2 | 3
}

export function OrderThanks({ order, level }: OrderThanksProps) {
  const { i18n } = useLingui()
  const language = useLanguage()
  const { kind, expiration, autoRenews, email, receiptId, quote, lines, event, buyer = '' } = order
  const day = expiration === undefined ? undefined : toEndText(i18n, { expiration }, language)
  const delivered = lines.filter(({ state }) => state === 'delivered')
  return (
    <ThanksPanel level={level}>
      <GoneLines order={order} />
      {event !== undefined && <EventFacts event={event} name={buyer} />}
      {groupByPart(delivered).map(([part, own]) => (
        <Part key={part} part={part} lines={own} />
      ))}
      {order.passes !== undefined && (
        <p>
          <Link to="/portal/tickets" className="link">
            <Trans>My tickets and cars</Trans>
          </Link>
        </p>
      )}
      <FactRows lined>
        {day !== undefined && (
          <FactRow
            name={kind === 'renewal' ? <Trans>New Expiration Date</Trans> : <Trans>Member until</Trans>}
          >
            {day}
          </FactRow>
        )}
        <FactRow name={<Trans>Order number</Trans>}>{receiptId}</FactRow>
        {quote.grandTotalCents > 0 && (
          <FactRow name={<Trans>Paid</Trans>}>{toPrice(quote.grandTotalCents)}</FactRow>
        )}
        {email !== '' && <FactRow name={<Trans>The receipt goes to</Trans>}>{email}</FactRow>}
      </FactRows>
      {autoRenews && (
        <p>
          <Trans>
            The membership renews automatically each time it expires, with the saved card. You can turn this
            off at any time in the member portal, under Membership.
          </Trans>
        </p>
      )}
      {kind === 'membership' && (
        <p>
          <Trans>
            You are a member from now on. To sign in, choose a password: on the{' '}
            <Link to="/portal/signin" hash={`email=${encodeURIComponent(email)}`} className="link">
              sign-in page
            </Link>
            , with the same e-mail address.
          </Trans>
        </p>
      )}
    </ThanksPanel>
  )
}

interface PartProps {
  part: ReturnType<typeof groupByPart>[number][0]
  lines: readonly OrderLine[]
}

function Part({ part, lines }: PartProps) {
  const { i18n } = useLingui()
  const club = useClub()?.tenant.name ?? ''
  const ticketLabel = useTicketLabel(part === 'ticket' ? lines[0]?.eventId : undefined)
  const [row] = groupLines(lines)
  return (
    <PartThanks
      part={part}
      club={club}
      event={lines[0]?.event ?? ''}
      count={row?.quantity ?? 0}
      tickets={row === undefined ? '' : toRowText(i18n, row, ticketLabel)}
    >
      <GotLines lines={lines} />
    </PartThanks>
  )
}
