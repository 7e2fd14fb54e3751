// What is being processed, part by part, while somebody waits.
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import styles from './ProcessingPanel.module.css'
import type { PartKind } from './parts.ts'

export interface ProcessingPanelProps {
  parts: readonly PartKind[]
  /** The heading level, below the page's own. */
  level: 2 | 3
  /** The parts that take longer than was promised. */
  late?: ReadonlySet<PartKind>
  children?: ReactNode
}

export function ProcessingPanel({ parts, level, late, children }: ProcessingPanelProps) {
  const Heading = `h${level}` as const
  return (
    <Panel>
      <div className={styles.processing}>
        <Spinner />
        <div className={styles.words}>
          {parts.map((part) => (
            <div key={part}>
              <Heading className="h3">
                <ProcessingText part={part} />
              </Heading>
              {parts.length > 1 && late?.has(part) === true && (
                <p className="small">
                  <Trans>This part takes longer than usual.</Trans>
                </p>
              )}
            </div>
          ))}
          <p className="strong">
            {parts.includes('product') ? (
              <Trans>Do not hit your browser back button or close the window until this has completed.</Trans>
            ) : (
              <Trans>Do not click the back button.</Trans>
            )}
          </p>
        </div>
      </div>
      {children}
    </Panel>
  )
}

function ProcessingText({ part }: { part: PartKind }) {
  switch (part) {
    case 'membership':
      return <Trans>Processing membership...</Trans>
    case 'renewal':
      return <Trans>Processing membership renewal...</Trans>
    case 'donation':
      return <Trans>Processing donation...</Trans>
    case 'registration':
      return <Trans>Processing registration...</Trans>
    case 'space':
      return <Trans>Processing spaces...</Trans>
    case 'ticket':
      return <Trans>Processing tickets...</Trans>
    case 'shifts':
      return <Trans>Signing you up for your shifts...</Trans>
    case 'product':
    case 'order':
      return <Trans>Processing order...</Trans>
  }
}
