// A text control of several lines that grows with its text.

import type { ComponentProps } from 'react'
import { classNames } from '../classNames.ts'
import styles from './control.module.css'
import { useFieldWiring } from './fieldContext.ts'

export function TextArea(props: Omit<ComponentProps<'textarea'>, 'className'>) {
  const wiring = useFieldWiring(props)
  return <textarea rows={3} {...props} {...wiring} className={classNames(styles.control, styles.area)} />
}
