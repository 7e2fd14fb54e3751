// The thanks for one part, in a sentence, and what somebody got.
import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { deliveryDays } from '../../../domain/sales/descriptions.ts'
import styles from './PartThanks.module.css'
import type { PartKind } from './parts.ts'

export interface PartThanksProps {
  part: PartKind
  /** The club's name. */
  club: string
  /** The event's name, for what belongs to one. */
  event: string
  /** How many cars, spaces or tickets. */
  count: number
  /** The tickets as the event calls them, with their count. */
  tickets?: string
  /** What somebody got. */
  children?: ReactNode
}

export function PartThanks({ children, ...words }: PartThanksProps) {
  return (
    <div className={styles.part}>
      <p>
        <Sentence {...words} />
      </p>
      {children}
    </div>
  )
}

function Sentence({ part, club, event, count, tickets = '' }: Omit<PartThanksProps, 'children'>) {
  const { from, to } = deliveryDays
  switch (part) {
    case 'membership':
      return <Trans>Thank you for joining {club}. Your membership has been created.</Trans>
    case 'renewal':
      return <Trans>Thank you for renewing your membership of {club}.</Trans>
    case 'donation':
      return <Trans>Thank you for your donation to {club}.</Trans>
    case 'registration':
      return (
        <Trans>
          Thank you for registering for {event}.{' '}
          <Plural value={count} one="This is your car number:" other="These are your car numbers:" />
        </Trans>
      )
    case 'space':
      return (
        <Trans>
          Thank you for signing up for {event}.{' '}
          <Plural value={count} one="This is your space:" other="These are your spaces:" />
        </Trans>
      )
    case 'ticket':
      return (
        <Trans>
          Thank you for your purchase for {event}: {tickets}.
        </Trans>
      )
    case 'product':
      return (
        <Trans>
          Thank you for your purchase from the store of {club}. Store merchandise is delivered in {from} to{' '}
          {to} business days.
        </Trans>
      )
    case 'shifts':
      return <Trans>Thank you for volunteering for {event}. You are signed up for these shifts:</Trans>
    case 'order':
      return <Trans>Thank you for your order from {club}.</Trans>
  }
}
