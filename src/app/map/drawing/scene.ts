// The map as it is drawn: sprites from one atlas and a picture below them, for the painter that there is.
import type { Camera } from '../camera.ts'
import type { Surface } from '../control/surface.ts'
import type { DrawnSpace } from '../mapSpace.ts'
import { type Atlas, drawAtlas, toLabelPx, toTileScale } from './atlas.ts'
import { CanvasPainter } from './canvasPainter.ts'
import { CanvasReserve } from './canvasReserve.ts'
import { Ground, type PictureState } from './ground.ts'
import { toLabels } from './labelSprites.ts'
import {
  type LayerName,
  type Layers,
  layerNames,
  type Painter,
  type Picture,
  type Sprite,
} from './painter.ts'
import { findNeeds, hasVariants, type LabelWidths, measureLabels, noNeeds } from './pictureNeeds.ts'
import { TileSprites, toRings } from './tileSprites.ts'

const LEAST_SHRINK = 0.4
const MOST_STRETCH = 1.6

export interface SceneOptions {
  /** The canvas stands in it. */
  readonly holder: HTMLElement
  readonly className: string
  readonly fontFamily: string
  onPicture(state: PictureState): void
}

export class Scene implements Surface {
  readonly #options: SceneOptions
  readonly #tileSprites = new TileSprites()
  readonly #ground: Ground
  readonly #reserve: CanvasReserve
  readonly #atlasCanvas = document.createElement('canvas')
  readonly #layers: Layers = { tiles: [], labels: [], rings: [] }
  #painter: Painter = new CanvasPainter()
  /** Takes over with the next frame of a zoom. */
  #nextPainter: Painter | undefined
  #picture: Picture | null = null
  #atlas: Atlas | undefined
  #spaces: readonly DrawnSpace[] = []
  #ringed: ReadonlySet<number> = new Set()
  #needs = noNeeds
  #widths: LabelWidths = { own: [], widest: [] }
  #areTilesStale = false
  #areRingsStale = false
  /** The camera for which labels and canvas were drawn; undefined if either must be drawn again. */
  #drawn: Camera | undefined
  /** Only the visible part was drawn, without the reserve: enough for a zoom, which draws each frame again. */
  #isStageOnly = false
  #lastCamera: Camera | undefined
  #hasEnded = false

  constructor(options: SceneOptions) {
    this.#options = options
    this.#reserve = new CanvasReserve(this.#painter)
    this.#show(this.#painter)
    this.#ground = new Ground({
      draw: (picture) => {
        this.#picture = picture
        this.#painter.setPicture(picture)
        this.#drawn = undefined
        this.#redraw()
      },
      onPicture: options.onPicture,
    })
    this.#waitForFont()
  }

  /** Another painter is ready. A zoom draws each of its frames again, and so begins with it. */
  offerPainter(next: Painter): void {
    this.#nextPainter = next
  }

  /** The painter that was offered draws the same frame, and those that come. */
  takePainter(): void {
    if (this.#nextPainter) this.#paintWith(this.#nextPainter)
    this.#redraw()
  }

  /** The painter cannot draw any more. */
  losePainter(): void {
    this.#nextPainter?.end()
    this.#nextPainter = undefined
    this.#paintWith(new CanvasPainter())
    this.#redraw()
  }

  setSpaces(next: readonly DrawnSpace[]): void {
    const before = this.#spaces
    const isInPlace =
      next.length === before.length && next.every(({ place }, at) => place === before[at]?.place)
    this.#spaces = next
    this.#setAllStale()
    // a tap only shows another space as selected
    if (isInPlace && hasVariants(this.#needs, next)) return
    const { needs, isServed } = findNeeds(next, this.#needs)
    this.#needs = needs
    this.#tileSprites.forget()
    if (!isServed) this.#atlas = undefined
  }

  setRinged(ids: ReadonlySet<number>): void {
    this.#ringed = ids
    this.#areRingsStale = true
  }

  setPicture(url: string | null): void {
    this.#ground.setPicture(url)
  }

  resize(width: number, height: number): void {
    this.#drawn = undefined
    this.#reserve.resize(width, height)
  }

  draw(camera: Camera, atRest: boolean): void {
    if (this.#hasEnded) return
    const isZoom = this.#lastCamera !== undefined && this.#lastCamera.scale !== camera.scale
    this.#lastCamera = camera
    if (this.#nextPainter && isZoom) this.#paintWith(this.#nextPainter)
    this.#keepSharp(camera.scale, atRest)
    const at = this.#toWholePixels(camera)
    const drawn = this.#drawn
    const isPan = drawn?.scale === at.scale && !this.#areTilesStale && !this.#areRingsStale
    if (drawn && isPan) {
      const [dx, dy] = [at.x - drawn.x, at.y - drawn.y]
      if (dx === 0 && dy === 0) return
      if (!this.#isStageOnly && this.#reserve.holds(dx, dy)) {
        this.#reserve.shift(dx, dy)
        return
      }
      if (this.#painter.wantsReserve) this.#reserve.add()
    }
    this.#isStageOnly = !isPan
    this.#drawAgain(at)
  }

  end(): void {
    this.#hasEnded = true
    this.#ground.end()
    this.#painter.end()
    this.#nextPainter?.end()
  }

  #paintWith(next: Painter): void {
    const before = this.#painter
    this.#nextPainter = undefined
    this.#painter = next
    if (this.#atlas) next.setAtlas(this.#atlas.canvas)
    next.setPicture(this.#picture)
    for (const name of layerNames) next.setLayer(name, this.#layers[name])
    this.#reserve.use(next)
    this.#drawn = undefined
    this.#show(next)
    before.end()
  }

  #show({ canvas }: Painter): void {
    canvas.className = this.#options.className
    this.#options.holder.append(canvas)
  }

  #setLayer(name: LayerName, sprites: readonly Sprite[]): void {
    this.#layers[name] = sprites
    this.#painter.setLayer(name, sprites)
  }

  /** Draws the letters again when the page's own font has loaded. */
  #waitForFont(): void {
    const font = `700 16px ${this.#options.fontFamily}`
    if (document.fonts.check(font)) return
    document.fonts.load(font).then(
      () => {
        if (this.#hasEnded) return
        this.#atlas = undefined
        this.#redraw()
      },
      // the font cannot be fetched: the labels keep the fallback font
      () => undefined,
    )
  }

  #setAllStale(): void {
    this.#areTilesStale = true
    this.#areRingsStale = true
    this.#drawn = undefined
  }

  /** Draws the atlas for this scale, unless the present one is good enough while something moves. */
  #keepSharp(cameraScale: number, atRest: boolean): void {
    if (this.#spaces.length === 0) return
    const scale = toTileScale(cameraScale)
    const { density } = this.#reserve
    const present = this.#atlas?.order
    if (present?.density === density) {
      const strain = cameraScale / present.scale
      const isTooCoarse = strain > MOST_STRETCH || strain < LEAST_SHRINK
      if (!isTooCoarse && (!atRest || present.scale === scale)) return
    }
    const { sizes, variants, letters, typicalSide } = this.#needs
    const labelPx = toLabelPx(typicalSide, scale)
    const { fontFamily } = this.#options
    const order = { sizes, variants, letters, scale, density, labelPx, fontFamily }
    const atlas = drawAtlas(order, this.#atlasCanvas)
    if (!atlas) return
    this.#atlas = atlas
    this.#painter.setAtlas(atlas.canvas)
    this.#tileSprites.forget()
    this.#widths = measureLabels(this.#spaces, this.#needs, atlas)
    this.#setAllStale()
  }

  #toWholePixels({ scale, x, y }: Camera): Camera {
    const { density } = this.#reserve
    return { scale, x: Math.round(x * density) / density, y: Math.round(y * density) / density }
  }

  #drawAgain(at: Camera): void {
    const map = { spaces: this.#spaces, needs: this.#needs, atlas: this.#atlas }
    if (this.#areTilesStale) this.#setLayer('tiles', this.#tileSprites.list(map))
    if (this.#areRingsStale) this.#setLayer('rings', toRings(map, this.#ringed))
    this.#areTilesStale = false
    this.#areRingsStale = false
    this.#drawn = at
    const { x, y, width, height } = this.#reserve
    const bounds = {
      left: -(at.x + x) / at.scale,
      top: -(at.y + y) / at.scale,
      right: (width + x - at.x) / at.scale,
      bottom: (height + y - at.y) / at.scale,
    }
    const { density } = this.#reserve
    const labels = toLabels(map, this.#widths, { scale: at.scale, density, bounds })
    if (labels) this.#setLayer('labels', labels)
    this.#reserve.paint(at, this.#isStageOnly)
  }

  #redraw(): void {
    if (this.#lastCamera) this.draw(this.#lastCamera, true)
  }
}
