// Asks which car is meant, where one number begins with another: 101, and then a score of 8, could be 1018.
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId } from 'react'
import { toCarName } from '../../../show/carName.ts'
import { Button } from '../../../ui/Button.tsx'
import type { CarRow } from '../myCars.ts'
import styles from './NumberChoice.module.css'

export interface NumberChoiceProps {
  /** As it is typed. */
  number: string
  /** The numbers that are meant, perhaps. */
  meanings: readonly string[]
  rows: readonly CarRow[]
  /** A key was pressed that could be a score. */
  isDue: boolean
  announce(text: string): void
  onChoose(number: string): void
  /** It is a number that this phone does not know. */
  onOther(): void
}

/** Of more than these, the number itself is offered, and the others are typed on. */
const mostChoices = 4

export function NumberChoice(props: NumberChoiceProps) {
  const { number, meanings, rows, isDue, announce, onChoose, onOther } = props
  const { t, i18n } = useLingui()
  const questionId = useId()
  const isLong = meanings.length > mostChoices
  const choices = isLong ? meanings.filter((one) => one === number) : meanings
  const list = isLong
    ? t`${number} or a longer number`
    : new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(choices)
  const question = isDue ? t`Choose the car first: ${list}` : t`Which car? ${list}`
  useEffect(() => announce(question), [announce, question])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be announced when it changes
    <div role="group" aria-labelledby={questionId} className={styles.choice} data-due={isDue || undefined}>
      <p id={questionId} className={styles.question}>
        {question}
      </p>
      <div className={styles.cars}>
        {choices.map((one) => (
          <Button key={one} onClick={() => onChoose(one)}>
            <span className={styles.number}>{one}</span>{' '}
            <span className={styles.name}>{toCarName(rows.find((row) => row.number === one)?.car)}</span>
          </Button>
        ))}
        {isDue && (
          <Button variant="quiet" onClick={onOther}>
            <Trans>Another number</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}
