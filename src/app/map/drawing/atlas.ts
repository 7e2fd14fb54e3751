// One canvas with every picture for a map's sprites: a tile for each variant and size, plates, and letters.
import type { SpaceVariant } from '../mapSpace.ts'
import { INK } from '../patterns.ts'
import { drawTile, type TileVariant } from './tilePicture.ts'

export interface SizeClass {
  shape: 'box' | 'circle'
  /** Map units. */
  w: number
  h: number
}

/** A picture's place in the atlas, in device pixels. */
export interface Cell {
  x: number
  y: number
  width: number
  height: number
}

export interface Glyph extends Cell {
  /** Device pixels to the next letter. */
  advance: number
}

/** White ones stand on selected spaces. */
export type LetterColour = 'ink' | 'white'
const letterColours = { ink: INK, white: '#FFFFFF' } as const

export interface AtlasOrder {
  sizes: readonly SizeClass[]
  /** The variants of the spaces. `selected` and `ring` are always included. */
  variants: readonly SpaceVariant[]
  letters: readonly string[]
  /** CSS pixels per map unit at which tiles are drawn. */
  scale: number
  /** Device pixels per CSS pixel. */
  density: number
  labelPx: number
  fontFamily: string
}

export interface Atlas {
  canvas: HTMLCanvasElement
  order: AtlasOrder
  /** Device pixels per map unit of the tiles. Less than ordered if the canvas is too small. */
  tileScale: number
  tile(size: number, variant: TileVariant): Cell
  plate(width: number): Cell
  glyph(letter: string, colour: LetterColour): Glyph | undefined
  plateHeight: number
}

/** 4 million pixels, 16 MB: no problem even for a phone of 2018. */
export const ATLAS_SIDE = 2048
const GUTTER = 2
const PLATE_STEP_PX = 6
const PLATE_STEPS = 16

/** CSS pixels of a label at a scale: at least 14, and growing with the spaces. */
export function toLabelPx(typicalSide: number, scale: number): number {
  return Math.round(Math.max(14, Math.min(20, typicalSide * scale * 0.3)))
}

/** The scale for drawing tiles at a camera's scale: steps of √2, so that it seldom changes. */
export function toTileScale(cameraScale: number): number {
  return 2 ** (Math.ceil(2 * Math.log2(cameraScale) - 0.2) / 2)
}

/**
 * At most `limit` sizes for all outlines: each outline's own if there are few, otherwise the nearest of a
 * list with growing steps. Returns a size for each outline, in their order.
 */
export function groupSizes(
  outlines: readonly SizeClass[],
  limit: number,
): { sizes: SizeClass[]; of: number[] } {
  for (let rung = 0; ; rung = rung === 0 ? 0.04 : rung * 1.6) {
    const round = (side: number) => {
      const least = Math.max(1, side)
      return rung === 0 ? Math.round(least * 4) / 4 : Math.exp(Math.round(Math.log(least) / rung) * rung)
    }
    const seen = new Map<string, number>()
    const sizes: SizeClass[] = []
    const of = outlines.map((outline) => {
      const size = { shape: outline.shape, w: round(outline.w), h: round(outline.h) }
      const key = `${size.shape} ${size.w} ${size.h}`
      let position = seen.get(key)
      if (position === undefined) {
        position = sizes.length
        seen.set(key, position)
        sizes.push(size)
      }
      return position
    })
    if (sizes.length <= limit) return { sizes, of }
  }
}

/** Packs rectangles in rows on a square canvas; undefined if they do not fit. */
export function pack(
  rectangles: readonly { width: number; height: number }[],
  side: number,
): { cells: Cell[]; height: number } | undefined {
  const order = rectangles.map((_, position) => position)
  order.sort((a, b) => (rectangles[b]?.height ?? 0) - (rectangles[a]?.height ?? 0))
  const cells: Cell[] = []
  let x = 0
  let y = 0
  let shelf = 0
  for (const position of order) {
    const rectangle = rectangles[position]
    if (!rectangle) continue
    const width = rectangle.width + GUTTER
    const height = rectangle.height + GUTTER
    if (width > side) return undefined
    if (x + width > side) {
      x = 0
      y += shelf
      shelf = 0
    }
    shelf = Math.max(shelf, height)
    if (y + shelf > side) return undefined
    cells[position] = { x, y, width: rectangle.width, height: rectangle.height }
    x += width
  }
  return { cells, height: y + shelf }
}

const labelWeight = 700

function setLabelFont(context: CanvasRenderingContext2D, px: number, family: string) {
  // narrower letters if the font has them: more labels fit
  context.font = `${labelWeight} semi-condensed ${px}px ${family}`
}

/** Draws the atlas, on the given canvas if there is one. Undefined if no canvas can be drawn on. */
export function drawAtlas(order: AtlasOrder, reused?: HTMLCanvasElement): Atlas | undefined {
  const canvas = reused ?? document.createElement('canvas')
  const context = canvas.getContext('2d')
  const plan = context && planAtlas(context, order)
  if (!plan) return undefined
  const { density, letters } = order
  const { cells, variants, plateHeight, tileScale } = plan
  canvas.width = ATLAS_SIDE
  canvas.height = Math.max(64, 2 ** Math.ceil(Math.log2(plan.height)))
  const ink = drawLetters(context, order, plan, 'ink')
  const white = drawLetters(context, order, plan, 'white')
  const plates = cells.slice(2 * letters.length, 2 * letters.length + PLATE_STEPS)
  drawPlates(context, plates, density)
  const tiles = cells.slice(2 * letters.length + PLATE_STEPS)
  drawTiles(context, order, plan, tiles)
  const empty: Cell = { x: 0, y: 0, width: 1, height: 1 }
  return {
    canvas,
    order,
    tileScale,
    plateHeight,
    tile: (size, variant) => tiles[size * variants.length + Math.max(0, variants.indexOf(variant))] ?? empty,
    plate: (width) =>
      plates[Math.max(0, Math.min(PLATE_STEPS - 1, Math.ceil(width / density / PLATE_STEP_PX) - 2))] ?? empty,
    glyph: (letter, colour) => (colour === 'ink' ? ink : white).get(letter),
  }
}

/** Where everything goes. All lengths are device pixels. */
interface AtlasPlan {
  readonly variants: readonly TileVariant[]
  /** Letters in each colour, then plates, then the tiles of each size in the order of the variants. */
  readonly cells: readonly Cell[]
  readonly height: number
  readonly advances: readonly number[]
  readonly capHeight: number
  /** What a letter may reach beyond its advance, on each side. */
  readonly overhang: number
  readonly labelPx: number
  readonly plateHeight: number
  readonly tileScale: number
}

function planAtlas(context: CanvasRenderingContext2D, order: AtlasOrder): AtlasPlan | undefined {
  const { density } = order
  const variants: TileVariant[] = [...new Set<TileVariant>([...order.variants, 'selected', 'ring'])]
  const labelPx = Math.round(order.labelPx * density)
  const plateHeight = Math.round((order.labelPx + 5) * density)
  const overhang = Math.ceil(2 * density)
  setLabelFont(context, labelPx, order.fontFamily)
  const advances = order.letters.map((letter) => Math.max(1, Math.round(context.measureText(letter).width)))
  const capHeight = context.measureText('H').actualBoundingBoxAscent
  const letters = advances.map((advance) => ({ width: advance + 2 * overhang, height: plateHeight }))
  const plates = Array.from({ length: PLATE_STEPS }, (_, step) => ({
    width: Math.round((step + 2) * PLATE_STEP_PX * density),
    height: plateHeight,
  }))
  const packed = packWithTiles([...letters, ...letters, ...plates], order, variants)
  return packed && { ...packed, variants, advances, capHeight, overhang, labelPx, plateHeight }
}

/** Makes the tiles smaller until they fit. */
function packWithTiles(
  fixed: readonly { width: number; height: number }[],
  { sizes, scale, density }: AtlasOrder,
  variants: readonly TileVariant[],
): Pick<AtlasPlan, 'cells' | 'height' | 'tileScale'> | undefined {
  for (let tileScale = scale * density; ; tileScale *= 0.8) {
    const tiles = sizes.flatMap((size) =>
      variants.map((variant) => ({
        width: Math.ceil(size.w * tileScale) + 2 * toMargin(variant, density),
        height: Math.ceil(size.h * tileScale) + 2 * toMargin(variant, density),
      })),
    )
    const packed = pack([...fixed, ...tiles], ATLAS_SIDE)
    if (packed) return { ...packed, tileScale }
    if (tileScale < 0.01) return undefined
  }
}

/** The margin of an outline is drawn too, even if empty: each variant gets only what it needs. */
function toMargin(variant: TileVariant, density: number): number {
  return Math.ceil((variant === 'ring' ? 7 : variant === 'selected' ? 6 : 1) * density)
}

function drawLetters(
  context: CanvasRenderingContext2D,
  order: AtlasOrder,
  { cells, advances, capHeight, overhang, labelPx, plateHeight }: AtlasPlan,
  colour: LetterColour,
): Map<string, Glyph> {
  setLabelFont(context, labelPx, order.fontFamily)
  context.textBaseline = 'alphabetic'
  context.fillStyle = letterColours[colour]
  const from = colour === 'ink' ? 0 : order.letters.length
  const glyphs = new Map<string, Glyph>()
  order.letters.forEach((letter, position) => {
    const cell = cells[from + position]
    const advance = advances[position]
    if (!cell || advance === undefined) return
    context.fillText(letter, cell.x + overhang, cell.y + Math.round((plateHeight + capHeight) / 2))
    glyphs.set(letter, { ...cell, advance })
  })
  return glyphs
}

function drawPlates(context: CanvasRenderingContext2D, plates: readonly Cell[], density: number): void {
  context.fillStyle = '#FFFFFF'
  for (const cell of plates) {
    context.beginPath()
    context.roundRect(cell.x + 0.5, cell.y + 0.5, cell.width - 1, cell.height - 1, 4 * density)
    context.fill()
  }
}

function drawTiles(
  context: CanvasRenderingContext2D,
  { sizes, density, labelPx }: AtlasOrder,
  { variants, tileScale }: AtlasPlan,
  tiles: readonly Cell[],
): void {
  const scale = tileScale / density
  sizes.forEach((size, sizePosition) => {
    variants.forEach((variant, variantPosition) => {
      const cell = tiles[sizePosition * variants.length + variantPosition]
      if (!cell) return
      context.save()
      context.beginPath()
      context.rect(cell.x, cell.y, cell.width, cell.height)
      context.clip()
      context.translate(cell.x + cell.width / 2, cell.y + cell.height / 2)
      context.scale(density, density)
      drawTile(context, variant, size.shape, size.w * scale, size.h * scale, labelPx)
      context.restore()
    })
  })
}
