// What stands around every screen: the club's colours and manifest, toasts, and focus that follows the way.
import { Trans } from '@lingui/react/macro'
import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession, useSessionState } from '../../session/SessionContext.tsx'
import { applyTheme, findTheme } from '../../ui/applyTheme.ts'
import { ToastProvider } from '../../ui/overlay/ToastProvider.tsx'
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

/** rules/offline 3.8: the manifest is the club's, and starts at the viewer of the event that is open. */
function useManifest(): void {
  const session = useSession()
  const { pathname } = useLocation()
  const eventId = /^\/portal\/viewer\/(\d+)/.exec(pathname)?.[1]
  useEffect(() => {
    const address = `/manifest.webmanifest${eventId === undefined ? '' : `?event=${eventId}`}`
    let link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
    if (link === null) {
      link = document.createElement('link')
      link.rel = 'manifest'
      document.head.append(link)
    }
    link.href = session.toAddress(address)
  }, [session, eventId])
}

/** A change of address moves focus to the new screen's heading, where a screen reader then begins. */
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

function focusScreen(): void {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (target === null || document.querySelector('main')?.contains(document.activeElement)) return
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
