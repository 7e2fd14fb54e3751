// The only door to Pixi: the application whose stage a map is drawn on. Loaded with the first map, never before.
import 'pixi.js/unsafe-eval'
import { Application as PixiReactApplication } from '@pixi/react'
import { type Application, isWebGLSupported, Ticker, WebGLRenderer } from 'pixi.js'
import { memo, useCallback, useLayoutEffect, useRef } from 'react'
import { OUTSIDE } from './patterns.ts'
import { createScene, makeShader, type PictureState, type Scene, toDensity } from './scene.ts'

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

/** Whether this device can draw a map at all; where not, the list stands in. */
export function canDraw(): boolean {
  return able && WebGLRenderer !== undefined
}

// Asking what the device can do takes a moment: it is done with the loading, not when the map is waited for.
const able = isWebGLSupported()
if (able) makeShader().destroy()

// nothing here moves by itself: frames are asked for when something changed
Ticker.system.autoStart = false
Ticker.system.stop()

/** Its properties count at mounting only: a new size goes to the scene, a new context means a new canvas (`key`). */
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
        const scene = createScene(app, fontFamily, onPicture)
        held.current = {
          scene,
          release() {
            // before Pixi itself gives the context back, which must not pass for a loss
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
