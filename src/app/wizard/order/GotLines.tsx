// What somebody got for the lines of one part: car numbers, spaces, tickets with their codes, or things of the store.
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { toHeading, useStandingWords } from '../../text/useStandingWords.ts'
import { List } from '../../ui/layout/List.tsx'
import { ListRow } from '../../ui/layout/ListRow.tsx'
import { Roundel } from '../../ui/Roundel.tsx'
import { CarClass } from './CarClass.tsx'
import styles from './GotLines.module.css'
import type { OrderLine } from './orderState.ts'
import { TicketCode } from './TicketCode.tsx'

export function GotLines({ lines }: { lines: readonly OrderLine[] }) {
  const rows = lines.flatMap(toRows)
  if (rows.length === 0) return null
  const hasCodes = lines.some(({ codes = [] }) => codes.length > 0)
  const areTickets = lines.some(({ kind }) => kind === 'ticket')
  return (
    <>
      <List flush>{rows}</List>
      {hasCodes && (
        <p className="strong">
          {areTickets ? (
            <Trans>Show these codes at the gate. Each counts once: give each person their own.</Trans>
          ) : (
            <Trans>Show these codes at the gate, and do not pass them on.</Trans>
          )}
        </p>
      )}
    </>
  )
}

/** So many of one line: hundreds of pictures would hold up a phone. */
const mostPictures = 50

/** Lines may be alike, and none ever changes its place. */
function toRows(
  { kind, label, carNumber, carClass, codes = [], answers = [], sending }: OrderLine,
  at: number,
): ReactNode[] {
  switch (kind) {
    case 'registration':
      return carNumber === undefined
        ? []
        : [
            <ListRow
              key={at}
              leading={<Roundel number={carNumber} />}
              title={label}
              note={<Trans>Car number {carNumber}</Trans>}
            >
              {carClass !== undefined && (
                <p className="small">
                  <CarClass {...carClass} />
                </p>
              )}
              <Answers text={answers[0]} />
              <OwnCode codes={codes} />
            </ListRow>,
          ]
    case 'space':
    case 'product':
      return [
        <ListRow key={at} title={label} note={sending && <Sending sending={sending} />}>
          <OwnCode codes={codes} />
        </ListRow>,
      ]
    case 'ticket':
      return codes.map((code, place) => (
        <li key={code} className={styles.ticket}>
          <TicketCode code={code} hasPicture={place < mostPictures}>
            <TicketName label={label} answers={answers[place]} number={place + 1} count={codes.length} />
          </TicketCode>
        </li>
      ))
    default:
      return []
  }
}

function Sending({ sending }: { sending: NonNullable<OrderLine['sending']> }) {
  return toHeading(useStandingWords().part[sending])
}

/** Of a car or a space, as of a ticket. */
function OwnCode({ codes: [code] }: { codes: readonly string[] }) {
  if (code === undefined) return null
  return (
    <div className={styles.own}>
      <TicketCode code={code}>{null}</TicketCode>
    </div>
  )
}

/** What was chosen for a ticket or a car. */
function Answers({ text = '' }: { text: string | undefined }) {
  return text === '' ? null : <p className="strong">{text}</p>
}

interface TicketNameProps {
  label: string
  /** What was chosen for it. */
  answers: string | undefined
  number: number
  count: number
}

function TicketName({ label, answers, number, count }: TicketNameProps) {
  return (
    <div>
      <p>{label}</p>
      <Answers text={answers} />
      {count > 1 && (
        <p className="small muted">
          <Trans>
            {number} of {count}
          </Trans>
        </p>
      )}
    </div>
  )
}
