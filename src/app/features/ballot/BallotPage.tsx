// A page of the ballot: its title, its panels, and the bar at the bottom edge.
import { Trans } from '@lingui/react/macro'
import type { ReactNode, SyntheticEvent } from 'react'
import { classNames } from '../../ui/classNames.ts'
import { PlaceholderHeading } from '../../ui/screen/PlaceholderHeading.tsx'
import styles from './BallotPage.module.css'

export interface BallotPageProps {
  title: ReactNode
  /** The text below the title. */
  intro: ReactNode
  bar: ReactNode
  isLoading?: boolean
  /** If given, the page is a form. */
  onSubmit?: (submitted: SyntheticEvent) => void
  children: ReactNode
}

export function BallotPage({ title, intro, bar, isLoading = false, onSubmit, children }: BallotPageProps) {
  const content = (
    <>
      <div className={classNames('page', styles.room)}>
        <div className={styles.content}>
          <div className={styles.intro}>
            {isLoading ? (
              <PlaceholderHeading isSeen>{title}</PlaceholderHeading>
            ) : (
              <h1 tabIndex={-1}>{title}</h1>
            )}
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

/** What is true of every ballot, also of one that is still loading. */
export function OnceOnly() {
  return (
    <p className="muted">
      <Trans>This ballot can be used once. Do not use the browser's back or reload button.</Trans>
    </p>
  )
}

/** What each ballot begins with. */
export function BallotBeginning({ children }: { children?: ReactNode }) {
  return (
    <BallotPage title={<Trans>Voter Ballot</Trans>} intro={<OnceOnly />} bar={null} isLoading>
      {children}
    </BallotPage>
  )
}
