// Sets the browser tab's title to the screen and the club.
import { useEffect } from 'react'
import { platform } from '../../domain/platform.ts'
import { useClub } from '../session/SessionContext.tsx'

/** With undefined the tab shows only the club's name. */
export function useScreenTitle(title: string | undefined): void {
  const club = useClub()?.tenant.name ?? platform.name
  useEffect(() => {
    document.title = title === undefined || title === '' ? club : `${title} · ${club}`
  }, [title, club])
}
