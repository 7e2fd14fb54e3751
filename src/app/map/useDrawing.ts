// Whether the map can be drawn: loads the canvas, and makes another one after the device took the context away.
import { type RefObject, useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { MapControl } from './control/mapControl.ts'
import type { Scene } from './drawing/scene.ts'
import type { MapCanvas } from './MapCanvas.tsx'

type Drawer = { Canvas: typeof MapCanvas; prepare(): Promise<boolean> }

export type DrawingState = 'waiting' | 'drawing' | 'lost' | 'unable'

export interface Drawing {
  state: DrawingState
  /** Undefined as long as its code is not there. */
  Canvas: typeof MapCanvas | undefined
  /** A new canvas needs a new key. */
  canvasKey: number
  takeScene(scene: Scene | null): void
  takeContext(change: 'lost' | 'restored'): void
}

/** Once it is loaded, a map is drawn with its first frame. */
let known: Drawer | null = null

/** How long a lost context may take to come back before a new canvas is made. */
const RESTORE_MS = 1500
/** How long a new canvas may take before all spaces are listed instead. */
const GIVE_UP_MS = 10_000

export function useDrawing(control: RefObject<MapControl | null>): Drawing {
  const [state, setState] = useState<DrawingState>('waiting')
  const [canvasKey, setCanvasKey] = useState(0)
  const drawer = useDrawer(setState)
  const takeScene = useCallback(
    (scene: Scene | null) => {
      control.current?.setSurface(scene)
      // the picture that waits goes with the frame that replaces it
      if (scene) flushSync(() => setState('drawing'))
    },
    [control],
  )
  const renew = useCallback(() => setCanvasKey((key) => key + 1), [])
  const takeContext = useCallback(
    (change: 'lost' | 'restored') => {
      if (change === 'lost') setState('lost')
      else renew()
    },
    [renew],
  )
  useNewCanvas({ state, drawer, renew, setState })
  return { state, Canvas: drawer?.Canvas, canvasKey, takeScene, takeContext }
}

function useDrawer(setState: (state: DrawingState) => void): Drawer | null {
  const [drawer, setDrawer] = useState(known)
  useEffect(() => {
    if (drawer) return
    let current = true
    loadDrawer().then(
      (loaded) => {
        if (!current) return
        if (loaded) setDrawer(loaded)
        else setState('unable')
      },
      // the map's code is not on this device and cannot be fetched now
      () => current && setState('unable'),
    )
    return () => {
      current = false
    }
  }, [drawer, setState])
  return drawer
}

/** Loads the map's code and makes its drawing context, so that a map which is opened soon is there at once. */
export async function prepareMap(): Promise<void> {
  // whoever opens the map is told
  await loadDrawer().catch(() => null)
}

/** Null where this device can draw no map. */
async function loadDrawer(): Promise<Drawer | null> {
  const { MapCanvas: Canvas, prepareCanvas: prepare } = await import('./MapCanvas.tsx')
  if (await prepare()) known ??= { Canvas, prepare }
  else known = null
  return known
}

interface NewCanvas {
  state: DrawingState
  drawer: Drawer | null
  renew(): void
  setState(state: DrawingState): void
}

/** After a lost context: a new canvas, once the page is visible, or the list where there is none. */
function useNewCanvas({ state, drawer, renew, setState }: NewCanvas): void {
  useEffect(() => {
    if (state !== 'lost') return
    let timer: ReturnType<typeof setTimeout> | undefined
    let hasEnded = false
    const giveUp = () => hasEnded || setState('unable')
    const retry = () => {
      clearTimeout(timer)
      if (document.visibilityState !== 'visible') return
      timer = setTimeout(async () => {
        timer = setTimeout(giveUp, GIVE_UP_MS)
        if ((await drawer?.prepare()) !== true) giveUp()
        else if (!hasEnded) renew()
      }, RESTORE_MS)
    }
    retry()
    document.addEventListener('visibilitychange', retry)
    return () => {
      hasEnded = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', retry)
    }
  }, [state, drawer, renew, setState])
}
