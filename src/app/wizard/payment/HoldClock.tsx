// How long scarce things are held for the payer. Near the end it turns amber, which is announced once.

import { Trans } from '@lingui/react/macro'
import { Clock } from 'lucide-react'
import { minuteMs } from '../../../domain/time.ts'
import { useServerNow } from '../../session/useServerNow.ts'
import { classNames } from '../../ui/classNames.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './HoldClock.module.css'

// at two minutes it turns amber, announced once
const soonMs = 2 * minuteMs

export interface HoldClockProps {
  /** ISO instant; undefined after the hold's time, while only the bank's check keeps it. */
  until: string | undefined
}

export function HoldClock({ until }: HoldClockProps) {
  const now = useServerNow(1000)
  const leftMs = until === undefined ? 0 : Math.max(0, Date.parse(until) - now)
  const isSoon = leftMs <= soonMs
  const seconds = Math.ceil(leftMs / 1000)
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <div className={classNames(styles.clock, isSoon && styles.soon)}>
      <Clock size={18} aria-hidden="true" />
      <span>
        {until === undefined ? (
          <Trans>Held for you while your bank is asked</Trans>
        ) : (
          <Trans>Held for you: {left}</Trans>
        )}
      </span>
      <VisuallyHidden>
        <span role="status">{isSoon && leftMs > 0 && <Trans>Two minutes are left to pay.</Trans>}</span>
      </VisuallyHidden>
    </div>
  )
}
