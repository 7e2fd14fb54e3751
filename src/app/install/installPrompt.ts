// The browser's offer to install the app. It is saved when it comes, until the person wants it.

/** Chromium's event. It is not in the standard library. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<void>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

export type InstallState =
  /** Already runs as an installed app. */
  | 'installed'
  /** One press installs it. */
  | 'offered'
  /** An iPhone or iPad: by the share menu. */
  | 'ios'
  /** By the browser's own menu, if it can install. */
  | 'menu'

let offer: InstallPromptEvent | undefined
let isInstalled = false
let isListening = false
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

/** Call as early as possible: the browser makes its offer once. */
export function listenForInstall(): void {
  if (isListening) return
  isListening = true
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer = event as InstallPromptEvent
    tell()
  })
  window.addEventListener('appinstalled', () => {
    isInstalled = true
    offer = undefined
    tell()
  })
}

export function subscribeToInstall(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function readInstall(): InstallState {
  if (isInstalled || matchMedia('(display-mode: standalone)').matches) return 'installed'
  if (offer !== undefined) return 'offered'
  return isAppleMobile() ? 'ios' : 'menu'
}

/** An iPhone or iPad, in the browser or as an installed app. */
export function isAppleMobile(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1)
  )
}

/** True if the person installed the app. The offer is used up in any case. */
export async function install(): Promise<boolean> {
  const current = offer
  if (current === undefined) return false
  await current.prompt()
  const { outcome } = await current.userChoice
  offer = undefined
  tell()
  return outcome === 'accepted'
}

listenForInstall()
