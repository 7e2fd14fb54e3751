// Paints a map with Canvas2D: at once, and on every device.
import type { Camera } from '../camera.ts'
import { GROUND, OUTSIDE } from '../patterns.ts'
import { type Bounds, MAP_HEIGHT, MAP_WIDTH } from '../space.ts'
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
  readonly wantsReserve = false
  readonly canvas = document.createElement('canvas')
  readonly #context = this.canvas.getContext('2d', { alpha: false })
  readonly #layers: Layers = { tiles: [], labels: [], rings: [] }
  #atlas: HTMLCanvasElement | undefined
  #picture: Picture | null = null
  #density = 1
  /** For which camera the canvas was painted. Undefined if that shows something else by now. */
  #painted: Camera | undefined

  constructor() {
    this.canvas.dataset.painter = 'canvas'
  }

  resize(width: number, height: number, density: number): void {
    this.#density = density
    this.#painted = undefined
    this.canvas.width = Math.round(width * density)
    this.canvas.height = Math.round(height * density)
    this.canvas.style.width = `${width}px`
    this.canvas.style.height = `${height}px`
  }

  setAtlas(atlas: HTMLCanvasElement): void {
    this.#atlas = atlas
    this.#painted = undefined
  }

  setPicture(picture: Picture | null): void {
    this.#picture = picture
    this.#painted = undefined
  }

  setLayer(name: LayerName, sprites: readonly Sprite[]): void {
    this.#layers[name] = sprites
    // of another part of the map, whose labels stand where they stood
    if (name !== 'labels') this.#painted = undefined
  }

  paint(camera: Camera, part: Part): void {
    const context = this.#context
    if (context === null) return
    const { width, height } = this.canvas
    const before = this.#painted
    this.#painted = camera
    const dx = before === undefined ? width : Math.round((camera.x - before.x) * this.#density)
    const dy = before === undefined ? height : Math.round((camera.y - before.y) * this.#density)
    if (before?.scale !== camera.scale || Math.abs(dx) >= width || Math.abs(dy) >= height) {
      const [left, top] = [part.x * this.#density, part.y * this.#density]
      this.#paintPart(context, camera, {
        left,
        top,
        right: left + part.width * this.#density,
        bottom: top + part.height * this.#density,
      })
      return
    }
    // a pan: what is in sight is moved, and only what comes into sight is painted
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.drawImage(this.canvas, dx, dy)
    if (dx !== 0) {
      const [left, right] = dx > 0 ? [0, dx] : [width + dx, width]
      this.#paintPart(context, camera, { left, top: 0, right, bottom: height })
    }
    if (dy !== 0) {
      const [top, bottom] = dy > 0 ? [0, dy] : [height + dy, height]
      this.#paintPart(context, camera, { left: 0, top, right: width, bottom })
    }
  }

  #paintPart(context: CanvasRenderingContext2D, { scale, x, y }: Camera, bounds: Bounds): void {
    const density = this.#density
    const view = { scale: scale * density, x: x * density, y: y * density, ...bounds }
    const { left, top, right, bottom } = bounds
    context.save()
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.beginPath()
    context.rect(left, top, right - left, bottom - top)
    context.clip()
    context.fillStyle = this.#picture === null ? GROUND : OUTSIDE
    context.fillRect(left, top, right - left, bottom - top)
    if (this.#picture !== null) {
      context.imageSmoothingQuality = 'medium'
      context.setTransform(view.scale, 0, 0, view.scale, view.x, view.y)
      context.drawImage(this.#picture, 0, 0, MAP_WIDTH, MAP_HEIGHT)
      context.imageSmoothingQuality = 'low'
    }
    if (this.#atlas !== undefined) {
      for (const name of layerNames) paintSprites(context, this.#atlas, this.#layers[name], view)
    }
    context.restore()
  }

  end(): void {
    this.canvas.remove()
    // gives its memory back at once
    this.canvas.width = 0
  }
}

/** All in device pixels of the canvas. */
type View = Camera & Bounds

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
