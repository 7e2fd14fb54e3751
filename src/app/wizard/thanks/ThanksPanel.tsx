// The thanks at the end of a flow: the same head for all that can be bought or promised, then each part.
import { Trans } from '@lingui/react/macro'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Panel } from '../../ui/layout/Panel.tsx'
import styles from './ThanksPanel.module.css'

export interface ThanksPanelProps {
  /** The heading level, below the page's own. */
  level: 2 | 3
  /** A `PartThanks` for each part, then what follows. */
  children: ReactNode
}

export function ThanksPanel({ level, children }: ThanksPanelProps) {
  const Heading = `h${level}` as const
  return (
    <Panel>
      <div className={styles.head}>
        <CircleCheck size={40} aria-hidden="true" />
        <Heading className="h1">
          <Trans>Thank You</Trans>
        </Heading>
      </div>
      {children}
    </Panel>
  )
}
