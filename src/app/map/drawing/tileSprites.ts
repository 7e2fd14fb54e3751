// The sprites of the spaces themselves: a tile for each, and a ring around those that something points at.
import type { DrawnSpace } from '../mapSpace.ts'
import type { Atlas } from './atlas.ts'
import type { Sprite } from './painter.ts'
import type { PictureNeeds } from './pictureNeeds.ts'
import type { TileVariant } from './tilePicture.ts'

export interface DrawnMap {
  readonly spaces: readonly DrawnSpace[]
  readonly needs: PictureNeeds
  /** Undefined as long as it has to be drawn. */
  readonly atlas: Atlas | undefined
}

/** The tiles of all spaces. A space that is drawn as before keeps its sprite. */
export class TileSprites {
  #known: readonly { readonly space: DrawnSpace; readonly sprite: Sprite | undefined }[] = []

  /** Selected spaces lie above all others. */
  list(map: DrawnMap): Sprite[] {
    const known = this.#known
    this.#known = map.spaces.map((space, position) => {
      const before = known[position]
      return before?.space === space
        ? before
        : { space, sprite: toSprite(map, space, position, space.variant) }
    })
    const beneath: Sprite[] = []
    const above: Sprite[] = []
    for (const { space, sprite } of this.#known) {
      if (sprite) (space.variant === 'selected' ? above : beneath).push(sprite)
    }
    return beneath.concat(above)
  }

  /** The pictures were drawn again, or others are needed. */
  forget(): void {
    this.#known = []
  }
}

export function toRings(map: DrawnMap, ringed: ReadonlySet<number>): Sprite[] {
  const sprites: Sprite[] = []
  map.spaces.forEach((space, position) => {
    const ring = ringed.has(space.id) ? toSprite(map, space, position, 'ring') : undefined
    if (ring) sprites.push(ring)
  })
  return sprites
}

/** Undefined before an atlas is drawn. */
function toSprite(
  { needs, atlas }: DrawnMap,
  { place }: DrawnSpace,
  position: number,
  variant: TileVariant,
): Sprite | undefined {
  const size = needs.sizeOf[position] ?? 0
  const outline = needs.sizes[size]
  if (!atlas || !outline) return undefined
  return {
    cell: atlas.tile(size, variant),
    x: place.x,
    y: place.y,
    rotation: place.angle,
    scaleX: Math.max(1, place.w) / outline.w / atlas.tileScale,
    scaleY: Math.max(1, place.h) / outline.h / atlas.tileScale,
  }
}
