// A text control of several lines that grows with its text.

import { type ComponentProps, use } from 'react'
import { classNames } from '../classNames.ts'
import styles from './control.module.css'
import { FormBusy, useFieldWiring } from './fieldContext.ts'

export function TextArea(props: Omit<ComponentProps<'textarea'>, 'className'>) {
  const wiring = useFieldWiring(props)
  const isClosed = use(FormBusy)
  return (
    <textarea
      rows={3}
      readOnly={isClosed}
      {...props}
      {...wiring}
      className={classNames(styles.control, styles.area)}
    />
  )
}
