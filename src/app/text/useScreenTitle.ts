// Sets the browser tab's title to the screen and the club.
import { createContext, useContext, useEffect } from 'react'
import { platform } from '../../domain/platform.ts'
import { useClub } from '../session/SessionContext.tsx'

/** Told the title on the server, where there is no tab. */
export const TitleContext = createContext<((title: string) => void) | undefined>(undefined)

/** With undefined the tab shows only the club's name. */
export function useScreenTitle(title: string | undefined): void {
  const club = useClub()?.tenant.name ?? platform.name
  const shown = title === undefined || title === '' ? club : `${title} · ${club}`
  useContext(TitleContext)?.(shown)
  useEffect(() => {
    document.title = shown
  }, [shown])
}
