// Who has bought at an event, and what: cars with their numbers, tickets, spaces.
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { toCityLine } from '../../../text/cityLine.ts'
import { formatDate } from '../../../text/format.ts'
import { useLanguage } from '../../../text/useLanguage.ts'
import { useStandingWords } from '../../../text/useStandingWords.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { CarClass } from '../../../wizard/order/CarClass.tsx'
import { TicketCode } from '../../../wizard/order/TicketCode.tsx'
import { toShiftTime } from '../volunteer/shiftText.ts'
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
        {listCars(found, timeZone).map(({ id, number, vehicle, carClass, day }) => (
          <li key={id}>
            <span className="strong number">{number}</span>: {vehicle} ({formatDate(day, language)})
            <p className="small">
              <CarClass {...carClass} />
            </p>
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
      <Section
        title={<Trans>Volunteer shifts:</Trans>}
        note={
          <Trans>
            To confirm a shift or give it back, press “Mail me my purchases”: the mail has the link for it.
          </Trans>
        }
      >
        {found.shifts.map((shift) => (
          <li key={shift.id}>
            <span className="strong">{shift.schedule}</span>: {toShiftTime(shift, timeZone, language)}
            {shift.askedUntil !== undefined && (
              <>
                {' '}
                <Trans>(only asked for, not confirmed yet)</Trans>
              </>
            )}
          </li>
        ))}
      </Section>
    </Panel>
  )
}

interface SectionProps {
  title: ReactNode
  note?: ReactNode
  children: readonly ReactNode[]
}

/** Without rows there is no section. */
function Section({ title, note, children }: SectionProps) {
  if (children.length === 0) return null
  return (
    <div className={styles.section}>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={styles.rows}>
        {children}
      </ul>
      {note !== undefined && <p className="small muted">{note}</p>}
    </div>
  )
}

/** A code that was used admits nobody: the owner sees that in its place. */
function TicketText({ ticket: { type, values, day, code, isUsed } }: { ticket: FoundTicket }) {
  const date = formatDate(day, useLanguage())
  const words = useStandingWords()
  return (
    <p>
      {type ?? <Trans>Unknown Ticket</Trans>}: {values === '' ? date : `${values} (${date})`}
      {code !== undefined && isUsed && (
        <>
          {' '}
          <Tag>{words.used}</Tag>
        </>
      )}
    </p>
  )
}
