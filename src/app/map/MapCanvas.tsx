// The only import of Pixi: the application whose stage draws a map. Loaded with the first map, never before.
import 'pixi.js/unsafe-eval'
import { Application as PixiReactApplication } from '@pixi/react'
import { type Application, isWebGLSupported, Ticker, WebGLRenderer } from 'pixi.js'
import { memo, useCallback, useLayoutEffect, useRef } from 'react'
import { toDensity } from './drawing/canvasReserve.ts'
import type { PictureState } from './drawing/ground.ts'
import { makeShader } from './drawing/mapShader.ts'
import { Scene } from './drawing/scene.ts'
import { OUTSIDE } from './patterns.ts'

export interface MapCanvasProps {
  className: string
  width: number
  height: number
  fontFamily: string
  onScene(scene: Scene | null): void
  onPicture(state: PictureState): void
  /** The device took the drawing context away, or gave it back. */
  onContext(state: 'lost' | 'restored'): void
}

/** Whether this device can draw a map. If not, the list replaces it. */
export function canDraw(): boolean {
  return able && WebGLRenderer !== undefined
}

/** The same after a context was lost: a browser may give no other one. */
export function canDrawAgain(): boolean {
  if (!canDraw()) return false
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('webgl2') ?? canvas.getContext('webgl')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

// This check takes a moment, so it runs while the code loads and not when the map is needed.
const able = isWebGLSupported()
if (able) makeShader().destroy()

// nothing here moves by itself: a frame is requested when something changes
Ticker.system.autoStart = false
Ticker.system.stop()

/** Properties count only at mounting. A new size goes to the scene; a new context needs a new `key`. */
export const MapCanvas = memo(
  function MapCanvas({
    className,
    width,
    height,
    fontFamily,
    onScene,
    onPicture,
    onContext,
  }: MapCanvasProps) {
    const held = useRef<{ scene: Scene; release(): void } | null>(null)
    const gone = useRef(false)

    const start = useCallback(
      (app: Application) => {
        if (gone.current || !app.renderer) return
        const listening = new AbortController()
        const { signal } = listening
        app.canvas.addEventListener('webglcontextlost', () => onContext('lost'), { signal })
        app.canvas.addEventListener('webglcontextrestored', () => onContext('restored'), { signal })
        app.canvas.setAttribute('aria-hidden', 'true')
        const scene = new Scene(app, fontFamily, onPicture)
        held.current = {
          scene,
          release() {
            // before Pixi itself gives the context back, which must not look like a loss
            listening.abort()
            onScene(null)
            scene.end()
          },
        }
        onScene(scene)
      },
      [fontFamily, onScene, onPicture, onContext],
    )

    useLayoutEffect(() => {
      gone.current = false
      return () => {
        gone.current = true
        held.current?.release()
        held.current = null
      }
    }, [])

    return (
      <PixiReactApplication
        className={className}
        onInit={start}
        width={width}
        height={height}
        resolution={toDensity()}
        autoDensity
        autoStart={false}
        antialias={false}
        background={OUTSIDE}
        preference="webgl"
        skipExtensionImports
        hello={false}
      />
    )
  },
  () => true,
)
