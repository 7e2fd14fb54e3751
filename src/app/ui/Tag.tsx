// A word that classifies a person or a thing, such as "Officer"; solid for what nobody may miss.

import type { ReactNode } from 'react'
import { classNames } from './classNames.ts'
import styles from './Tag.module.css'

export function Tag({ solid = false, children }: { solid?: boolean; children: ReactNode }) {
  return <span className={classNames(styles.tag, solid && styles.solid)}>{children}</span>
}
