// Draws the map that a control moves, from the first frame on.
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { MapControl } from './control/mapControl.ts'
import type { PictureState } from './drawing/ground.ts'
import { Scene } from './drawing/scene.ts'
import { paintWithWebGl } from './drawing/webGl.ts'

export interface DrawingInput {
  control: RefObject<MapControl | null>
  /** Null until the map has a size. */
  fontFamily: string | null
  /** Of the canvas. */
  className: string
  onPicture(state: PictureState): void
}

/** Returns the element that holds the canvas. */
export function useDrawing({
  control,
  fontFamily,
  className,
  onPicture,
}: DrawingInput): RefObject<HTMLDivElement | null> {
  const holder = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const mover = control.current
    if (fontFamily === null || holder.current === null || mover === null) return
    const scene = new Scene({ holder: holder.current, className, fontFamily, onPicture })
    mover.setSurface(scene)
    const stop = paintWithWebGl(scene, mover)
    return () => {
      stop()
      mover.setSurface(null)
      scene.end()
    }
  }, [control, fontFamily, className, onPicture])
  return holder
}
