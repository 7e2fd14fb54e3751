// Paints a map with Canvas2D: at once, and on every device.
import type { Camera } from '../camera.ts'
import { GROUND, OUTSIDE } from '../patterns.ts'
import { MAP_HEIGHT, MAP_WIDTH } from '../space.ts'
import {
  type LayerName,
  type Layers,
  layerNames,
  type Painter,
  type Part,
  type Picture,
  type Sprite,
} from './painter.ts'

export class CanvasPainter implements Painter {
  readonly canvas = document.createElement('canvas')
  readonly #context = this.canvas.getContext('2d', { alpha: false })
  readonly #layers: Layers = { tiles: [], labels: [], rings: [] }
  #atlas: HTMLCanvasElement | undefined
  #picture: Picture | null = null
  #density = 1

  constructor() {
    this.canvas.dataset.painter = 'canvas'
  }

  resize(width: number, height: number, density: number): void {
    this.#density = density
    this.canvas.width = Math.round(width * density)
    this.canvas.height = Math.round(height * density)
    this.canvas.style.width = `${width}px`
    this.canvas.style.height = `${height}px`
  }

  setAtlas(atlas: HTMLCanvasElement): void {
    this.#atlas = atlas
  }

  setPicture(picture: Picture | null): void {
    this.#picture = picture
  }

  setLayer(name: LayerName, sprites: readonly Sprite[]): void {
    this.#layers[name] = sprites
  }

  paint({ scale, x, y }: Camera, part: Part): void {
    const context = this.#context
    if (context === null) return
    const density = this.#density
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.fillStyle = this.#picture === null ? GROUND : OUTSIDE
    context.fillRect(part.x * density, part.y * density, part.width * density, part.height * density)
    const view: View = {
      scale: scale * density,
      x: x * density,
      y: y * density,
      left: part.x * density,
      top: part.y * density,
      right: (part.x + part.width) * density,
      bottom: (part.y + part.height) * density,
    }
    if (this.#picture !== null) {
      context.imageSmoothingQuality = 'medium'
      context.setTransform(view.scale, 0, 0, view.scale, view.x, view.y)
      context.drawImage(this.#picture, 0, 0, MAP_WIDTH, MAP_HEIGHT)
      context.imageSmoothingQuality = 'low'
    }
    if (this.#atlas === undefined) return
    for (const name of layerNames) paintSprites(context, this.#atlas, this.#layers[name], view)
  }

  end(): void {
    this.canvas.remove()
    // gives its memory back at once
    this.canvas.width = 0
  }
}

/** All in device pixels of the canvas. */
interface View extends Camera {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

function paintSprites(
  context: CanvasRenderingContext2D,
  atlas: HTMLCanvasElement,
  sprites: readonly Sprite[],
  { scale, x, y, left, top, right, bottom }: View,
): void {
  for (const { cell, x: atX, y: atY, rotation, scaleX, scaleY } of sprites) {
    const middleX = atX * scale + x
    const middleY = atY * scale + y
    const reach = Math.max(cell.width * scaleX, cell.height * scaleY) * scale
    if (
      middleX + reach < left ||
      middleX - reach > right ||
      middleY + reach < top ||
      middleY - reach > bottom
    )
      continue
    const cos = Math.cos(rotation) * scale
    const sin = Math.sin(rotation) * scale
    context.setTransform(cos * scaleX, sin * scaleX, -sin * scaleY, cos * scaleY, middleX, middleY)
    const { width, height } = cell
    context.drawImage(atlas, cell.x, cell.y, width, height, -width / 2, -height / 2, width, height)
  }
}
