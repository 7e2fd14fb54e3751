// Who has bought at an event, and what: cars with their numbers, tickets, spaces.
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { toCityLine } from '../../../text/cityLine.ts'
import { formatDate } from '../../../text/format.ts'
import { useLanguage } from '../../../text/useLanguage.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { TicketCode } from '../../../wizard/order/TicketCode.tsx'
import styles from './FoundPanel.module.css'
import { type FoundPurchases, type FoundTicket, listCars, listSpaces, listTickets } from './foundPurchases.ts'

export interface FoundPanelProps {
  found: FoundPurchases
  timeZone: string
}

export function FoundPanel({ found, timeZone }: FoundPanelProps) {
  const language = useLanguage()
  const { name, address, email } = found
  const cityLine = toCityLine(found)
  const tickets = listTickets(found, timeZone)
  return (
    <Panel title={name}>
      <address className={styles.address}>
        {address !== '' && <p>{address}</p>}
        {cityLine !== '' && <p>{cityLine}</p>}
        <p>{email}</p>
      </address>
      <Section title={<Trans>Registrations:</Trans>}>
        {listCars(found, timeZone).map(({ id, number, vehicle, day }) => (
          <li key={id}>
            <span className="strong number">{number}</span>: {vehicle} ({formatDate(day, language)})
          </li>
        ))}
      </Section>
      <Section title={<Trans>Tickets:</Trans>}>
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            {ticket.code === undefined || ticket.isUsed ? (
              <TicketText ticket={ticket} />
            ) : (
              <TicketCode code={ticket.code}>
                <TicketText ticket={ticket} />
              </TicketCode>
            )}
          </li>
        ))}
      </Section>
      <Section title={<Trans>Spaces:</Trans>}>
        {listSpaces(found).map(({ id, spaces }) => (
          <li key={id}>{spaces}</li>
        ))}
      </Section>
    </Panel>
  )
}

/** Without rows there is no section. */
function Section({ title, children }: { title: ReactNode; children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <div className={styles.section}>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={styles.rows}>
        {children}
      </ul>
    </div>
  )
}

/** A code that was used admits nobody: the owner sees that in its place. */
function TicketText({ ticket: { type, values, day, code, isUsed } }: { ticket: FoundTicket }) {
  const date = formatDate(day, useLanguage())
  return (
    <p>
      {type ?? <Trans>Unknown Ticket</Trans>}: {values === '' ? date : `${values} (${date})`}
      {code !== undefined && isUsed && (
        <>
          {' '}
          <Tag>
            <Trans>used</Trans>
          </Tag>
        </>
      )}
    </p>
  )
}
