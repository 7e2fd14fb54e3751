// The app's entry: lets what the document shows already be painted, then loads the app, which takes its place.
import './styles/index.css'
import { parseFacts, prerenderMeta } from '../domain/prerender.ts'

/** A painting that is never drawn, in a window that nobody sees, must not hold the app back. */
const paintLimitMs = 300

function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    window.setTimeout(resolve, paintLimitMs)
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      // the message comes after the frame
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    })
  })
}

/** What the app will import is fetched at once, beside each other, and not before the painting's own files. */
function fetchParts(): void {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${prerenderMeta}"]`)
  for (const href of (meta === null ? undefined : parseFacts(meta.content)?.parts) ?? []) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
}

const root = document.getElementById('app')
if (root === null) throw new Error('index.html has no #app')
if (root.firstElementChild !== null && document.visibilityState === 'visible') await nextPaint()
fetchParts()
// React in a turn of its own, so that a tap waits for one of the two and not for both.
await import('react-dom/client')
await new Promise((resolve) => window.setTimeout(resolve))
const { start } = await import('./start.tsx')
await start(root)
