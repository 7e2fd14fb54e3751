// The labels of the spaces. Letters keep their size at every scale: they are laid out in device pixels.
import type { DrawnSpace } from '../mapSpace.ts'
import { type Bounds, keepWithin, MAP_WIDTH } from '../space.ts'
import type { Atlas, Cell } from './atlas.ts'
import type { Sprite } from './painter.ts'
import type { LabelWidths } from './pictureNeeds.ts'
import { holdsTickAndLabel } from './tilePicture.ts'
import type { DrawnMap } from './tileSprites.ts'

/** If more labels than this are on the stage, nobody can read them. */
const LABEL_LIMIT = 2500
/** CSS pixels between a label and the edge of its plate. */
const PADDING_PX = 3

export interface LabelView {
  /** CSS pixels per map unit. */
  readonly scale: number
  /** Device pixels per CSS pixel. */
  readonly density: number
  /** The part of the map that is drawn, in map units. */
  readonly bounds: Bounds
}

/** What all labels of one drawing share. */
interface Pen extends DrawnMap {
  readonly atlas: Atlas
  readonly widths: LabelWidths
  readonly density: number
  readonly bounds: Bounds
  /** Map units of a device pixel. */
  readonly unit: number
  /** In device pixels. */
  readonly padding: number
}

/** In device pixels of the whole map. */
interface Label {
  readonly space: DrawnSpace
  readonly width: number
  readonly middleX: number
  readonly middleY: number
  /** How far below the middle of its space it stands. */
  readonly drop: number
  readonly isSelected: boolean
}

/** Plates first: letters lie above all of them. Undefined before an atlas is drawn. */
export function toLabels(map: DrawnMap, widths: LabelWidths, view: LabelView): Sprite[] | undefined {
  const { atlas } = map
  if (!atlas) return undefined
  const { scale, density, bounds } = view
  const unit = 1 / (scale * density)
  const pen: Pen = { ...map, atlas, widths, density, bounds, unit, padding: PADDING_PX * density }
  const plates: Sprite[] = []
  const words: Sprite[] = []
  let count = 0
  for (const [position, space] of map.spaces.entries()) {
    const label = findLabel(pen, space, position)
    if (label === undefined) continue
    if (++count > LABEL_LIMIT) break
    const plate = findPlate(pen, label)
    if (plate) plates.push(plate)
    addLetters(pen, label, words)
  }
  return plates.concat(words)
}

/** Undefined where the label is out of sight, or has no room. */
function findLabel(pen: Pen, space: DrawnSpace, position: number): Label | undefined {
  const { atlas, unit, density, padding, widths, needs } = pen
  const { place, isPlace } = space
  const width = widths.own[position] ?? 0
  const halfW = isPlace ? ((width + 2 * padding) * unit) / 2 : place.w / 2
  // the name of a place at the map's edge does not leave the map
  const centreX = isPlace ? keepWithin(place.x, halfW, MAP_WIDTH) : place.x
  if (width === 0 || !isInSight(pen.bounds, space, centreX, halfW)) return undefined
  const isSelected = space.variant === 'selected' && !isPlace
  if (!isPlace) {
    const widest = Math.max(width, widths.widest[needs.sizeOf[position] ?? 0] ?? 0)
    if (place.h / unit < atlas.plateHeight + 2 * density) return undefined
    if (isSelected && !holdsTickAndLabel(place.h * atlas.order.scale, atlas.order.labelPx)) return undefined
    if (widest + 2 * padding > place.w / unit - 2 * density) return undefined
  }
  // whole device pixels make letters as sharp as the page's own
  const middleX = Math.round(centreX / unit)
  const middleY = Math.round(place.y / unit)
  return { space, width, middleX, middleY, drop: toDrop(pen, space, isSelected), isSelected }
}

function isInSight({ left, top, right, bottom }: Bounds, { place }: DrawnSpace, x: number, halfW: number) {
  const halfH = Math.max(halfW, place.w / 2)
  return x + halfW >= left && x - halfW <= right && place.y + halfH >= top && place.y - halfH <= bottom
}

/** The name of a place stands below it, the label of a selected space below its tick. */
function toDrop({ atlas, unit, density }: Pen, { place, isPlace }: DrawnSpace, isSelected: boolean): number {
  if (isPlace) return Math.round(place.h / unit / 2 + atlas.plateHeight / 2 + density)
  return isSelected ? (place.h * 0.2) / unit : 0
}

/** The white plate that makes a label readable on a pattern. */
function findPlate(pen: Pen, label: Label): Sprite | undefined {
  const { space, width } = label
  if (space.variant === 'free' || label.isSelected) return undefined
  const roomW = space.place.w / pen.unit
  const least = width + 2 * pen.padding
  const wanted = space.isPlace ? least : Math.min(roomW - 4 * pen.density, Math.max(least, roomW * 0.62))
  const cell = pen.atlas.plate(wanted)
  const stretch = space.isPlace ? wanted / cell.width : Math.min(1, wanted / cell.width)
  return put(pen, label, { cell, stretch })
}

function addLetters(pen: Pen, label: Label, words: Sprite[]): void {
  const colour = label.isSelected ? 'white' : 'ink'
  let x = -Math.round(label.width / 2)
  for (const letter of label.space.label) {
    const cell = pen.atlas.glyph(letter, colour)
    if (!cell) continue
    words.push(put(pen, label, { cell, dx: x + Math.floor(cell.advance / 2) }))
    x += cell.advance
  }
}

interface Part {
  readonly cell: Cell
  /** Device pixels from the label's middle, along its line. */
  readonly dx?: number
  readonly stretch?: number
}

function put(
  { unit }: Pen,
  { space: { place }, middleX, middleY, drop }: Label,
  { cell, dx = 0, stretch = 1 }: Part,
): Sprite {
  const cos = Math.cos(place.angle)
  const sin = Math.sin(place.angle)
  const x = dx * cos - drop * sin
  const y = dx * sin + drop * cos
  return {
    cell,
    x: (middleX + x + ((cell.width % 2) * cos) / 2) * unit,
    y: (middleY + y + ((cell.height % 2) * cos) / 2) * unit,
    rotation: place.angle,
    scaleX: unit * stretch,
    scaleY: unit,
  }
}
