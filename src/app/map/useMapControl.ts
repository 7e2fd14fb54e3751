// The control of a map on its element: made with the element, and told of each change of content and size.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type MapContent, MapControl } from './control/mapControl.ts'
import type { MapSpace } from './mapSpace.ts'

export interface ControlledMap {
  control: RefObject<MapControl | null>
  /** Of the labels. Null until the element has a size. */
  fontFamily: string | null
}

export interface MapControlInput {
  surface: RefObject<HTMLDivElement | null>
  content: MapContent
  /** What is moved to the focused space with each frame. */
  pin: RefObject<SVGSVGElement | null>
  onTap(id: number | null): void
  /** The keyboard has moved to this space. */
  onReach(space: MapSpace): void
}

export function useMapControl({ surface, content, pin, onTap, onReach }: MapControlInput): ControlledMap {
  const control = useRef<MapControl | null>(null)
  const [fontFamily, setFontFamily] = useState<string | null>(null)
  const latest = useRef({ content, onTap, onReach })
  useLayoutEffect(() => {
    latest.current = { content, onTap, onReach }
  })

  useLayoutEffect(() => {
    const element = surface.current
    if (!element) return
    const lessMotion = matchMedia('(prefers-reduced-motion: reduce)')
    const made = new MapControl({
      element,
      onTap: (id) => latest.current.onTap(id),
      onReach(id) {
        const space = latest.current.content.spaces.find((one) => one.id === id)
        if (space) latest.current.onReach(space)
      },
      onFrame(target) {
        if (pin.current && target) pin.current.style.transform = `translate(${target.x}px, ${target.y}px)`
      },
      prefersLessMotion: () => lessMotion.matches,
    })
    control.current = made
    const release = watchSize(element, (width, height) => {
      setFontFamily(getComputedStyle(element).fontFamily)
      made.resize(width, height)
    })
    return () => {
      release()
      made.end()
      control.current = null
    }
  }, [surface, pin])

  const { spaces, picture, mode, focusedId, landmarkId, sheetHeight } = content
  useLayoutEffect(() => {
    control.current?.setContent({ spaces, picture, mode, focusedId, landmarkId, sheetHeight })
  }, [spaces, picture, mode, focusedId, landmarkId, sheetHeight])
  return { control, fontFamily }
}

/** Calls back now and after each change, until the returned function is called. */
function watchSize(element: HTMLElement, onSize: (width: number, height: number) => void): () => void {
  const measure = () => {
    const { clientWidth: width, clientHeight: height } = element
    if (width > 0 && height > 0) onSize(width, height)
  }
  const observer = new ResizeObserver(measure)
  observer.observe(element)
  measure()
  // moving to another monitor or zooming the page changes the pixels but not the size
  let density: MediaQueryList | undefined
  const watchDensity = () => {
    density?.removeEventListener('change', watchDensity)
    density = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    density.addEventListener('change', watchDensity)
    measure()
  }
  watchDensity()
  return () => {
    observer.disconnect()
    density?.removeEventListener('change', watchDensity)
  }
}
