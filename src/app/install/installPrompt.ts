// Whether the app can be installed here, and the browser's offer once the person wants it.

import { kept } from './installEvent.ts'

export type InstallState =
  /** Already runs as an installed app. */
  | 'installed'
  /** One press installs it. */
  | 'offered'
  /** An iPhone or iPad: by the share menu. */
  | 'ios'
  /** By the browser's own menu, if it can install. */
  | 'menu'

const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}
kept.onChange = tell

export function subscribeToInstall(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function readInstall(): InstallState {
  if (kept.isInstalled || matchMedia('(display-mode: standalone)').matches) return 'installed'
  if (kept.offer !== undefined) return 'offered'
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
  const current = kept.offer
  if (current === undefined) return false
  await current.prompt()
  const { outcome } = await current.userChoice
  kept.offer = undefined
  tell()
  return outcome === 'accepted'
}
