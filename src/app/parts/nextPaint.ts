// Waits until the document's prerender is on the screen.

/** A window that nobody sees draws nothing. The app must not wait for that. */
const paintLimitMs = 300

/** Call it in the document's head: what `isParsed` finds must be there too. */
export function untilPainted(isParsed: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    window.setTimeout(resolve, paintLimitMs)
    const look = () => {
      if (!isParsed()) return void requestAnimationFrame(look)
      const { port1, port2 } = new MessageChannel()
      // this message comes after the frame
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    }
    requestAnimationFrame(look)
  })
}
