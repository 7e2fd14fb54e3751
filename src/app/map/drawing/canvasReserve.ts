// The canvas, larger than the stage: a pan moves it, and draws again only when this reserve is used up.
import type { Container, WebGLRenderer } from 'pixi.js'

/** The reserve on every side, as a share of the stage. */
const SPARE = 0.2

export class CanvasReserve {
  readonly #renderer: WebGLRenderer
  readonly #stage: Container
  #width = 0
  #height = 0
  #x = 0
  #y = 0

  constructor(renderer: WebGLRenderer, stage: Container) {
    this.#renderer = renderer
    this.#stage = stage
  }

  /** CSS pixels on the left and on the right. */
  get x(): number {
    return this.#x
  }

  /** CSS pixels above and below. */
  get y(): number {
    return this.#y
  }

  /** Of the stage, without the reserve. */
  get width(): number {
    return this.#width
  }

  get height(): number {
    return this.#height
  }

  /** The reserve is drawn with the first pan: without it the map is ready sooner. */
  resize(width: number, height: number): void {
    this.#width = width
    this.#height = height
    this.#x = 0
    this.#y = 0
    this.#renderer.resize(width, height, toDensity())
  }

  /** Makes the canvas larger, if it is not yet. */
  add(): void {
    if (this.#x !== 0) return
    const density = this.#renderer.resolution
    this.#x = Math.round(this.#width * SPARE * density) / density
    this.#y = Math.round(this.#height * SPARE * density) / density
    this.#renderer.resize(this.#width + 2 * this.#x, this.#height + 2 * this.#y, density)
  }

  /** A pan so far needs no new drawing. */
  holds(dx: number, dy: number): boolean {
    return Math.abs(dx) <= this.#x && Math.abs(dy) <= this.#y
  }

  /** Moves what is drawn, from where it was drawn. */
  shift(dx: number, dy: number): void {
    this.#renderer.canvas.style.transform = `translate(${dx - this.#x}px, ${dy - this.#y}px)`
  }

  /** Draws the stage alone, or the reserve too. */
  render(isStageOnly: boolean): void {
    const { gl, resolution: density } = this.#renderer
    if (isStageOnly) {
      gl.enable(gl.SCISSOR_TEST)
      gl.scissor(
        this.#x * density,
        this.#y * density,
        Math.ceil(this.#width * density),
        Math.ceil(this.#height * density),
      )
    }
    this.#renderer.render({ container: this.#stage })
    gl.disable(gl.SCISSOR_TEST)
  }
}

/** Above 3 nobody sees a difference, and the pixels grow with the square. */
export function toDensity(): number {
  return Math.max(1, Math.min(3, globalThis.devicePixelRatio || 1))
}
