// A title with a link or button that covers the whole positioned box around it.

import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import styles from './CoverTitle.module.css'

export interface CoverTitleProps {
  as: 'div' | 'h2' | 'h3'
  className: string | undefined
  children: ReactNode
}

export function CoverTitle({ as: Element, className, children }: CoverTitleProps) {
  return <Element className={classNames(styles.title, className)}>{children}</Element>
}
