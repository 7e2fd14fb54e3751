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
  /** ISO instant: from then on somebody else can get the last of it; undefined where enough is left. */
  sureUntil: string | undefined
}

export function HoldClock({ until, sureUntil }: HoldClockProps) {
  const now = useServerNow(1000)
  const leftMs = until === undefined ? 0 : Math.max(0, Date.parse(until) - now)
  const isSoon = leftMs <= soonMs
  const left = writeLeft(leftMs)
  return (
    <>
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
      {sureUntil !== undefined && <LastPieces sureMs={Math.max(0, Date.parse(sureUntil) - now)} />}
    </>
  )
}

function LastPieces({ sureMs }: { sureMs: number }) {
  const sure = writeLeft(sureMs)
  return (
    <div className={styles.last}>
      {sureMs > 0 && (
        <p>
          <Trans>
            Little is left of what you chose. It is surely yours for {sure}; after that, somebody else can get
            it as long as you have not paid.
          </Trans>
        </p>
      )}
      <p role="status">
        {sureMs === 0 && (
          <Trans>
            Little is left of what you chose. Somebody else can get it as long as you have not paid.
          </Trans>
        )}
      </p>
    </div>
  )
}

function writeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
