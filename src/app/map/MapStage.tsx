// A map on the screen: the stage with its gestures, keys and buttons, or the list if nothing can be drawn.
import { useLingui } from '@lingui/react/macro'
import { Maximize, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { MapControl } from './control/mapControl.ts'
import type { PictureState } from './drawing/ground.ts'
import type { Scene } from './drawing/scene.ts'
import type { MapCanvas } from './MapCanvas.tsx'
import styles from './MapStage.module.css'
import type { MapMode, MapSpace } from './mapSpace.ts'
import { SpaceList } from './SpaceList.tsx'

export interface MapStageProps {
  label: string
  /** URL of the picture under the spaces. It fills the map's 1024 × 768. */
  picture: string | null
  spaces: readonly MapSpace[]
  mode: MapMode
  /** The stage flies to this space. */
  focusedId: number | null
  /** Pixels covered at the bottom. The focused space is kept clear of them. */
  sheetHeight?: number
  onTap(id: number | null): void
}

type Drawer = { Canvas: typeof MapCanvas; canDrawAgain(): boolean }

/** How long a lost context may take to come back before a new canvas is made. */
const RESTORE_MS = 1500
/** How long a new canvas may take before all spaces are listed instead. */
const GIVE_UP_MS = 10_000

export function MapStage({ label, picture, spaces, mode, focusedId, sheetHeight = 0, onTap }: MapStageProps) {
  const { t } = useLingui()
  const hintId = useId()
  const surface = useRef<HTMLDivElement>(null)
  const control = useRef<MapControl | null>(null)
  const tap = useRef(onTap)
  const known = useRef(spaces)
  const [drawer, setDrawer] = useState<Drawer | null>(null)
  const [size, setSize] = useState<{ width: number; height: number; fontFamily: string } | null>(null)
  const [state, setState] = useState<'waiting' | 'drawing' | 'lost' | 'unable'>('waiting')
  const [canvasKey, setCanvasKey] = useState(0)
  const [said, setSaid] = useState('')
  const [pictured, setPictured] = useState<PictureState>(picture === null ? 'none' : 'loading')
  const waiting = useRef<HTMLImageElement>(null)

  useLayoutEffect(() => {
    tap.current = onTap
    known.current = spaces
  })

  useEffect(() => {
    let current = true
    import('./MapCanvas.tsx').then(
      (loaded) => {
        if (!current) return
        if (loaded.canDraw()) setDrawer({ Canvas: loaded.MapCanvas, canDrawAgain: loaded.canDrawAgain })
        else setState('unable')
      },
      // the map's code is not on this device and cannot be fetched now
      () => current && setState('unable'),
    )
    return () => {
      current = false
    }
  }, [])

  useLayoutEffect(() => {
    const element = surface.current
    if (!element) return
    const lessMotion = matchMedia('(prefers-reduced-motion: reduce)')
    const made = new MapControl({
      element,
      onTap: (id) => tap.current(id),
      onReach: (id) => {
        const space = known.current.find((one) => one.id === id)
        if (space) setSaid([space.title, space.detail].filter(Boolean).join(', '))
      },
      prefersLessMotion: () => lessMotion.matches,
    })
    control.current = made
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (width === 0 || height === 0) return
      setSize((before) => before ?? { width, height, fontFamily: getComputedStyle(element).fontFamily })
      made.resize(width, height)
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
      made.end()
      control.current = null
    }
  }, [])

  useLayoutEffect(() => {
    control.current?.setContent({ spaces, picture, mode, focusedId, sheetHeight })
  }, [spaces, picture, mode, focusedId, sheetHeight])

  useLayoutEffect(() => {
    const camera = control.current?.camera()
    if (!waiting.current || !camera) return
    // where the stage will draw it, so that nothing jumps
    waiting.current.style.transform = `translate(${camera.x}px, ${camera.y}px) scale(${camera.scale})`
  })

  const takeScene = useCallback((scene: Scene | null) => {
    control.current?.setSurface(scene)
    if (scene) setState('drawing')
  }, [])

  const takeContext = useCallback((change: 'lost' | 'restored') => {
    if (change === 'lost') setState('lost')
    else setCanvasKey((key) => key + 1)
  }, [])

  useEffect(() => {
    if (state !== 'lost') return
    let timer: ReturnType<typeof setTimeout> | undefined
    const giveUp = () => setState('unable')
    const retry = () => {
      clearTimeout(timer)
      if (document.visibilityState !== 'visible') return
      timer = setTimeout(() => {
        if (drawer?.canDrawAgain() !== true) return giveUp()
        setCanvasKey((key) => key + 1)
        timer = setTimeout(giveUp, GIVE_UP_MS)
      }, RESTORE_MS)
    }
    retry()
    document.addEventListener('visibilitychange', retry)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', retry)
    }
  }, [state, drawer])

  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (control.current?.press(event.key, event.shiftKey)) event.preventDefault()
  }

  if (state === 'unable') {
    return (
      <section className={styles.listed} aria-label={label} data-picture={pictured}>
        <p className={styles.notice}>{t`This device cannot draw the map. All its spaces are listed here.`}</p>
        {picture ? (
          <img
            className={styles.picture}
            src={picture}
            alt={label}
            onLoad={() => setPictured('shown')}
            onError={() => setPictured('failed')}
          />
        ) : null}
        <SpaceList spaces={spaces} mode={mode} focusedId={focusedId} onFocus={onTap} />
      </section>
    )
  }

  const Canvas = drawer?.Canvas
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
        {Canvas && size ? (
          <Canvas
            key={canvasKey}
            className={styles.canvas ?? ''}
            width={size.width}
            height={size.height}
            fontFamily={size.fontFamily}
            onScene={takeScene}
            onPicture={setPictured}
            onContext={takeContext}
          />
        ) : null}
        {state === 'waiting' && picture ? (
          <img ref={waiting} className={styles.waiting} src={picture} alt="" draggable={false} />
        ) : null}
      </div>
      <p id={hintId} className={styles.unseen}>
        {t`Arrow keys go from space to space, plus and minus zoom, 0 shows the whole map, Enter opens a space. Every space is also in the list of spaces.`}
      </p>
      <p className={styles.unseen} role="status">
        {said}
      </p>
      {state === 'lost' ? <p className={styles.lost}>{t`Drawing the map again…`}</p> : null}
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
    </div>
  )
}
