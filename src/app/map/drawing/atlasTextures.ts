// The atlas as the graphics card has it: one source, and a texture for each of its pictures that is shown.
import { CanvasSource, Rectangle, Texture } from 'pixi.js'
import { type Atlas, type AtlasOrder, type Cell, drawAtlas } from './atlas.ts'

export class AtlasTextures {
  readonly #source = new CanvasSource({
    resource: document.createElement('canvas'),
    width: 1,
    height: 1,
  })
  /** The texture of the source itself, which every layer needs, also without a sprite. */
  readonly whole = new Texture({ source: this.#source })
  readonly #textures = new Map<string, Texture>()
  #atlas: Atlas | undefined

  /** Undefined as long as it has to be drawn. */
  get atlas(): Atlas | undefined {
    return this.#atlas
  }

  /** Draws all pictures again. Everything that shows one must be laid out again afterwards. */
  renew(order: AtlasOrder): Atlas | undefined {
    this.#atlas = drawAtlas(order, this.#source.resource as HTMLCanvasElement)
    this.#dropTextures()
    if (!this.#atlas) return undefined
    this.#source.resize(this.#atlas.canvas.width, this.#atlas.canvas.height, 1)
    this.#source.update()
    return this.#atlas
  }

  forget(): void {
    this.#atlas = undefined
  }

  find(key: string, cell: Cell): Texture {
    const known = this.#textures.get(key)
    if (known) return known
    const frame = new Rectangle(cell.x, cell.y, cell.width, cell.height)
    const texture = new Texture({ source: this.#source, frame })
    this.#textures.set(key, texture)
    return texture
  }

  end(): void {
    this.#dropTextures()
    this.whole.destroy(true)
  }

  #dropTextures(): void {
    for (const texture of this.#textures.values()) texture.destroy()
    this.#textures.clear()
  }
}
