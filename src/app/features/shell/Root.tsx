// Around every screen: the club's colours and manifest, toasts, and focus after navigation.
import { Trans } from '@lingui/react/macro'
import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession, useSessionState } from '../../session/SessionContext.tsx'
import { LanguageOffer } from '../../text/LanguageOffer.tsx'
import { applyTheme, findTheme } from '../../ui/applyTheme.ts'
import { ToastProvider } from '../../ui/overlay/ToastProvider.tsx'
import { focusScreen } from '../../ui/screen/focusScreen.ts'
import styles from './Root.module.css'
import { UpdateStrip } from './UpdateStrip.tsx'

export function Root() {
  useClubTheme()
  useManifest()
  useFocusOnNavigation()
  return (
    <ToastProvider>
      <a className={styles.skip} href="#main">
        <Trans>Skip to the content</Trans>
      </a>
      <UpdateStrip />
      <LanguageOffer />
      <Outlet />
    </ToastProvider>
  )
}

function useClubTheme(): void {
  const theme = useSessionState().club?.theme
  useEffect(() => {
    const found = findTheme(theme)
    if (found !== undefined) applyTheme(found)
  }, [theme])
}

/**
 * rules/offline 3.8: the manifest belongs to the club. It starts at the viewer of the open event, and at its
 * judging if somebody judges. A ballot's address is a secret and no start.
 */
function toManifestAddress(pathname: string): string {
  const judged = /^\/portal\/judging\/(\d+)/.exec(pathname)?.[1]
  if (judged !== undefined) return `/manifest.webmanifest?event=${judged}&start=judging`
  const [, viewed, voted] = /^\/portal\/(?:viewer\/(\d+)|voterballot\/[^/]+\/(\d+))/.exec(pathname) ?? []
  const eventId = viewed ?? voted
  return `/manifest.webmanifest${eventId === undefined ? '' : `?event=${eventId}`}`
}

function useManifest(): void {
  const session = useSession()
  const { pathname } = useLocation()
  const address = toManifestAddress(pathname)
  useEffect(() => {
    let link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
    if (link === null) {
      link = document.createElement('link')
      link.rel = 'manifest'
      document.head.append(link)
    }
    link.href = session.toAddress(address)
  }, [session, address])
}

/** Moves focus to the new screen's heading when the address changes. A screen reader begins there. */
function useFocusOnNavigation(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation !== undefined && pathChanged) focusScreen()
      }),
    [router],
  )
}
