// What is scored: a row for each criterion, and the notes.
import { Trans, useLingui } from '@lingui/react/macro'
import type { KeyboardEvent } from 'react'
import type { JudgingForm } from '../../../../domain/event.ts'
import { mostNotesLength } from '../../../../domain/scoring.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { Padded } from '../Padded.tsx'
import { listUnset, type Scoring, type ScoringAction } from '../sheet.ts'
import styles from './Criteria.module.css'
import { CriterionRow } from './CriterionRow.tsx'

export interface CriteriaProps {
  form: JudgingForm
  scoring: Scoring
  act(done: ScoringAction): unknown
  press(done: ScoringAction): void
  onEnter(event: KeyboardEvent): void
}

export function Criteria({ form, scoring, act, press, onEnter }: CriteriaProps) {
  const { t } = useLingui()
  const { sheet } = scoring
  return (
    <>
      <div className={styles.columns} aria-hidden="true">
        <span id="your-score">
          <Trans>Your Score</Trans>
        </span>
      </div>
      <ul className={styles.criteria} aria-label={t`Criteria`}>
        {form.criteria.map((criterion) => (
          <CriterionRow
            key={criterion.id}
            criterion={criterion}
            scoring={scoring}
            onActivate={() => act({ type: 'activate', at: criterion.id })}
            onText={(text) => press({ type: 'text', text })}
            onStep={(by) => press({ type: 'step', by })}
            onEnter={onEnter}
          />
        ))}
      </ul>
      {listUnset(form, sheet).length > 0 && (
        <p className={styles.hint} id="starting-value">
          <Trans>Dashed numbers are starting values, not yet set.</Trans>
        </p>
      )}
      <Padded>
        <Field label={<Trans>Notes</Trans>} optional>
          <TextArea
            value={sheet.notes}
            maxLength={mostNotesLength}
            rows={2}
            onChange={({ target }) => press({ type: 'notes', text: target.value })}
          />
        </Field>
      </Padded>
    </>
  )
}
