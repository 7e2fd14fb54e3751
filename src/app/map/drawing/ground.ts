// What lies below the spaces: a picture, or plain ground.
import { ImageSource, Particle, type ParticleContainer, type Renderer, Texture } from 'pixi.js'
import { GROUND, OUTSIDE } from '../patterns.ts'
import { MAP_HEIGHT, MAP_WIDTH } from '../space.ts'

/** The state of the picture under the spaces. `shown` only after a frame with it was drawn. */
export type PictureState = 'none' | 'loading' | 'shown' | 'failed'

export interface GroundOptions {
  readonly renderer: Renderer
  readonly layer: ParticleContainer
  /** The layer's texture as long as there is no picture. */
  readonly plain: Texture
  /** The ground is another one: what was drawn is out of date. */
  onStale(): void
  redraw(): void
  onPicture(state: PictureState): void
}

/** Every device with WebGL supports a texture of this size. */
const LARGEST_PICTURE = 4096

export class Ground {
  readonly #options: GroundOptions
  #texture: Texture | undefined
  #url: string | null = null
  #hasEnded = false

  constructor(options: GroundOptions) {
    this.#options = options
    this.#show()
  }

  setPicture(url: string | null): void {
    const { onPicture, redraw } = this.#options
    this.#url = url
    if (url === null) {
      this.#show()
      onPicture('none')
      return
    }
    onPicture('loading')
    this.#load(url).catch(() => {
      // no picture: the spaces are on plain ground
      if (!this.#isWanted(url)) return
      this.#show()
      redraw()
      onPicture('failed')
    })
  }

  end(): void {
    this.#hasEnded = true
    this.#texture?.destroy(true)
  }

  async #load(url: string): Promise<void> {
    const image = new Image()
    image.decoding = 'async'
    image.src = url
    await image.decode()
    if (!this.#isWanted(url)) return
    const resource = fitTexture(image)
    const source = new ImageSource({ resource, autoGenerateMipmaps: true, scaleMode: 'linear' })
    this.#texture?.destroy(true)
    this.#texture = new Texture({ source })
    this.#show(this.#texture)
    this.#options.redraw()
    this.#options.onPicture('shown')
  }

  #isWanted(url: string): boolean {
    return !this.#hasEnded && this.#url === url
  }

  /** A plain ground is the clear colour of every frame: it costs nothing. */
  #show(texture?: Texture): void {
    const { renderer, layer, plain, onStale } = this.#options
    renderer.background.color = texture ? OUTSIDE : GROUND
    layer.texture = texture ?? plain
    layer.particleChildren = texture ? [toWholeMap(texture)] : []
    layer.update()
    onStale()
  }
}

function toWholeMap(texture: Texture): Particle {
  const scaleX = MAP_WIDTH / texture.width
  const scaleY = MAP_HEIGHT / texture.height
  return new Particle({ texture, x: 0, y: 0, scaleX, scaleY })
}

function fitTexture(image: HTMLImageElement): HTMLImageElement | HTMLCanvasElement {
  const scale = Math.min(1, LARGEST_PICTURE / Math.max(image.naturalWidth, image.naturalHeight))
  if (scale === 1) return image
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.naturalWidth * scale)
  canvas.height = Math.round(image.naturalHeight * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}
