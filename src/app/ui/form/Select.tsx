// The native select with our chevron. Phones show their own picker.

import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../classNames.ts'
import styles from './control.module.css'
import { useFieldWiring } from './fieldContext.ts'

export function Select(props: Omit<ComponentProps<'select'>, 'className' | 'multiple' | 'size'>) {
  const wiring = useFieldWiring(props)
  return (
    <div className={styles.frame}>
      <select {...props} {...wiring} className={classNames(styles.control, styles.select)} />
      <ChevronDown className={styles.chevron} aria-hidden="true" />
    </div>
  )
}
