// Names the browser's tab after the screen and the club.
import { useEffect } from 'react'
import { platform } from '../../domain/platform.ts'
import { useClub } from '../session/SessionContext.tsx'

/** Undefined leaves the club's name alone in the tab. */
export function useScreenTitle(title: string | undefined): void {
  const club = useClub()?.tenant.name ?? platform.name
  useEffect(() => {
    document.title = title === undefined || title === '' ? club : `${title} · ${club}`
  }, [title, club])
}
