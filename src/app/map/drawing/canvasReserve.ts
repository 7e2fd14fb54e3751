// The canvas, larger than the stage: a pan moves it, and draws again only when this reserve is used up.
import type { Camera } from '../camera.ts'
import type { Painter } from './painter.ts'

/** The reserve on every side, as a share of the stage. */
const SPARE = 0.2

export class CanvasReserve {
  #painter: Painter
  #density = 1
  #width = 0
  #height = 0
  #x = 0
  #y = 0

  constructor(painter: Painter) {
    this.#painter = painter
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

  /** Device pixels per CSS pixel. */
  get density(): number {
    return this.#density
  }

  /** The reserve is drawn with the first pan: without it the map is ready sooner. */
  resize(width: number, height: number): void {
    this.#density = toDensity()
    this.#width = width
    this.#height = height
    this.#x = 0
    this.#y = 0
    this.#resizeCanvas()
  }

  /** Makes the canvas larger, if it is not yet. */
  add(): void {
    if (this.#x !== 0) return
    this.#x = Math.round(this.#width * SPARE * this.#density) / this.#density
    this.#y = Math.round(this.#height * SPARE * this.#density) / this.#density
    this.#resizeCanvas()
  }

  use(painter: Painter): void {
    this.#painter = painter
    this.resize(this.#width, this.#height)
  }

  /** A pan so far needs no new drawing. */
  holds(dx: number, dy: number): boolean {
    return Math.abs(dx) <= this.#x && Math.abs(dy) <= this.#y
  }

  /** Moves what is drawn, from where it was drawn. */
  shift(dx: number, dy: number): void {
    this.#painter.canvas.style.transform = `translate(${dx - this.#x}px, ${dy - this.#y}px)`
  }

  /** Draws the stage alone, or the reserve too. */
  paint({ scale, x, y }: Camera, isStageOnly: boolean): void {
    const [left, top] = isStageOnly ? [0, 0] : [this.#x, this.#y]
    this.#painter.paint(
      { scale, x: x + this.#x, y: y + this.#y },
      {
        x: this.#x - left,
        y: this.#y - top,
        width: this.#width + 2 * left,
        height: this.#height + 2 * top,
      },
    )
    this.shift(0, 0)
  }

  #resizeCanvas(): void {
    this.#painter.resize(this.#width + 2 * this.#x, this.#height + 2 * this.#y, this.#density)
  }
}

/** Above 3 nobody sees a difference, and the pixels grow with the square. */
function toDensity(): number {
  return Math.max(1, Math.min(3, globalThis.devicePixelRatio || 1))
}
