// The sentence under a control that says what is wrong.

import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './FieldMessage.module.css'

export function FieldMessage({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} className={styles.message}>
      <CircleAlert aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
