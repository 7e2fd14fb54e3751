// The renderers of maps. One is kept ready, because making it takes longer than drawing a map.
import 'pixi.js/unsafe-eval'
import { Container, Particle, ParticleContainer, Texture, Ticker, WebGLRenderer } from 'pixi.js'
import { OUTSIDE } from '../../patterns.ts'
import { makeShader } from './mapShader.ts'

let spare: WebGLRenderer | undefined

// nothing here moves by itself: a frame is requested when something changes
Ticker.system.autoStart = false
Ticker.system.stop()

export function hasSpareRenderer(): boolean {
  return spare !== undefined && !spare.context.isLost
}

/** Has a renderer ready for the next map. Rejects where this device can make none. */
export async function prepareRenderer(): Promise<void> {
  if (!hasSpareRenderer()) keep(await makeRenderer())
}

/** For one map, which returns it. Rejects where this device can make none. */
export async function takeRenderer(): Promise<WebGLRenderer> {
  const ready = spare
  spare = undefined
  if (ready && !ready.context.isLost) return ready
  ready?.destroy()
  return makeRenderer()
}

export function returnRenderer(renderer: WebGLRenderer): void {
  renderer.canvas.remove()
  keep(renderer)
}

/** The one that was ready goes: it may have lost its context, and phones have few of them. */
function keep(renderer: WebGLRenderer): void {
  spare?.destroy()
  spare = undefined
  if (renderer.context.isLost) {
    renderer.destroy()
    return
  }
  // as small as it can be while nobody looks at it
  renderer.resize(1, 1, 1)
  spare = renderer
}

async function makeRenderer(): Promise<WebGLRenderer> {
  const renderer = new WebGLRenderer()
  await renderer.init({
    width: 1,
    height: 1,
    autoDensity: true,
    antialias: false,
    background: OUTSIDE,
    skipExtensionImports: true,
    hello: false,
  })
  compileShader(renderer)
  return renderer
}

/** Draws one particle: the first drawing waits for the compiler. */
function compileShader(renderer: WebGLRenderer): void {
  const shader = makeShader()
  const layer = new ParticleContainer({ shader, particles: [new Particle(Texture.WHITE)] })
  const stage = new Container({ children: [layer] })
  renderer.render({ container: stage })
  stage.destroy({ children: true })
  shader.destroy()
}
