// A page of the ballot: its title, its panels, and the bar at the bottom edge.
import type { ReactNode, SyntheticEvent } from 'react'
import { classNames } from '../../ui/classNames.ts'
import styles from './BallotPage.module.css'

export interface BallotPageProps {
  title: ReactNode
  /** The text below the title. */
  intro: ReactNode
  bar: ReactNode
  /** If given, the page is a form. */
  onSubmit?: (submitted: SyntheticEvent) => void
  children: ReactNode
}

export function BallotPage({ title, intro, bar, onSubmit, children }: BallotPageProps) {
  const content = (
    <>
      <div className={classNames('page', styles.room)}>
        <div className={styles.content}>
          <div className={styles.intro}>
            <h1 tabIndex={-1}>{title}</h1>
            {intro}
          </div>
          {children}
        </div>
      </div>
      {bar}
    </>
  )
  if (onSubmit === undefined) return <div className={styles.page}>{content}</div>
  return (
    <form className={styles.page} noValidate onSubmit={onSubmit} autoComplete="on">
      {content}
    </form>
  )
}
