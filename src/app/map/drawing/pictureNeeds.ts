// Which pictures the spaces of a map need in the atlas: their sizes, variants and letters.
import type { DrawnSpace, SpaceVariant } from '../mapSpace.ts'
import { findTypicalSide } from '../space.ts'
import { type Atlas, groupSizes, type SizeClass } from './atlas.ts'

const SIZE_LIMIT = 24

export interface PictureNeeds {
  readonly sizes: readonly SizeClass[]
  /** The size of each space, in their order. */
  readonly sizeOf: readonly number[]
  readonly variants: readonly SpaceVariant[]
  readonly letters: readonly string[]
  readonly typicalSide: number
  /** All labels in one text, to notice a change. */
  readonly labels: string | undefined
}

export const noNeeds: PictureNeeds = {
  sizes: [],
  sizeOf: [],
  variants: [],
  letters: [],
  typicalSide: 40,
  labels: undefined,
}

/** The atlas of these needs has every variant of the spaces. `selected` is in every atlas. */
export function hasVariants(needs: PictureNeeds, spaces: readonly DrawnSpace[]): boolean {
  return spaces.every(({ variant }) => variant === 'selected' || needs.variants.includes(variant))
}

/** What the spaces need now, and whether an atlas that was drawn for `before` still serves. */
export function findNeeds(
  spaces: readonly DrawnSpace[],
  before: PictureNeeds,
): { needs: PictureNeeds; isServed: boolean } {
  const outlines = spaces.map((space) => space.place)
  const labels = spaces.map((space) => space.label).join(' ')
  const { sizes, of: sizeOf } = groupSizes(outlines, SIZE_LIMIT)
  const isServed =
    labels === before.labels &&
    JSON.stringify(sizes) === JSON.stringify(before.sizes) &&
    hasVariants(before, spaces)
  if (isServed) return { needs: { ...before, sizeOf }, isServed }
  const needs = {
    sizes,
    sizeOf,
    variants: [...new Set(spaces.map((space) => space.variant))].sort(),
    letters: [...new Set(spaces.flatMap((space) => [...space.label]))],
    typicalSide: findTypicalSide(outlines),
    labels,
  }
  return { needs, isServed }
}

/** Device pixels of each space's label, and of the widest label for spaces of a size. */
export interface LabelWidths {
  readonly own: readonly number[]
  readonly widest: readonly number[]
}

/** Spaces of one size all show their labels, or none does. The longest tenth is ignored for this. */
export function measureLabels(
  spaces: readonly DrawnSpace[],
  { sizes, sizeOf }: PictureNeeds,
  { glyph }: Atlas,
): LabelWidths {
  const bySize: number[][] = sizes.map(() => [])
  const own = spaces.map((space, position) => {
    let width = 0
    for (const letter of space.label) width += glyph(letter, 'ink')?.advance ?? 0
    if (!space.isPlace) bySize[sizeOf[position] ?? 0]?.push(width)
    return width
  })
  const widest = bySize.map((widths) => widths.sort((a, b) => a - b)[Math.floor(widths.length * 0.9)] ?? 0)
  return { own, widest }
}
