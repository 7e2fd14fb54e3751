// The sprites of the spaces themselves: a tile for each, and a ring around those that something points at.
import { Particle } from 'pixi.js'
import type { DrawnSpace } from '../mapSpace.ts'
import type { AtlasTextures } from './atlasTextures.ts'
import type { PictureNeeds } from './pictureNeeds.ts'
import type { TileVariant } from './tilePicture.ts'

export interface DrawnMap {
  readonly spaces: readonly DrawnSpace[]
  readonly needs: PictureNeeds
  readonly textures: AtlasTextures
}

/** The tiles of all spaces. A space that is drawn as before keeps its sprite. */
export class TileSprites {
  #known: readonly { readonly space: DrawnSpace; readonly sprite: Particle | undefined }[] = []

  /** Selected spaces lie above all others. */
  list(map: DrawnMap): Particle[] {
    const known = this.#known
    this.#known = map.spaces.map((space, position) => {
      const before = known[position]
      return before?.space === space
        ? before
        : { space, sprite: toSprite(map, space, position, space.variant) }
    })
    const beneath: Particle[] = []
    const above: Particle[] = []
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

export function toRings(map: DrawnMap, ringed: ReadonlySet<number>): Particle[] {
  const sprites: Particle[] = []
  map.spaces.forEach((space, position) => {
    const ring = ringed.has(space.id) ? toSprite(map, space, position, 'ring') : undefined
    if (ring) sprites.push(ring)
  })
  return sprites
}

/** Undefined before an atlas is drawn. */
function toSprite(
  { needs, textures }: DrawnMap,
  { place }: DrawnSpace,
  position: number,
  variant: TileVariant,
): Particle | undefined {
  const { atlas } = textures
  const size = needs.sizeOf[position] ?? 0
  const outline = needs.sizes[size]
  if (!atlas || !outline) return undefined
  return new Particle({
    texture: textures.find(`${size} ${variant}`, atlas.tile(size, variant)),
    x: place.x,
    y: place.y,
    anchorX: 0.5,
    anchorY: 0.5,
    rotation: place.angle,
    scaleX: Math.max(1, place.w) / outline.w / atlas.tileScale,
    scaleY: Math.max(1, place.h) / outline.h / atlas.tileScale,
  })
}
