// The browser's own offer to install the app, caught when it comes and kept until somebody wants it.

/** Chromium's event; not in the standard library. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<void>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

export type InstallState =
  /** Runs as an installed app already. */
  | 'installed'
  /** One press installs it. */
  | 'offered'
  /** An iPhone or iPad: by the share menu. */
  | 'ios'
  /** By the browser's own menu, where it has such a thing. */
  | 'menu'

let offer: InstallPromptEvent | undefined
let isInstalled = false
let isListening = false
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

/** To be called as early as possible: the browser makes its offer once. */
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
  const isIos =
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1)
  return isIos ? 'ios' : 'menu'
}

/** True when the person installed it; the offer is used up either way. */
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
