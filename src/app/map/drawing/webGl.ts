// WebGL for a map that is on the screen already: its code and its context are made while nothing moves, and it takes
// over then. Where a device has none, or takes it away, Canvas2D goes on.
import type { MapControl } from '../control/mapControl.ts'
import type { Scene } from './scene.ts'

/** A context that was taken away is asked for again after this time. */
const RETRY_MS = 1500

/** Until the returned function is called. */
export function paintWithWebGl(scene: Scene, control: MapControl): () => void {
  const ended = new AbortController()
  const { signal } = ended
  let timer: ReturnType<typeof setTimeout> | undefined

  const begin = async () => {
    const { hasSpareRenderer, makePixiPainter } = await import('./pixi/pixiPainter.ts')
    if (!hasSpareRenderer()) await control.calm()
    if (signal.aborted) return
    const painter = await makePixiPainter(lose)
    if (signal.aborted) return painter.end()
    scene.offerPainter(painter)
    await control.calm()
    if (!signal.aborted) scene.takePainter()
  }
  const start = () => {
    // this device has no WebGL, or the code for it cannot be fetched now
    begin().catch(() => undefined)
  }
  const lose = () => {
    scene.losePainter()
    retry()
    // phones take it away while nobody looks
    document.addEventListener('visibilitychange', retry, { signal })
  }
  const retry = () => {
    clearTimeout(timer)
    if (document.visibilityState !== 'visible') return
    timer = setTimeout(() => {
      document.removeEventListener('visibilitychange', retry)
      start()
    }, RETRY_MS)
  }
  start()
  return () => {
    ended.abort()
    clearTimeout(timer)
  }
}

/** Loads the code and makes the context for a map that is opened soon. */
export async function prepareWebGl(): Promise<void> {
  // without it a map is drawn all the same
  await import('./pixi/renderers.ts').then(({ prepareRenderer }) => prepareRenderer()).catch(() => undefined)
}
