// Says that the time is in doubt, where this phone's clock would close what the server may still take.
import { Trans } from '@lingui/react/macro'
import { ClockAlert } from 'lucide-react'
import { findWindowState, type TimeWindow } from '../../domain/window.ts'
import { Notice } from '../ui/Notice.tsx'
import { useNow, useShowNow } from './ShowContext.tsx'

export interface ClockDoubtProps {
  of: 'judging' | 'ballot'
  /** When sheets or ballots are taken. */
  window: TimeWindow | undefined
  /** When the judge's verification ends; an ISO instant. */
  verifiedUntil?: string
}

/** Nothing while the server's clock is known, or while this phone's clock closes nothing. */
export function ClockDoubt({ of, window, verifiedUntil }: ClockDoubtProps) {
  const serverNow = useShowNow()
  const now = useNow()
  if (serverNow !== undefined || window === undefined) return null
  const state = findWindowState(window, now)
  const isVerified = verifiedUntil === undefined || !(Date.parse(verifiedUntil) < now)
  if (state === 'open' && isVerified) return null
  const isBallot = of === 'ballot'
  return (
    <Notice
      tone="warn"
      icon={<ClockAlert aria-hidden="true" />}
      title={<Trans>This phone's clock may be wrong</Trans>}
    >
      <p>
        {state === 'not-begun' && isBallot && <Trans>By this phone's clock voting has not begun.</Trans>}
        {state === 'not-begun' && !isBallot && <Trans>By this phone's clock judging has not begun.</Trans>}
        {state === 'ended' && isBallot && <Trans>By this phone's clock voting has ended.</Trans>}
        {state === 'ended' && !isBallot && <Trans>By this phone's clock judging has ended.</Trans>}
        {state === 'open' && <Trans>By this phone's clock your verification has ended.</Trans>}{' '}
        <Trans>Go on all the same: the club goes by its own clock, once there is a connection.</Trans>
      </p>
    </Notice>
  )
}
