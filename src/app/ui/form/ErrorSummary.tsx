// The faults of a form, at its top. It takes the focus, and each line links to its field.

import { Plural } from '@lingui/react/macro'
import { useEffect, useId, useRef } from 'react'
import { Notice } from '../Notice.tsx'
import styles from './ErrorSummary.module.css'

export interface FieldFault {
  /** The id given to the Field, FieldGroup or CheckboxRow. */
  id: string
  message: string
}

export interface ErrorSummaryProps {
  faults: readonly FieldFault[]
  /** The number of tries to submit. Each new try takes the focus again. */
  attempt?: number
  /** False if the first faulty field takes the focus itself. */
  takesFocus?: boolean
}

export function ErrorSummary({ faults, attempt = 0, takesFocus = true }: ErrorSummaryProps) {
  const titleId = useId()
  const box = useRef<HTMLElement>(null)
  const count = faults.length
  const hasFaults = count > 0

  const lastTold = useRef<number>(undefined)

  // once for each try: faults that come back while somebody types leave them where they are
  useEffect(() => {
    if (!hasFaults || !takesFocus || lastTold.current === attempt) return
    lastTold.current = attempt
    box.current?.focus()
  }, [hasFaults, attempt, takesFocus])

  if (!hasFaults) return null
  return (
    <section ref={box} tabIndex={-1} aria-labelledby={titleId}>
      <Notice
        tone="bad"
        headingId={titleId}
        title={
          <Plural value={count} one="One field needs your attention" other="# fields need your attention" />
        }
      >
        <ul className={styles.list}>
          {faults.map((fault) => (
            <li key={fault.id}>
              <a
                href={`#${fault.id}`}
                className={styles.link}
                onClick={(event) => {
                  event.preventDefault()
                  focusField(fault.id)
                }}
              >
                {fault.message}
              </a>
            </li>
          ))}
        </ul>
      </Notice>
    </section>
  )
}

function focusField(id: string): void {
  const field = document.getElementById(id)
  if (field === null) return
  field.scrollIntoView({ block: 'center' })
  field.focus({ preventScroll: true })
}
