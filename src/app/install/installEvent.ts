// The browser offers once, soon after the page has opened, to install the app. The viewer keeps the offer from its
// start; what is done with it comes with code that is loaded later.

/** Chromium's event. It is not in the standard library. */
export interface InstallPromptEvent extends Event {
  prompt(): Promise<void>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

export const kept: { offer: InstallPromptEvent | undefined; isInstalled: boolean; onChange: () => void } = {
  offer: undefined,
  isInstalled: false,
  onChange: () => undefined,
}

window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  kept.offer = event as InstallPromptEvent
  kept.onChange()
})
window.addEventListener('appinstalled', () => {
  kept.isInstalled = true
  kept.offer = undefined
  kept.onChange()
})
