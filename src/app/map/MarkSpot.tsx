// Marks a spot of one's own on the map: the map is moved until the pin in its middle stands there, by a finger or by
// the keyboard.
import { Trans } from '@lingui/react/macro'
import { CarFront } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import type { MapControl } from './control/mapControl.ts'
import styles from './MarkSpot.module.css'
import { PinShape } from './PinShape.tsx'
import type { Point } from './space.ts'

export interface MarkSpotProps {
  control: RefObject<MapControl | null>
  surface: RefObject<HTMLElement | null>
  onMark(point: Point): void
}

export function MarkSpot({ control, surface, onMark }: MarkSpotProps) {
  const [isPlacing, setIsPlacing] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  // the button that was pressed is gone
  useEffect(() => {
    if (isPlacing) bar.current?.focus()
  }, [isPlacing])
  const mark = () => {
    const camera = control.current?.camera()
    if (camera === undefined || surface.current === null) return
    const { clientWidth, clientHeight } = surface.current
    const toMap = (middle: number, from: number) => Math.round((middle / 2 - from) / camera.scale)
    setIsPlacing(false)
    onMark({ x: toMap(clientWidth, camera.x), y: toMap(clientHeight, camera.y) })
  }
  if (!isPlacing) {
    return (
      <div className={styles.start}>
        <Button icon={<CarFront size={20} aria-hidden="true" />} onClick={() => setIsPlacing(true)}>
          <Trans>My car is here</Trans>
        </Button>
      </div>
    )
  }
  return (
    <>
      <PinShape className={styles.pin} />
      <div ref={bar} className={styles.bar} tabIndex={-1} data-placing="">
        <p role="status">
          <Trans>Move the map until the pin stands where your car is.</Trans>
        </p>
        <div className={styles.buttons}>
          <Button variant="primary" onClick={mark}>
            <Trans>Mark this spot</Trans>
          </Button>
          <Button onClick={() => setIsPlacing(false)}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </div>
    </>
  )
}
