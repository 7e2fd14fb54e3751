// Draws the map with Pixi: sprites from one atlas in one render group, and a picture below them.
import {
  type Application,
  CanvasSource,
  Container,
  ImageSource,
  Particle,
  ParticleContainer,
  Rectangle,
  Texture,
  type WebGLRenderer,
} from 'pixi.js'
import {
  type Atlas,
  type Cell,
  drawAtlas,
  groupSizes,
  holdsTickAndLabel,
  type SizeClass,
  type TileVariant,
  toLabelPx,
  toTileScale,
} from './atlas.ts'
import type { Camera } from './camera.ts'
import type { Surface } from './mapControl.ts'
import { makeShader } from './mapShader.ts'
import type { DrawnSpace, SpaceVariant } from './mapSpace.ts'
import { GROUND, INK, OUTSIDE } from './patterns.ts'
import { findTypicalSide, keepWithin, MAP_HEIGHT, MAP_WIDTH } from './space.ts'

export interface Scene extends Surface {
  end(): void
}

/** The state of the picture under the spaces. `shown` only after a frame with it was drawn. */
export type PictureState = 'none' | 'loading' | 'shown' | 'failed'

const SIZE_LIMIT = 24
/**
 * The canvas is larger than the stage by this share on every side. A pan moves the drawn canvas and draws
 * again only when this reserve is used up.
 */
const SPARE = 0.2
/** If more letters than this are on the stage, nobody can read them. */
const LABEL_LIMIT = 2500
/** Every device with WebGL supports a texture of this size. */
const LARGEST_PICTURE = 4096
const LEAST_SHRINK = 0.4
const MOST_STRETCH = 1.6

const inkTint = Number.parseInt(INK.slice(1), 16)

export function createScene(
  app: Application,
  fontFamily: string,
  onPicture: (state: PictureState) => void,
): Scene {
  const { renderer } = app
  // nothing moves relative to the map: a pan changes one matrix only
  const still = { vertex: false, position: false, rotation: false, uvs: false, color: false }
  const shader = makeShader()
  const world = new Container({ isRenderGroup: true })
  const ground = new ParticleContainer({ dynamicProperties: still, shader })
  const tiles = new ParticleContainer({ dynamicProperties: still, shader })
  const labels = new ParticleContainer({ dynamicProperties: still, shader })
  const rings = new ParticleContainer({ dynamicProperties: still, shader })
  world.addChild(ground, tiles, labels, rings)
  app.stage.addChild(world)

  const source = new CanvasSource({ resource: document.createElement('canvas'), width: 1, height: 1 })
  const whole = new Texture({ source })
  const textures = new Map<string, Texture>()
  for (const part of [tiles, labels, rings]) part.texture = whole
  let pictureTexture: Texture | undefined
  let pictureUrl: string | null = null

  let spaces: readonly DrawnSpace[] = []
  let ringed: ReadonlySet<number> = new Set()
  let sizes: SizeClass[] = []
  let sizeOf: number[] = []
  let variants: SpaceVariant[] = []
  let letters: string[] = []
  let typicalSide = 40
  let labelKey: string | undefined
  /** Device pixels of each space's label, and of the widest label for spaces of a size. */
  let labelWidths: number[] = []
  let widestOf: number[] = []
  let atlas: Atlas | undefined
  let tilesStale = false
  let ringsStale = false
  /** The camera for which labels and canvas were drawn; undefined if either must be drawn again. */
  let drawn: Camera | undefined
  /** Only the visible part was drawn, without the reserve: enough for a zoom, which draws each frame again */
  let partly = false
  let spareX = 0
  let spareY = 0
  let width = 0
  let height = 0
  let lastCamera: Camera | undefined
  let ended = false

  showGround()
  waitForFont()

  /** Draws the letters again when the page's own font has loaded. */
  function waitForFont() {
    const font = `700 16px ${fontFamily}`
    if (document.fonts.check(font)) return
    document.fonts.load(font).then(
      () => {
        if (ended) return
        atlas = undefined
        redraw()
      },
      // the font cannot be fetched: the labels keep the fallback font
      () => undefined,
    )
  }

  /** A plain ground is the clear colour of every frame: it costs nothing. */
  function showGround(texture?: Texture) {
    renderer.background.color = texture ? OUTSIDE : GROUND
    ground.texture = texture ?? whole
    ground.particleChildren = texture
      ? [
          new Particle({
            texture,
            x: 0,
            y: 0,
            scaleX: MAP_WIDTH / texture.width,
            scaleY: MAP_HEIGHT / texture.height,
          }),
        ]
      : []
    ground.update()
    drawn = undefined
  }

  function frame(key: string, cell: Cell): Texture {
    const known = textures.get(key)
    if (known) return known
    const texture = new Texture({ source, frame: new Rectangle(cell.x, cell.y, cell.width, cell.height) })
    textures.set(key, texture)
    return texture
  }

  /** Draws all pictures again for a scale. Everything that shows one must be laid out again afterwards. */
  function renewAtlas(scale: number) {
    atlas = drawAtlas(
      {
        sizes,
        variants,
        letters,
        scale,
        density: renderer.resolution,
        labelPx: toLabelPx(typicalSide, scale),
        fontFamily,
      },
      source.resource as HTMLCanvasElement,
    )
    for (const texture of textures.values()) texture.destroy()
    textures.clear()
    if (!atlas) return
    source.resize(atlas.canvas.width, atlas.canvas.height, 1)
    source.update()
    measureLabels(atlas)
    tilesStale = true
    ringsStale = true
    drawn = undefined
  }

  /** Spaces of one size all show their labels, or none does. The longest tenth is ignored for this. */
  function measureLabels({ glyph }: Atlas) {
    const bySize: number[][] = sizes.map(() => [])
    labelWidths = spaces.map((space, position) => {
      let textW = 0
      for (const letter of space.label) textW += glyph(letter)?.advance ?? 0
      if (!space.isPlace) bySize[sizeOf[position] ?? 0]?.push(textW)
      return textW
    })
    widestOf = bySize.map((widths) => widths.sort((a, b) => a - b)[Math.floor(widths.length * 0.9)] ?? 0)
  }

  function toSprite(space: DrawnSpace, position: number, variant: TileVariant): Particle | undefined {
    if (!atlas) return undefined
    const size = sizeOf[position] ?? 0
    const outline = sizes[size]
    if (!outline) return undefined
    const { place } = space
    return new Particle({
      texture: frame(`${size} ${variant}`, atlas.tile(size, variant)),
      x: place.x,
      y: place.y,
      anchorX: 0.5,
      anchorY: 0.5,
      rotation: place.angle,
      scaleX: Math.max(1, place.w) / outline.w / atlas.tileScale,
      scaleY: Math.max(1, place.h) / outline.h / atlas.tileScale,
    })
  }

  function layOutTiles() {
    tilesStale = false
    const beneath: Particle[] = []
    const above: Particle[] = []
    spaces.forEach((space, position) => {
      const sprite = toSprite(space, position, space.variant)
      if (sprite) (space.variant === 'selected' ? above : beneath).push(sprite)
    })
    tiles.particleChildren = beneath.concat(above)
    tiles.update()
  }

  function layOutRings() {
    ringsStale = false
    const sprites: Particle[] = []
    spaces.forEach((space, position) => {
      const ring = ringed.has(space.id) ? toSprite(space, position, 'ring') : undefined
      if (ring) sprites.push(ring)
    })
    rings.particleChildren = sprites
    rings.update()
  }

  /** Letters keep their size at every scale: they are laid out in device pixels and scaled into the map. */
  function layOutLabels(camera: Camera) {
    if (!atlas) return
    const density = renderer.resolution
    const { scale } = camera
    const unit = 1 / (scale * density)
    const left = -(camera.x + spareX) / scale
    const top = -(camera.y + spareY) / scale
    const right = (width + spareX - camera.x) / scale
    const bottom = (height + spareY - camera.y) / scale
    const plates: Particle[] = []
    const words: Particle[] = []
    const padding = 3 * density
    let count = 0
    for (const [position, space] of spaces.entries()) {
      const { place, label, variant } = space
      const textW = labelWidths[position] ?? 0
      const halfW = space.isPlace ? ((textW + 2 * padding) * unit) / 2 : place.w / 2
      // the name of a place at the map's edge does not leave the map
      const centreX = space.isPlace ? keepWithin(place.x, halfW, MAP_WIDTH) : place.x
      if (centreX + halfW < left || centreX - halfW > right) continue
      const halfH = Math.max(halfW, place.w / 2)
      if (place.y + halfH < top || place.y - halfH > bottom) continue
      const roomW = place.w / unit
      const roomH = place.h / unit
      if (!space.isPlace && roomH < atlas.plateHeight + 2 * density) continue
      const selected = variant === 'selected' && !space.isPlace
      if (selected && !holdsTickAndLabel(place.h * atlas.order.scale, atlas.order.labelPx)) continue
      const widest = Math.max(textW, widestOf[sizeOf[position] ?? 0] ?? 0)
      if (textW === 0) continue
      if (!space.isPlace && widest + 2 * padding > roomW - 2 * density) continue
      if (++count > LABEL_LIMIT) break
      const cos = Math.cos(place.angle)
      const sin = Math.sin(place.angle)
      const drop = space.isPlace
        ? Math.round(roomH / 2 + atlas.plateHeight / 2 + density)
        : selected
          ? (place.h * 0.2) / unit
          : 0
      // whole device pixels make letters as sharp as the page's own
      const middleX = Math.round(centreX / unit)
      const middleY = Math.round(place.y / unit)
      const put = (
        into: Particle[],
        texture: Texture,
        key: Cell,
        dx: number,
        stretch: number,
        tint: number,
      ) => {
        const sx = dx * cos - drop * sin
        const sy = dx * sin + drop * cos
        into.push(
          new Particle({
            texture,
            x: (middleX + sx + ((key.width % 2) * cos) / 2) * unit,
            y: (middleY + sy + ((key.height % 2) * cos) / 2) * unit,
            anchorX: 0.5,
            anchorY: 0.5,
            rotation: place.angle,
            scaleX: unit * stretch,
            scaleY: unit,
            tint,
          }),
        )
      }
      if (variant !== 'free' && !selected) {
        const wanted = space.isPlace
          ? textW + 2 * padding
          : Math.min(roomW - 4 * density, Math.max(textW + 2 * padding, roomW * 0.62))
        const cell = atlas.plate(wanted)
        put(
          plates,
          frame(`plate ${cell.x} ${cell.y}`, cell),
          cell,
          0,
          space.isPlace ? wanted / cell.width : Math.min(1, wanted / cell.width),
          0xffffff,
        )
      }
      let x = -Math.round(textW / 2)
      for (const letter of label) {
        const glyph = atlas.glyph(letter)
        if (!glyph) continue
        const middle = x + Math.floor(glyph.advance / 2)
        put(words, frame(`letter ${letter}`, glyph), glyph, middle, 1, selected ? 0xffffff : inkTint)
        x += glyph.advance
      }
    }
    labels.particleChildren = plates.concat(words)
    labels.update()
  }

  function draw(camera: Camera, atRest: boolean) {
    if (ended) return
    lastCamera = camera
    const wanted = toTileScale(camera.scale)
    const drawnAt = atlas?.order.scale
    const strain = drawnAt === undefined ? 0 : camera.scale / drawnAt
    if (
      spaces.length > 0 &&
      (drawnAt === undefined ||
        strain > MOST_STRETCH ||
        strain < LEAST_SHRINK ||
        (atRest && drawnAt !== wanted) ||
        atlas?.order.density !== renderer.resolution)
    ) {
      renewAtlas(wanted)
    }
    const density = renderer.resolution
    const snap = (offset: number) => Math.round(offset * density) / density
    const x = snap(camera.x)
    const y = snap(camera.y)
    if (drawn && drawn.scale === camera.scale && !tilesStale && !ringsStale) {
      const moved = drawn.x !== x || drawn.y !== y
      if (!moved) return
      if (!partly && Math.abs(x - drawn.x) <= spareX && Math.abs(y - drawn.y) <= spareY) {
        shift(x - drawn.x, y - drawn.y)
        return
      }
      if (spareX === 0) addSpare()
      partly = false
    } else partly = true
    if (tilesStale) layOutTiles()
    if (ringsStale) layOutRings()
    drawn = { scale: camera.scale, x, y }
    layOutLabels(drawn)
    world.position.set(x + spareX, y + spareY)
    world.scale.set(camera.scale)
    const { gl } = renderer as WebGLRenderer
    if (partly) {
      gl.enable(gl.SCISSOR_TEST)
      gl.scissor(spareX * density, spareY * density, Math.ceil(width * density), Math.ceil(height * density))
    }
    app.render()
    gl.disable(gl.SCISSOR_TEST)
    shift(0, 0)
  }

  function addSpare() {
    const density = renderer.resolution
    spareX = Math.round(width * SPARE * density) / density
    spareY = Math.round(height * SPARE * density) / density
    renderer.resize(width + 2 * spareX, height + 2 * spareY, density)
  }

  function shift(dx: number, dy: number) {
    app.canvas.style.transform = `translate(${dx - spareX}px, ${dy - spareY}px)`
  }

  function redraw() {
    if (lastCamera) draw(lastCamera, true)
  }

  async function loadPicture(url: string) {
    const image = new Image()
    image.decoding = 'async'
    image.src = url
    await image.decode()
    if (ended || pictureUrl !== url) return
    const texture = new Texture({
      source: new ImageSource({
        resource: fitTexture(image),
        autoGenerateMipmaps: true,
        scaleMode: 'linear',
      }),
    })
    pictureTexture?.destroy(true)
    pictureTexture = texture
    showGround(texture)
    redraw()
    onPicture('shown')
  }

  function fitTexture(image: HTMLImageElement): HTMLImageElement | HTMLCanvasElement {
    const largest = LARGEST_PICTURE
    const scale = Math.min(1, largest / Math.max(image.naturalWidth, image.naturalHeight))
    if (scale === 1) return image
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(image.naturalWidth * scale)
    canvas.height = Math.round(image.naturalHeight * scale)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return canvas
  }

  return {
    setSpaces(next) {
      const isInPlace =
        next.length === spaces.length && next.every(({ place }, at) => place === spaces[at]?.place)
      const nextVariants = [...new Set(next.map((space) => space.variant))].sort()
      const hasVariants = nextVariants.every(
        (variant) => variant === 'selected' || variants.includes(variant),
      )
      spaces = next
      tilesStale = true
      ringsStale = true
      drawn = undefined
      // a tap only shows another space as selected
      if (isInPlace && hasVariants) return
      const outlines = next.map((space) => space.place)
      const key = next.map((space) => space.label).join(' ')
      const grouped = groupSizes(outlines, SIZE_LIMIT)
      const same = key === labelKey && JSON.stringify(grouped.sizes) === JSON.stringify(sizes) && hasVariants
      sizeOf = grouped.of
      if (same) return
      labelKey = key
      sizes = grouped.sizes
      variants = nextVariants
      letters = [...new Set(next.flatMap((space) => [...space.label]))]
      typicalSide = findTypicalSide(outlines)
      atlas = undefined
    },
    setRinged(ids) {
      ringed = ids
      ringsStale = true
    },
    setPicture(url) {
      pictureUrl = url
      if (url === null) {
        showGround()
        onPicture('none')
        return
      }
      onPicture('loading')
      loadPicture(url).catch(() => {
        // no picture: the spaces are on plain ground
        if (!ended && pictureUrl === url) {
          showGround()
          redraw()
          onPicture('failed')
        }
      })
    },
    resize(nextWidth, nextHeight) {
      width = nextWidth
      height = nextHeight
      drawn = undefined
      // the reserve is drawn with the first pan: without it the map is ready sooner
      spareX = 0
      spareY = 0
      renderer.resize(width, height, toDensity())
    },
    draw,
    end() {
      ended = true
      // before the textures that it uses
      shader.destroy()
      world.destroy({ children: true })
      for (const texture of textures.values()) texture.destroy()
      textures.clear()
      pictureTexture?.destroy(true)
      whole.destroy(true)
    },
  }
}

/** Above 3 nobody sees a difference, and the pixels grow with the square. */
export function toDensity(): number {
  return Math.max(1, Math.min(3, globalThis.devicePixelRatio || 1))
}
