// Waits until the first screen has loaded and the device has a moment to spare.

/** Browsers without idle callbacks wait so long after the page has loaded. */
const settledMs = 1_000
/** A picture that hangs holds back nothing else for longer. */
const loadLimitMs = 4_000

export async function untilIdle(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise<void>((resolve) => {
      window.addEventListener('load', () => resolve(), { once: true })
      setTimeout(resolve, loadLimitMs)
    })
  }
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 5_000 })
    else setTimeout(resolve, settledMs)
  })
}
