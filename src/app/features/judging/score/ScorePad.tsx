// The keys at the thumb: one per score, or digits if the range is too long for that.
import { useLingui } from '@lingui/react/macro'
import { ArrowRight, Delete } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Criterion } from '../../../../domain/event.ts'
import { listKeys, listSigns, type ScoreSheet, type ScoringAction } from '../sheet.ts'
import styles from './ScorePad.module.css'

export interface ScorePadProps {
  /** Undefined while the car's number is typed. */
  criterion: Criterion | undefined
  sheet: ScoreSheet
  /** The form has just left the number by itself. */
  hasMovedOn: boolean
  onPress(done: ScoringAction): void
}

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']

export function ScorePad({ criterion, sheet, hasMovedOn, onPress }: ScorePadProps) {
  const { t } = useLingui()
  const keys = criterion === undefined ? undefined : listKeys(criterion)
  const title = criterion?.title
  return (
    // biome-ignore lint/a11y/useSemanticElements: keys of a pad, not fields of a form
    <div className={styles.pad} role="group" aria-label={title ?? t`Car Number`}>
      {keys !== undefined && criterion !== undefined ? (
        keys.map((score) => (
          <Key
            key={score}
            isPressed={sheet.scores[criterion.id] === score}
            onPress={() => onPress({ type: 'score', score })}
          >
            {score}
          </Key>
        ))
      ) : (
        <>
          {[...digits, ...(criterion === undefined ? [] : listSigns(criterion))].map((digit) => (
            <Key key={digit} onPress={() => onPress({ type: 'digit', digit })}>
              {digit === '-' ? '±' : digit}
            </Key>
          ))}
          <Key label={t`Erase`} onPress={() => onPress({ type: 'erase' })}>
            <Delete aria-hidden="true" />
          </Key>
        </>
      )}
      <Key
        label={criterion === undefined || hasMovedOn ? t`To the scores` : t`Next criterion`}
        onPress={() => onPress({ type: 'next' })}
      >
        <ArrowRight aria-hidden="true" />
      </Key>
    </div>
  )
}

interface KeyProps {
  label?: string
  isPressed?: boolean
  onPress(): void
  children: ReactNode
}

function Key({ label, isPressed, onPress, children }: KeyProps) {
  return (
    <button
      type="button"
      className={styles.key}
      aria-label={label}
      aria-pressed={isPressed}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
