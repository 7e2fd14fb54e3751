// Facts with their labels beside them, one below the other.
import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import styles from './FactRows.module.css'

export function FactRows({ lined = false, children }: { lined?: boolean; children: ReactNode }) {
  return <dl className={classNames(styles.facts, lined && styles.lined)}>{children}</dl>
}

/** Nothing where there is nothing to say: ''. */
export function FactRow({ name, children }: { name: ReactNode; children: ReactNode }) {
  if (children === '') return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
