// The header of a show: the club's name above the event's, and a button for the other language.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { platform } from '../../domain/platform.ts'
import { HeaderOutbox } from '../outbox/HeaderOutbox.tsx'
import { useClub } from '../session/SessionContext.tsx'
import { LanguageSwitch } from '../text/LanguageSwitch.tsx'
import { ClubCrest } from '../ui/ClubCrest.tsx'
import { ScreenHeader } from '../ui/layout/ScreenHeader.tsx'
import styles from './ShowHeader.module.css'

export interface ViewerHeaderProps {
  eventName: string | undefined
  /** Placed before the language. Without it, the outbox's badge is there. */
  children?: ReactNode
}

export function ViewerHeader({ eventName, children }: ViewerHeaderProps) {
  const club = useClub()
  const name = club?.tenant.name ?? platform.name
  const logo = club?.portalSettings.logo ?? ''
  return (
    <ScreenHeader>
      <ClubCrest name={name} logo={logo} />
      <Link to="/portal" className={styles.names}>
        <span className={styles.club}>{name}</span>
        {eventName !== undefined && <span className={styles.event}>{eventName}</span>}
      </Link>
      {children ?? <HeaderOutbox />}
      <span className={styles.language}>
        <LanguageSwitch />
      </span>
    </ScreenHeader>
  )
}
