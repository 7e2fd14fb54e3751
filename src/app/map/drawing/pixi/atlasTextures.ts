// The atlas as the graphics card has it: one source, and a texture for each of its pictures that is shown.
import { CanvasSource, Rectangle, Texture } from 'pixi.js'
import type { Cell } from '../atlas.ts'

export class AtlasTextures {
  #source = new CanvasSource({ resource: document.createElement('canvas'), width: 1, height: 1 })
  /** The texture of the source itself, which every layer needs, also without a sprite. */
  readonly whole = new Texture({ source: this.#source })
  readonly #textures = new Map<Cell, Texture>()

  /** Its pictures were drawn again. */
  renew(atlas: HTMLCanvasElement): void {
    this.#dropTextures()
    this.#source.resource = atlas
    this.#source.resize(atlas.width, atlas.height, 1)
    this.#source.update()
  }

  find(cell: Cell): Texture {
    const known = this.#textures.get(cell)
    if (known) return known
    const frame = new Rectangle(cell.x, cell.y, cell.width, cell.height)
    const texture = new Texture({ source: this.#source, frame })
    this.#textures.set(cell, texture)
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
