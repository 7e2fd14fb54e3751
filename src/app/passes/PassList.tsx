// Passes one below the other, each with its code as large as a phone has room for: black on white, for the sun.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { writeClockAt } from '../../domain/clock.ts'
import type { Pass } from '../../domain/shapes/pass.ts'
import { findShiftTimes } from '../../domain/shift.ts'
import { formatShortDay } from '../text/format.ts'
import { useLanguage } from '../text/useLanguage.ts'
import { toHeading, useStandingWords } from '../text/useStandingWords.ts'
import { QrCode } from '../ui/qr/QrCode.tsx'
import { Roundel } from '../ui/Roundel.tsx'
import styles from './PassList.module.css'

export interface PassListProps {
  passes: readonly Pass[]
  /** The event's. */
  timeZone: string
  /** The heading level of each pass. */
  level: 2 | 3
}

export function PassList({ passes, timeZone, level }: PassListProps) {
  return (
    <ul className={styles.list}>
      {passes.map((pass) => {
        const alike = passes.filter(({ kind }) => kind === pass.kind)
        return (
          <li key={pass.code} className={styles.pass}>
            <PassCard
              pass={pass}
              number={alike.indexOf(pass) + 1}
              count={alike.length}
              timeZone={timeZone}
              level={level}
            />
          </li>
        )
      })}
    </ul>
  )
}

interface PassCardProps extends Omit<PassListProps, 'passes'> {
  pass: Pass
  /** Among those of its kind, from 1. */
  number: number
  count: number
}

function PassCard({ pass, number, count, timeZone, level }: PassCardProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const words = useStandingWords()
  const Heading = `h${level}` as const
  const { kind, code, label, carNumber, carClass, answers = [], used, shift } = pass
  const times = shift && findShiftTimes(shift, timeZone)
  return (
    <>
      <p className={styles.kind}>
        <KindName kind={kind} number={number} count={count} />
      </p>
      <div className={styles.name}>
        {carNumber !== undefined && <Roundel number={carNumber} />}
        <Heading className="h2">{label}</Heading>
      </div>
      {carNumber !== undefined && (
        <p className="strong">
          <Trans>Car number {carNumber}</Trans>
        </p>
      )}
      {carClass !== undefined && <p>{toClassName(carClass)}</p>}
      {times !== undefined && shift !== undefined && (
        <p className="strong">
          {formatShortDay(shift.shiftDate, language)}, {writeClockAt(times.startsAt, timeZone, language)} –{' '}
          {writeClockAt(times.endsAt, timeZone, language)}
        </p>
      )}
      {answers.map((answer) => (
        <p key={answer}>{answer}</p>
      ))}
      {used === true ? (
        <p className={styles.used}>{toHeading(words.used)}</p>
      ) : (
        <div className={styles.picture}>
          <QrCode text={code} label={t`QR code ${code}`} large />
        </div>
      )}
      <p className={styles.code}>{code}</p>
    </>
  )
}

function KindName({ kind, number, count }: Pick<PassCardProps, 'number' | 'count'> & Pick<Pass, 'kind'>) {
  const name = kindNames[kind]
  if (count === 1) return name
  return (
    <>
      {name} ·{' '}
      <Trans>
        {number} of {count}
      </Trans>
    </>
  )
}

const kindNames: Readonly<Record<Pass['kind'], ReactNode>> = {
  ticket: <Trans>Ticket</Trans>,
  registration: <Trans>Registered car</Trans>,
  space: <Trans>Space</Trans>,
  shift: <Trans>Volunteer shift</Trans>,
}

/** "3 · Pre-war". */
function toClassName({ number, description }: NonNullable<Pass['carClass']>): ReactNode {
  const name = description === '' ? String(number) : `${number} · ${description}`
  return <Trans>Class {name}</Trans>
}
