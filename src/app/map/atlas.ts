// One canvas with every picture for a map's sprites: a tile for each variant and size, plates, and letters.
import type { SpaceVariant } from './mapSpace.ts'
import { INK, patterns, SELECTED_BLUE } from './patterns.ts'

export type TileVariant = SpaceVariant | 'ring'

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
  glyph(letter: string): Glyph | undefined
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
  if (!context) return undefined
  const { density, sizes } = order
  const variants: TileVariant[] = [...new Set<TileVariant>([...order.variants, 'selected', 'ring'])]
  const labelPx = Math.round(order.labelPx * density)
  const plateHeight = Math.round((order.labelPx + 5) * density)
  // the margin of an outline is drawn too, even if empty: each variant gets only what it needs
  const toMargin = (variant: TileVariant) =>
    Math.ceil((variant === 'ring' ? 7 : variant === 'selected' ? 6 : 1) * density)

  setLabelFont(context, labelPx, order.fontFamily)
  const advances = order.letters.map((letter) => Math.max(1, Math.round(context.measureText(letter).width)))
  const capHeight = context.measureText('H').actualBoundingBoxAscent
  const overhang = Math.ceil(2 * density)

  const fixed = [
    ...advances.map((advance) => ({ width: advance + 2 * overhang, height: plateHeight })),
    ...Array.from({ length: PLATE_STEPS }, (_, step) => ({
      width: Math.round((step + 2) * PLATE_STEP_PX * density),
      height: plateHeight,
    })),
  ]
  let tileScale = order.scale * density
  let packed: ReturnType<typeof pack>
  for (;;) {
    const scale = tileScale
    const tiles = sizes.flatMap((size) =>
      variants.map((variant) => ({
        width: Math.ceil(size.w * scale) + 2 * toMargin(variant),
        height: Math.ceil(size.h * scale) + 2 * toMargin(variant),
      })),
    )
    packed = pack([...fixed, ...tiles], ATLAS_SIDE)
    if (packed || tileScale < 0.01) break
    tileScale *= 0.8
  }
  if (!packed) return undefined
  const { cells } = packed
  canvas.width = ATLAS_SIDE
  canvas.height = Math.max(64, 2 ** Math.ceil(Math.log2(packed.height)))

  setLabelFont(context, labelPx, order.fontFamily)
  context.textBaseline = 'alphabetic'
  context.fillStyle = '#FFFFFF'
  const glyphs = new Map<string, Glyph>()
  order.letters.forEach((letter, position) => {
    const cell = cells[position]
    const advance = advances[position]
    if (!cell || advance === undefined) return
    context.fillText(letter, cell.x + overhang, cell.y + Math.round((plateHeight + capHeight) / 2))
    glyphs.set(letter, { ...cell, advance })
  })
  const plates = cells.slice(advances.length, advances.length + PLATE_STEPS)
  for (const cell of plates) {
    context.beginPath()
    context.roundRect(cell.x + 0.5, cell.y + 0.5, cell.width - 1, cell.height - 1, 4 * density)
    context.fill()
  }
  const firstTile = fixed.length
  sizes.forEach((size, sizePosition) => {
    variants.forEach((variant, variantPosition) => {
      const cell = cells[firstTile + sizePosition * variants.length + variantPosition]
      if (!cell) return
      context.save()
      context.beginPath()
      context.rect(cell.x, cell.y, cell.width, cell.height)
      context.clip()
      context.translate(cell.x + cell.width / 2, cell.y + cell.height / 2)
      context.scale(density, density)
      const scale = tileScale / density
      drawTile(context, variant, size.shape, size.w * scale, size.h * scale, order.labelPx)
      context.restore()
    })
  })

  const empty: Cell = { x: 0, y: 0, width: 1, height: 1 }
  return {
    canvas,
    order,
    tileScale,
    plateHeight,
    tile: (size, variant) =>
      cells[firstTile + size * variants.length + Math.max(0, variants.indexOf(variant))] ?? empty,
    plate: (width) =>
      plates[Math.max(0, Math.min(PLATE_STEPS - 1, Math.ceil(width / density / PLATE_STEP_PX) - 2))] ?? empty,
    glyph: (letter) => glyphs.get(letter),
  }
}

function outline(
  context: CanvasRenderingContext2D,
  shape: SizeClass['shape'],
  w: number,
  h: number,
  grow: number,
  radius: number,
) {
  context.beginPath()
  if (shape === 'circle') context.arc(0, 0, Math.max(0.5, w / 2 + grow), 0, 2 * Math.PI)
  else {
    const width = Math.max(1, w + 2 * grow)
    const height = Math.max(1, h + 2 * grow)
    context.roundRect(-width / 2, -height / 2, width, height, Math.max(0, radius + grow))
  }
}

/** Whether a selected space is high enough for a tick with its label below. */
export function holdsTickAndLabel(h: number, labelPx: number): boolean {
  return h >= labelPx * 2.3 + 6
}

/** Draws one tile around the origin, in CSS pixels. */
function drawTile(
  context: CanvasRenderingContext2D,
  variant: TileVariant,
  shape: SizeClass['shape'],
  w: number,
  h: number,
  labelPx: number,
) {
  const side = Math.min(w, h)
  const radius = Math.max(1, Math.min(6, side * 0.075))
  const line = side < 10 ? 0.75 : side < 24 ? 1 : Math.min(2.25, 1 + side / 60)
  if (variant === 'ring') {
    outline(context, shape, w, h, 3, radius)
    context.lineWidth = 6
    context.strokeStyle = '#FFFFFF'
    context.stroke()
    context.lineWidth = 3
    context.strokeStyle = SELECTED_BLUE
    context.stroke()
    return
  }
  const pattern = patterns[variant]
  if (variant === 'selected') {
    const ring = Math.max(2.5, Math.min(6, side * 0.09))
    outline(context, shape, w, h, ring - 1, radius)
    context.fillStyle = INK
    context.fill()
    const rim = side < 16 ? 1 : 2
    outline(context, shape, w, h, -Math.min(ring * 0.4, side * 0.08), radius * 0.5)
    context.fillStyle = pattern.ground
    context.fill()
    context.lineWidth = rim
    context.strokeStyle = '#FFFFFF'
    context.stroke()
    const labelled = holdsTickAndLabel(h, labelPx)
    drawTick(context, labelled ? -h * 0.2 : 0, labelled ? Math.min(w * 0.36, h * 0.3) : side * 0.55)
    return
  }
  outline(context, shape, w, h, -line / 2, radius)
  context.fillStyle = pattern.ground
  context.fill()
  if (variant === 'place') {
    context.beginPath()
    context.arc(0, 0, side * 0.18, 0, 2 * Math.PI)
    context.fillStyle = pattern.border
    context.fill()
  }
  if (pattern.strokes) {
    context.save()
    context.clip()
    drawStrokes(context, pattern.strokes, w, h, side)
    context.restore()
  }
  outline(context, shape, w, h, -line / 2, radius)
  context.lineWidth = line
  context.strokeStyle = pattern.border
  context.stroke()
}

function drawTick(context: CanvasRenderingContext2D, y: number, size: number) {
  context.beginPath()
  context.moveTo(-size * 0.5, y + size * 0.02)
  context.lineTo(-size * 0.16, y + size * 0.34)
  context.lineTo(size * 0.5, y - size * 0.36)
  context.lineWidth = Math.max(1, size * 0.2)
  context.strokeStyle = '#FFFFFF'
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.stroke()
}

function drawStrokes(
  context: CanvasRenderingContext2D,
  strokes: NonNullable<(typeof patterns)[SpaceVariant]['strokes']>,
  w: number,
  h: number,
  side: number,
) {
  // six periods across a space, fewer if they would look like plain grey
  const period = Math.max(side / 6, Math.min(7, side / 2))
  const reach = Math.hypot(w, h) / 2
  const weight = Math.max(0.8, period * strokes.weight)
  context.strokeStyle = strokes.colour
  context.fillStyle = strokes.colour
  context.lineWidth = weight
  context.beginPath()
  if (strokes.form === 'dots') {
    for (let y = period / 2; y < h / 2 + period; y += period) {
      for (let x = period / 2; x < w / 2 + period; x += period) {
        for (const [sx, sy] of [
          [x, y],
          [-x, y],
          [x, -y],
          [-x, -y],
        ] as const) {
          context.moveTo(sx + weight / 2, sy)
          context.arc(sx, sy, weight / 2, 0, 2 * Math.PI)
        }
      }
    }
    context.fill()
    return
  }
  if (strokes.form === 'diagonals') {
    const step = period * Math.SQRT2
    for (let at = -2 * reach; at <= 2 * reach; at += step) {
      context.moveTo(at - reach, reach)
      context.lineTo(at + reach, -reach)
    }
  }
  if (strokes.form === 'grid') {
    for (let x = period / 2; x < w / 2; x += period) {
      context.moveTo(x, -h / 2)
      context.lineTo(x, h / 2)
      context.moveTo(-x, -h / 2)
      context.lineTo(-x, h / 2)
    }
  }
  if (strokes.form === 'grid' || strokes.form === 'lines') {
    for (let y = period / 2; y < h / 2; y += period) {
      context.moveTo(-w / 2, y)
      context.lineTo(w / 2, y)
      context.moveTo(-w / 2, -y)
      context.lineTo(w / 2, -y)
    }
  }
  context.stroke()
}
