// The canvas of a map. The only way to Pixi: loaded with the first map, never before.
import 'pixi.js/unsafe-eval'
import type { WebGLRenderer } from 'pixi.js'
import { memo, useLayoutEffect, useRef } from 'react'
import type { PictureState } from './drawing/ground.ts'
import { prepareRenderer, returnRenderer, takeRenderer } from './drawing/renderers.ts'
import { Scene } from './drawing/scene.ts'

export interface MapCanvasProps {
  className: string
  fontFamily: string
  onScene(scene: Scene | null): void
  onPicture(state: PictureState): void
  /** The device took the drawing context away, or gave it back. */
  onContext(state: 'lost' | 'restored'): void
}

/** Whether this device can draw a map, also after a context was lost. If not, the list replaces it. */
export const prepareCanvas = prepareRenderer

/** Properties count only at mounting. A new context needs a new `key`. */
export const MapCanvas = memo(
  function MapCanvas(props: MapCanvasProps) {
    const holder = useRef<HTMLDivElement>(null)
    const atMounting = useRef(props)

    useLayoutEffect(() => {
      const { onContext } = atMounting.current
      let hasEnded = false
      let shown: { end(): void } | undefined
      takeRenderer().then(
        (renderer) => {
          if (hasEnded || !holder.current) returnRenderer(renderer)
          else shown = show(renderer, holder.current, atMounting.current)
        },
        () => hasEnded || onContext('lost'),
      )
      return () => {
        hasEnded = true
        shown?.end()
      }
    }, [])

    return <div ref={holder} aria-hidden />
  },
  () => true,
)

function show(
  renderer: WebGLRenderer,
  holder: HTMLElement,
  { className, fontFamily, onScene, onPicture, onContext }: MapCanvasProps,
): { end(): void } {
  const { canvas } = renderer
  const listening = new AbortController()
  const { signal } = listening
  let wasLost = false
  canvas.addEventListener(
    'webglcontextlost',
    () => {
      wasLost = true
      onContext('lost')
    },
    { signal },
  )
  canvas.addEventListener('webglcontextrestored', () => onContext('restored'), { signal })
  canvas.className = className
  holder.append(canvas)
  const scene = new Scene(renderer, fontFamily, onPicture)
  onScene(scene)
  return {
    end() {
      // before Pixi itself gives the context back, which must not look like a loss
      listening.abort()
      onScene(null)
      scene.end()
      if (wasLost) renderer.destroy()
      else returnRenderer(renderer)
    },
  }
}
