// Draws the map with Pixi: sprites from one atlas in one render group, and a picture below them.
import { Container, ParticleContainer, type Shader, type WebGLRenderer } from 'pixi.js'
import type { Camera } from '../camera.ts'
import type { Surface } from '../control/surface.ts'
import type { DrawnSpace } from '../mapSpace.ts'
import { toLabelPx, toTileScale } from './atlas.ts'
import { AtlasTextures } from './atlasTextures.ts'
import { CanvasReserve } from './canvasReserve.ts'
import { Ground, type PictureState } from './ground.ts'
import { toLabels } from './labelSprites.ts'
import { makeShader } from './mapShader.ts'
import { findNeeds, hasVariants, type LabelWidths, measureLabels, noNeeds } from './pictureNeeds.ts'
import { TileSprites, toRings } from './tileSprites.ts'

const LEAST_SHRINK = 0.4
const MOST_STRETCH = 1.6

export class Scene implements Surface {
  readonly #renderer: WebGLRenderer
  readonly #fontFamily: string
  readonly #shader: Shader = makeShader()
  readonly #stage = new Container()
  readonly #world = new Container({ isRenderGroup: true })
  readonly #textures = new AtlasTextures()
  readonly #tiles: ParticleContainer
  readonly #tileSprites = new TileSprites()
  readonly #labels: ParticleContainer
  readonly #rings: ParticleContainer
  readonly #ground: Ground
  readonly #reserve: CanvasReserve
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

  constructor(renderer: WebGLRenderer, fontFamily: string, onPicture: (state: PictureState) => void) {
    this.#renderer = renderer
    this.#fontFamily = fontFamily
    this.#reserve = new CanvasReserve(renderer, this.#stage)
    const layer = this.#addLayer()
    this.#tiles = this.#addLayer()
    this.#labels = this.#addLayer()
    this.#rings = this.#addLayer()
    this.#stage.addChild(this.#world)
    this.#ground = new Ground({
      renderer,
      layer,
      plain: this.#textures.whole,
      onStale: () => {
        this.#drawn = undefined
      },
      redraw: () => this.#redraw(),
      onPicture,
    })
    this.#waitForFont()
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
    if (!isServed) this.#textures.forget()
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
    this.#lastCamera = camera
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
      this.#reserve.add()
    }
    this.#isStageOnly = !isPan
    this.#drawAgain(at)
  }

  end(): void {
    this.#hasEnded = true
    // before the textures that it uses
    this.#shader.destroy()
    this.#stage.destroy({ children: true })
    this.#ground.end()
    this.#textures.end()
  }

  #addLayer(): ParticleContainer {
    // nothing moves relative to the map: a pan changes one matrix only
    const dynamicProperties = { vertex: false, position: false, rotation: false, uvs: false, color: false }
    const layer = new ParticleContainer({ dynamicProperties, shader: this.#shader })
    layer.texture = this.#textures.whole
    this.#world.addChild(layer)
    return layer
  }

  /** Draws the letters again when the page's own font has loaded. */
  #waitForFont(): void {
    const font = `700 16px ${this.#fontFamily}`
    if (document.fonts.check(font)) return
    document.fonts.load(font).then(
      () => {
        if (this.#hasEnded) return
        this.#textures.forget()
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
    const density = this.#renderer.resolution
    const present = this.#textures.atlas?.order
    if (present?.density === density) {
      const strain = cameraScale / present.scale
      const isTooCoarse = strain > MOST_STRETCH || strain < LEAST_SHRINK
      if (!isTooCoarse && (!atRest || present.scale === scale)) return
    }
    const { sizes, variants, letters, typicalSide } = this.#needs
    const labelPx = toLabelPx(typicalSide, scale)
    const fontFamily = this.#fontFamily
    const atlas = this.#textures.renew({ sizes, variants, letters, scale, density, labelPx, fontFamily })
    if (!atlas) return
    this.#tileSprites.forget()
    this.#widths = measureLabels(this.#spaces, this.#needs, atlas)
    this.#setAllStale()
  }

  #toWholePixels({ scale, x, y }: Camera): Camera {
    const density = this.#renderer.resolution
    return { scale, x: Math.round(x * density) / density, y: Math.round(y * density) / density }
  }

  #drawAgain(at: Camera): void {
    const map = { spaces: this.#spaces, needs: this.#needs, textures: this.#textures }
    if (this.#areTilesStale) fill(this.#tiles, this.#tileSprites.list(map))
    if (this.#areRingsStale) fill(this.#rings, toRings(map, this.#ringed))
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
    const density = this.#renderer.resolution
    const labels = toLabels(map, this.#widths, { scale: at.scale, density, bounds })
    if (labels) fill(this.#labels, labels)
    this.#world.position.set(at.x + x, at.y + y)
    this.#world.scale.set(at.scale)
    this.#reserve.render(this.#isStageOnly)
    this.#reserve.shift(0, 0)
  }

  #redraw(): void {
    if (this.#lastCamera) this.draw(this.#lastCamera, true)
  }
}

function fill(layer: ParticleContainer, sprites: ParticleContainer['particleChildren']): void {
  layer.particleChildren = sprites
  layer.update()
}
