// A map on the screen: the stage with its gestures, keys and buttons.
import { useLingui } from '@lingui/react/macro'
import { Maximize, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import type { MapControl } from './control/mapControl.ts'
import type { PictureState } from './drawing/ground.ts'
import styles from './MapStage.module.css'
import { MarkSpot } from './MarkSpot.tsx'
import type { MapMode, MapSpace } from './mapSpace.ts'
import { PinShape } from './PinShape.tsx'
import type { Point } from './space.ts'
import { useDrawing } from './useDrawing.ts'
import { useMapControl } from './useMapControl.ts'

export interface MapStageProps {
  label: string
  /** URL of the picture under the spaces. It fills the map's 1024 × 768. */
  picture: string | null
  spaces: readonly MapSpace[]
  mode: MapMode
  /** The stage flies to this space. The viewer's has a pin. */
  focusedId: number | null
  /** The named place that comes into view with it, so that people know where it is. */
  landmarkId?: number | null
  /** Pixels covered at the bottom. The focused space is kept clear of them. */
  sheetHeight?: number
  onTap(id: number | null): void
  /** Offers to mark a spot of one's own, in map units. */
  onMark?: ((point: Point) => void) | undefined
}

export function MapStage({
  label,
  picture,
  spaces,
  mode,
  focusedId,
  landmarkId = null,
  sheetHeight = 0,
  onTap,
  onMark,
}: MapStageProps) {
  const { t } = useLingui()
  const hintId = useId()
  const surface = useRef<HTMLDivElement>(null)
  const pin = useRef<SVGSVGElement>(null)
  const [said, setSaid] = useState('')
  const [pictured, setPictured] = useState<PictureState>(picture === null ? 'none' : 'loading')
  const { control, fontFamily } = useMapControl({
    surface,
    content: { spaces, picture, mode, focusedId, landmarkId, sheetHeight },
    pin,
    onTap,
    onReach: ({ title, detail }) => setSaid([title, detail].filter(Boolean).join(', ')),
  })
  const canvas = useDrawing({ control, fontFamily, className: styles.canvas ?? '', onPicture: setPictured })
  const isDrawn = fontFamily !== null

  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (control.current?.press(event.key, event.shiftKey)) event.preventDefault()
  }

  return (
    <div
      className={styles.stage}
      data-mode={mode}
      data-state={isDrawn ? 'drawing' : 'waiting'}
      data-picture={pictured}
    >
      <div
        ref={surface}
        className={styles.surface}
        role="application"
        aria-label={label}
        aria-roledescription={t`map`}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keyboard
        tabIndex={0}
        onKeyDown={press}
        onFocus={(event) => control.current?.setKeyboard(event.currentTarget.matches(':focus-visible'))}
        onBlur={() => control.current?.setKeyboard(false)}
      >
        <div ref={canvas} aria-hidden />
        {mode === 'viewer' && focusedId !== null && isDrawn ? <Pin ref={pin} control={control} /> : null}
      </div>
      <p id={hintId} className={styles.unseen}>
        {mode === 'picker'
          ? t`Arrow keys go from space to space, plus and minus zoom, 0 shows the whole map, Enter selects a space. Every space is also in the list of spaces.`
          : t`Arrow keys go from space to space, plus and minus zoom, 0 shows the whole map, Enter opens a space. Every stall and every place is also in the list.`}
      </p>
      <p className={styles.unseen} role="status">
        {said}
      </p>
      <ZoomButtons control={control} />
      {onMark !== undefined && focusedId === null && isDrawn && (
        <MarkSpot control={control} surface={surface} onMark={onMark} />
      )}
    </div>
  )
}

/** It stays on the target while the map is moved and zoomed: on the whole map the target alone is a speck. */
function Pin({
  ref,
  control,
}: {
  ref: RefObject<SVGSVGElement | null>
  control: RefObject<MapControl | null>
}) {
  // the frame that moves it there
  useLayoutEffect(() => control.current?.redraw(), [control])
  return <PinShape ref={ref} className={styles.pin} isTarget />
}

function ZoomButtons({ control }: { control: RefObject<MapControl | null> }) {
  const { t } = useLingui()
  return (
    <fieldset className={styles.buttons} aria-label={t`Zoom`}>
      <button type="button" aria-label={t`Zoom in`} onClick={() => control.current?.zoomBy(1.6)}>
        <Plus aria-hidden size={22} />
      </button>
      <button type="button" aria-label={t`Zoom out`} onClick={() => control.current?.zoomBy(1 / 1.6)}>
        <Minus aria-hidden size={22} />
      </button>
      <button type="button" aria-label={t`Show the whole map`} onClick={() => control.current?.showAll()}>
        <Maximize aria-hidden size={22} />
      </button>
    </fieldset>
  )
}
