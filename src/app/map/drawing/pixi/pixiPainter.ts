// Paints a map with Pixi: sprites from one atlas in one render group, and a picture below them.
import {
  Container,
  ImageSource,
  type IParticle,
  Particle,
  ParticleContainer,
  type Shader,
  Texture,
  type WebGLRenderer,
} from 'pixi.js'
import type { Camera } from '../../camera.ts'
import { GROUND, OUTSIDE } from '../../patterns.ts'
import { MAP_HEIGHT, MAP_WIDTH } from '../../space.ts'
import { type LayerName, layerNames, type Painter, type Part, type Picture, type Sprite } from '../painter.ts'
import { AtlasTextures } from './atlasTextures.ts'
import { makeShader } from './mapShader.ts'
import { returnRenderer, takeRenderer } from './renderers.ts'

export { hasSpareRenderer } from './renderers.ts'

/** Every device with WebGL supports a texture of this size. */
const LARGEST_PICTURE = 4096

/** Rejects where this device can make none. `onLost` is called when the device takes its context away. */
export async function makePixiPainter(onLost: () => void): Promise<Painter> {
  return new PixiPainter(await takeRenderer(), onLost)
}

class PixiPainter implements Painter {
  readonly wantsReserve = true
  readonly #renderer: WebGLRenderer
  readonly #listening = new AbortController()
  readonly #shader: Shader = makeShader()
  readonly #stage = new Container()
  readonly #world = new Container({ isRenderGroup: true })
  readonly #textures = new AtlasTextures()
  readonly #ground = this.#addLayer()
  readonly #layers = Object.fromEntries(layerNames.map((name) => [name, this.#addLayer()])) as Record<
    LayerName,
    ParticleContainer
  >
  #picture: Texture | undefined
  #wasLost = false

  constructor(renderer: WebGLRenderer, onLost: () => void) {
    this.#renderer = renderer
    this.#stage.addChild(this.#world)
    this.setPicture(null)
    this.canvas.dataset.painter = 'webgl'
    const { signal } = this.#listening
    const lose = () => {
      this.#wasLost = true
      onLost()
    }
    this.canvas.addEventListener('webglcontextlost', lose, { signal, once: true })
  }

  get canvas(): HTMLCanvasElement {
    return this.#renderer.canvas
  }

  resize(width: number, height: number, density: number): void {
    this.#renderer.resize(width, height, density)
  }

  setAtlas(atlas: HTMLCanvasElement): void {
    this.#textures.renew(atlas)
  }

  /** A plain ground is the clear colour of every frame: it costs nothing. */
  setPicture(picture: Picture | null): void {
    this.#picture?.destroy(true)
    this.#picture = picture === null ? undefined : toTexture(picture)
    this.#renderer.background.color = picture === null ? GROUND : OUTSIDE
    this.#ground.texture = this.#picture ?? this.#textures.whole
    fill(this.#ground, this.#picture ? [toWholeMap(this.#picture)] : [])
  }

  setLayer(name: LayerName, sprites: readonly Sprite[]): void {
    fill(
      this.#layers[name],
      sprites.map(({ cell, x, y, rotation, scaleX, scaleY }) => ({
        texture: this.#textures.find(cell),
        x,
        y,
        rotation,
        scaleX,
        scaleY,
        anchorX: 0.5,
        anchorY: 0.5,
        color: 0xffffffff,
      })),
    )
  }

  paint({ scale, x, y }: Camera, part: Part): void {
    const { gl, resolution: density } = this.#renderer
    this.#world.position.set(x, y)
    this.#world.scale.set(scale)
    gl.enable(gl.SCISSOR_TEST)
    // from the bottom, where the part is as far from the edge as at the top
    gl.scissor(
      part.x * density,
      part.y * density,
      Math.ceil(part.width * density),
      Math.ceil(part.height * density),
    )
    this.#renderer.render({ container: this.#stage })
    gl.disable(gl.SCISSOR_TEST)
  }

  end(): void {
    // before Pixi itself gives the context back, which must not look like a loss
    this.#listening.abort()
    // before the textures that it uses
    this.#shader.destroy()
    this.#stage.destroy({ children: true })
    this.#picture?.destroy(true)
    this.#textures.end()
    this.canvas.remove()
    if (this.#wasLost) this.#renderer.destroy()
    else returnRenderer(this.#renderer)
  }

  #addLayer(): ParticleContainer {
    // nothing moves relative to the map: a pan changes one matrix only
    const dynamicProperties = { vertex: false, position: false, rotation: false, uvs: false, color: false }
    const layer = new ParticleContainer({ dynamicProperties, shader: this.#shader })
    layer.texture = this.#textures.whole
    this.#world.addChild(layer)
    return layer
  }
}

function fill(layer: ParticleContainer, sprites: IParticle[]): void {
  layer.particleChildren = sprites
  layer.update()
}

function toTexture(picture: Picture): Texture {
  const resource = fitTexture(picture)
  return new Texture({
    source: new ImageSource({ resource, autoGenerateMipmaps: true, scaleMode: 'linear' }),
  })
}

function toWholeMap(texture: Texture): Particle {
  const scaleX = MAP_WIDTH / texture.width
  const scaleY = MAP_HEIGHT / texture.height
  return new Particle({ texture, x: 0, y: 0, scaleX, scaleY })
}

function fitTexture(image: Picture): Picture | HTMLCanvasElement {
  const scale = Math.min(1, LARGEST_PICTURE / Math.max(image.naturalWidth, image.naturalHeight))
  if (scale === 1) return image
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.naturalWidth * scale)
  canvas.height = Math.round(image.naturalHeight * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}
