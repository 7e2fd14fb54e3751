// How a map's sprites come onto a canvas. Each way of painting shows the same picture: Canvas2D is there at once, and
// WebGL takes over when it is ready, for movements.
import type { Camera } from '../camera.ts'
import type { Cell } from './atlas.ts'

/** A picture of the atlas on the map: its middle in map units, and map units for each of its pixels. */
export interface Sprite {
  readonly cell: Cell
  readonly x: number
  readonly y: number
  /** Radians clockwise. */
  readonly rotation: number
  readonly scaleX: number
  readonly scaleY: number
}

/** From below to above. */
export const layerNames = ['tiles', 'labels', 'rings'] as const
export type LayerName = (typeof layerNames)[number]
export type Layers = Record<LayerName, readonly Sprite[]>

/** What lies below the spaces. */
export type Picture = HTMLImageElement

/** Of the canvas, in CSS pixels. */
export interface Part {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Painter {
  readonly canvas: HTMLCanvasElement
  /** A pan is cheaper for it on a canvas that is larger than the stage. */
  readonly wantsReserve: boolean
  resize(width: number, height: number, density: number): void
  /** All pictures of sprites. It is called again when they are drawn again. */
  setAtlas(atlas: HTMLCanvasElement): void
  setPicture(picture: Picture | null): void
  setLayer(name: LayerName, sprites: readonly Sprite[]): void
  /** At least this part of the canvas. */
  paint(camera: Camera, part: Part): void
  end(): void
}
