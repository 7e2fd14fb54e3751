// How long what is scarce is held for somebody who pays: it turns amber near its end, which is read out once.
import { Trans } from '@lingui/react/macro'
import { Clock } from 'lucide-react'
import { useEffect } from 'react'
import { useServerNow } from '../session/useServerNow.ts'
import { classNames } from '../ui/classNames.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './HoldClock.module.css'

// look, Vendor sign-up: at two minutes it turns amber, announced once
const soonMs = 2 * 60_000

export interface HoldClockProps {
  /** ISO instant. */
  until: string
  onOver(): void
}

export function HoldClock({ until, onOver }: HoldClockProps) {
  const now = useServerNow(1000)
  const leftMs = Math.max(0, Date.parse(until) - now)
  const isOver = leftMs === 0
  const isSoon = leftMs <= soonMs
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver, onOver])
  const seconds = Math.ceil(leftMs / 1000)
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <div className={classNames(styles.clock, isSoon && styles.soon)}>
      <Clock size={18} aria-hidden="true" />
      <span>
        <Trans>Held for you: {left}</Trans>
      </span>
      <VisuallyHidden>
        <span role="status">{isSoon && !isOver && <Trans>Two minutes are left to pay.</Trans>}</span>
      </VisuallyHidden>
    </div>
  )
}
