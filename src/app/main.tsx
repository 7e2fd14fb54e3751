// The app's entry: lets the browser paint the document's prerender, then loads the app, which replaces it.
import './styles/index.css'
import { parseFacts, prerenderMeta } from '../domain/prerender.ts'
import { untilLoaded } from './parts/keepTrying.ts'

/** A window that nobody sees draws no prerender. The app must not wait for that. */
const paintLimitMs = 300

function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    window.setTimeout(resolve, paintLimitMs)
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      // this message comes after the frame
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    })
  })
}

/** Starts loading what the app will import, all at once, but not before the prerender's own files. */
function fetchParts(): void {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${prerenderMeta}"]`)
  const parts = meta === null ? undefined : parseFacts(meta.content)?.parts
  void window.prefetchFiles?.(parts ?? []).catch(ignoreMissingPart)
}

/** Who imports it tries again. */
function ignoreMissingPart(): void {}

async function startApp(root: HTMLElement): Promise<void> {
  await import('react-dom/client')
  // React starts in a task of its own, so that a tap never waits for both.
  await new Promise((resolve) => window.setTimeout(resolve))
  const { start } = await import('./start.tsx')
  await start(root)
}

const root = document.getElementById('app')
if (root === null) throw new Error('index.html has no #app')
if (root.firstElementChild !== null && document.visibilityState === 'visible') await nextPaint()
fetchParts()
// the document says meanwhile that it is still loading
await untilLoaded(() => startApp(root))
document.getElementById('late')?.remove()
