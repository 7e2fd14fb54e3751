// The native select with our chevron. Phones show their own picker.

import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, use } from 'react'
import { classNames } from '../classNames.ts'
import styles from './control.module.css'
import { FormBusy, useFieldWiring } from './fieldContext.ts'

export function Select(props: Omit<ComponentProps<'select'>, 'className' | 'multiple' | 'size'>) {
  const wiring = useFieldWiring(props)
  const isClosed = use(FormBusy)
  const stayClosed = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') event.preventDefault()
  }
  return (
    <div className={styles.frame}>
      <select
        {...props}
        {...wiring}
        {...(isClosed ? { 'aria-disabled': true, onKeyDown: stayClosed } : {})}
        className={classNames(styles.control, styles.select, isClosed && styles.closed)}
      />
      <ChevronDown className={styles.chevron} aria-hidden="true" />
    </div>
  )
}
