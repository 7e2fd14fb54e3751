// What lies below the spaces: a picture, or plain ground.
import type { Picture } from './painter.ts'

/** The state of the picture under the spaces. `shown` only after a frame with it was drawn. */
export type PictureState = 'none' | 'loading' | 'shown' | 'failed'

export interface GroundOptions {
  /** Draws the map with this picture from now on. */
  draw(picture: Picture | null): void
  onPicture(state: PictureState): void
}

export class Ground {
  readonly #options: GroundOptions
  #url: string | null = null
  #hasEnded = false

  constructor(options: GroundOptions) {
    this.#options = options
  }

  setPicture(url: string | null): void {
    const { draw, onPicture } = this.#options
    this.#url = url
    if (url === null) {
      draw(null)
      onPicture('none')
      return
    }
    onPicture('loading')
    this.#load(url).catch(() => {
      // no picture: the spaces are on plain ground
      if (!this.#isWanted(url)) return
      draw(null)
      onPicture('failed')
    })
  }

  end(): void {
    this.#hasEnded = true
  }

  async #load(url: string): Promise<void> {
    const image = new Image()
    image.decoding = 'async'
    image.src = url
    await image.decode()
    if (!this.#isWanted(url)) return
    this.#options.draw(image)
    this.#options.onPicture('shown')
  }

  #isWanted(url: string): boolean {
    return !this.#hasEnded && this.#url === url
  }
}
