// The app's entry: lets the browser paint the document's prerender, then loads the app, which replaces it.
import './styles/index.css'
import { untilLoaded } from './parts/keepTrying.ts'

async function startApp(root: HTMLElement): Promise<void> {
  await import('./reactClient.ts')
  // React starts in a task of its own, so that a tap never waits for both.
  await new Promise((resolve) => window.setTimeout(resolve))
  const { start } = await import('./start.tsx')
  await start(root)
}

const root = document.getElementById('app')
if (root === null) throw new Error('index.html has no #app')
if (root.firstElementChild !== null && document.visibilityState === 'visible') await window.whenPainted
// the document says meanwhile that it is still loading
await untilLoaded(() => startApp(root))
document.getElementById('late')?.remove()
