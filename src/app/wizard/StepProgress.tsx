// The progress in a flow: each step complete, active or still to do.
import { Trans, useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../ui/classNames.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { stepHeadingId } from './fieldIds.ts'
import { findReach, type StepStatus } from './progress.ts'
import styles from './StepProgress.module.css'

export interface StepProgressProps {
  steps: readonly { id: string; label: string }[]
  standings: readonly StepStatus[]
  shown: number
}

export function StepProgress({ steps, standings, shown }: StepProgressProps) {
  const { t } = useLingui()
  const count = steps.length
  const at = shown + 1
  const label = steps[shown]?.label ?? ''
  const reach = findReach(standings)
  // a step in which nothing has to be filled in is done once somebody has been there
  const [furthest, setFurthest] = useState(shown)
  if (shown > furthest) setFurthest(shown)
  return (
    <nav className={styles.progress} aria-label={t`Steps`}>
      <h2 id={stepHeadingId} tabIndex={-1} className={styles.now}>
        <Trans>
          Step {at} of {count}: {label}
        </Trans>
      </h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ol role="list" className={styles.steps}>
        {steps.map(({ id, label: name }, index) => {
          const isActive = index === shown
          // a step after the shown one can be complete already, and is shown so, but not beyond one that is open
          const isDone = standings[index]?.isComplete === true && index <= Math.min(reach, furthest)
          const isComplete = isDone && (!isActive || index === count - 1)
          return (
            <li
              key={id}
              className={classNames(isComplete ? styles.complete : isActive && styles.active)}
              aria-current={isActive ? 'step' : undefined}
            >
              <span className={styles.name}>
                {isComplete && <Check size={18} aria-hidden="true" />}
                {name}
              </span>
              <VisuallyHidden>
                {isComplete ? (
                  <Trans>complete</Trans>
                ) : isActive ? (
                  <Trans>active</Trans>
                ) : (
                  <Trans>to do</Trans>
                )}
              </VisuallyHidden>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
