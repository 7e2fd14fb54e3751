// The state of a submission on its way to the club. It never says more than is true.

import { Trans } from '@lingui/react/macro'
import { Ban, CheckCheck, KeyRound, Pencil, Send, Smartphone, TriangleAlert, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './classNames.ts'
import { Spinner } from './Spinner.tsx'
import styles from './StateChip.module.css'

export type ChipState =
  | 'started'
  | 'saved'
  | 'sending'
  | 'sent'
  | 'accepted'
  | 'attention'
  | 'sign-in'
  | 'withdrawn'
  | 'void'

export interface StateChipProps {
  state: ChipState
  /** Other words for the same state, if a language needs them to agree with the noun. */
  children?: ReactNode
}

export function StateChip({ state, children }: StateChipProps) {
  return (
    <span className={classNames(styles.chip, styles[state])}>
      {icons[state]}
      {children ?? words[state]}
    </span>
  )
}

const words: Record<ChipState, ReactNode> = {
  started: <Trans>Started, not saved</Trans>,
  saved: <Trans>Saved on this phone</Trans>,
  sending: <Trans>Sending…</Trans>,
  sent: <Trans>Sent</Trans>,
  accepted: <Trans>Accepted by the club</Trans>,
  attention: <Trans>Needs attention</Trans>,
  'sign-in': <Trans>Needs sign-in</Trans>,
  withdrawn: <Trans>Withdrawn</Trans>,
  void: <Trans>Void</Trans>,
}

const icons: Record<ChipState, ReactNode> = {
  started: <Pencil aria-hidden="true" />,
  saved: <Smartphone aria-hidden="true" />,
  sending: <Spinner />,
  sent: <Send aria-hidden="true" />,
  accepted: <CheckCheck aria-hidden="true" />,
  attention: <TriangleAlert aria-hidden="true" />,
  'sign-in': <KeyRound aria-hidden="true" />,
  withdrawn: <Undo2 aria-hidden="true" />,
  void: <Ban aria-hidden="true" />,
}
