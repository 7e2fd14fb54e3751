// A map on the screen: the stage with its gestures, keys and buttons, or the list if nothing can be drawn.
import { useLingui } from '@lingui/react/macro'
import { Maximize, Minus, Plus } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { MapControl } from './control/mapControl.ts'
import type { PictureState } from './drawing/ground.ts'
import styles from './MapStage.module.css'
import { MarkSpot } from './MarkSpot.tsx'
import type { MapMode, MapSpace } from './mapSpace.ts'
import { PinShape } from './PinShape.tsx'
import { SpaceList } from './SpaceList.tsx'
import type { Point } from './space.ts'
import { type Drawing, useDrawing } from './useDrawing.ts'
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
  /** Nothing can be drawn: the list stands here. */
  onUnable?(): void
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
  onUnable,
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
  const drawing = useDrawing(control)
  const { state } = drawing
  useEffect(() => {
    if (state === 'unable') onUnable?.()
  }, [state, onUnable])

  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (control.current?.press(event.key, event.shiftKey)) event.preventDefault()
  }

  if (state === 'unable') {
    return (
      <ListedMap label={label} mode={mode} picture={picture} pictured={pictured} onPicture={setPictured}>
        <SpaceList spaces={spaces} mode={mode} focusedId={focusedId} onFocus={onTap} />
      </ListedMap>
    )
  }
  return (
    <div className={styles.stage} data-mode={mode} data-state={state} data-picture={pictured}>
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
        <Drawn drawing={drawing} fontFamily={fontFamily} onPicture={setPictured} />
        {mode === 'viewer' && focusedId !== null && state === 'drawing' ? (
          <Pin ref={pin} control={control} />
        ) : null}
        {state === 'waiting' && picture ? <WaitingPicture control={control} picture={picture} /> : null}
      </div>
      <p id={hintId} className={styles.unseen}>
        {mode === 'picker'
          ? t`Arrow keys go from space to space, plus and minus zoom, 0 shows the whole map, Enter selects a space. Every space is also in the list of spaces.`
          : t`Arrow keys go from space to space, plus and minus zoom, 0 shows the whole map, Enter opens a space. Every stall and every place is also in the list.`}
      </p>
      <p className={styles.unseen} role="status">
        {said}
      </p>
      {state === 'lost' ? <p className={styles.lost}>{t`Drawing the map again…`}</p> : null}
      <ZoomButtons control={control} />
      {onMark !== undefined && focusedId === null && state === 'drawing' && (
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

interface DrawnProps {
  drawing: Drawing
  fontFamily: string | null
  onPicture(state: PictureState): void
}

function Drawn({
  drawing: { Canvas, canvasKey, takeScene, takeContext },
  fontFamily,
  onPicture,
}: DrawnProps) {
  if (!Canvas || fontFamily === null) return null
  return (
    <Canvas
      key={canvasKey}
      className={styles.canvas ?? ''}
      fontFamily={fontFamily}
      onScene={takeScene}
      onPicture={onPicture}
      onContext={takeContext}
    />
  )
}

/** The picture alone, where the stage will draw it, so that nothing jumps. */
function WaitingPicture({ control, picture }: { control: RefObject<MapControl | null>; picture: string }) {
  const image = useRef<HTMLImageElement>(null)
  useLayoutEffect(() => {
    const camera = control.current?.camera()
    if (!image.current || !camera) return
    image.current.style.transform = `translate(${camera.x}px, ${camera.y}px) scale(${camera.scale})`
  })
  return <img ref={image} className={styles.waiting} src={picture} alt="" draggable={false} />
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

interface ListedMapProps {
  label: string
  mode: MapMode
  picture: string | null
  pictured: PictureState
  onPicture(state: PictureState): void
  /** The list of spaces. */
  children: ReactNode
}

function ListedMap({ label, mode, picture, pictured, onPicture, children }: ListedMapProps) {
  const { t } = useLingui()
  return (
    <section className={styles.listed} aria-label={label} data-picture={pictured}>
      <p className={styles.notice}>
        {mode === 'picker'
          ? t`This device cannot draw the map. All its spaces are listed here.`
          : t`This device cannot draw the map. What is on it is listed here.`}
      </p>
      {picture ? (
        <img
          className={styles.picture}
          src={picture}
          alt={label}
          onLoad={() => onPicture('shown')}
          onError={() => onPicture('failed')}
        />
      ) : null}
      {children}
    </section>
  )
}
