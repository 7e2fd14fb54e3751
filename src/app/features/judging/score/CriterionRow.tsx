// One criterion: its title, its range, and the score, with a dashed border until it is set.
import { Trans } from '@lingui/react/macro'
import type { KeyboardEvent } from 'react'
import type { Criterion } from '../../../../domain/event.ts'
import { classNames } from '../../../ui/classNames.ts'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { isMistyped, isSet, type Scoring, toScore } from '../sheet.ts'
import styles from './CriterionRow.module.css'
import { toPlaceId } from './places.ts'

export interface CriterionRowProps {
  criterion: Criterion
  scoring: Scoring
  onActivate(): void
  onText(text: string): void
  onStep(by: number): void
  onEnter(event: KeyboardEvent): void
}

export function CriterionRow({ criterion, scoring, ...on }: CriterionRowProps) {
  const { title, minScore, maxScore, weight } = criterion
  const { sheet, active, typed } = scoring
  const id = toPlaceId(criterion.id)
  const isActive = active === criterion.id
  const isBad = isMistyped(scoring, criterion)
  const score = toScore(criterion, sheet)
  return (
    <li className={classNames(styles.criterion, isActive && styles.active)} data-row="">
      <label htmlFor={id} id={`${id}-title`} className={styles.title}>
        {title}
      </label>
      <p id={`${id}-range`} className={styles.range}>
        <Trans>
          Scoring: min: {minScore} - max: {maxScore} (Weight: {weight})
        </Trans>
      </p>
      <input
        id={id}
        data-place=""
        className={classNames(styles.score, !isSet(criterion, sheet) && styles.ghost)}
        role="spinbutton"
        aria-labelledby={`your-score ${id}-title`}
        aria-describedby={`${id}-range${isSet(criterion, sheet) ? '' : ' starting-value'}${isBad ? ` ${id}-fault` : ''}`}
        aria-valuemin={minScore}
        aria-valuemax={maxScore}
        aria-valuenow={score}
        aria-invalid={isBad || undefined}
        value={isActive && typed !== undefined ? typed : String(score)}
        inputMode="none"
        autoComplete="off"
        onFocus={(event) => {
          on.onActivate()
          event.target.select()
        }}
        // unlike a change, it is also told when the very number is typed that stands there
        onInput={({ currentTarget }) => on.onText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') on.onEnter(event)
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
          event.preventDefault()
          on.onStep(event.key === 'ArrowUp' ? 1 : -1)
        }}
      />
      {isBad && (
        <div className={styles.fault}>
          <FieldMessage id={`${id}-fault`}>
            <Trans>
              A number from {minScore} to {maxScore}.
            </Trans>
          </FieldMessage>
        </div>
      )}
    </li>
  )
}
