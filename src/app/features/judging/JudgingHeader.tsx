// The header of a judging screen: back button, title, the judge's name, and the outbox's badge.
import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { iconButtonClass } from '../../ui/iconButtonClass.ts'
import { ScreenHeader } from '../../ui/layout/ScreenHeader.tsx'
import styles from './JudgingHeader.module.css'

export interface JudgingHeaderProps {
  title: string
  note: ReactNode
  back: Pick<LinkProps, 'to' | 'params'>
  backLabel: string
  /** The outbox's badge. */
  children?: ReactNode
}

export function JudgingHeader({ title, note, back, backLabel, children }: JudgingHeaderProps) {
  return (
    <ScreenHeader hasBack>
      <Link {...back} className={iconButtonClass({})} aria-label={backLabel}>
        <ChevronLeft aria-hidden="true" />
      </Link>
      <div className={styles.names}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.note}>{note}</p>
      </div>
      {children}
    </ScreenHeader>
  )
}
