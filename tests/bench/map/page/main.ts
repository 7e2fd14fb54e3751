// Runs one contestant on the page: how long until its map is drawn, and how long each frame of a pan takes.
import type { Contestant } from './contestant.ts'
import { type MapSize, makeSpaces } from './spaces.ts'

export interface MapMeasurement {
  firstFrameMs: number
  /**
   * Milliseconds of each frame while panning: with most of the map in sight, and zoomed in to readable
   * labels.
   */
  wholeMs: number[]
  nearMs: number[]
}

const makers: Record<string, (size: MapSize) => Promise<Contestant>> = {
  ours: async (size) => (await import('./ours.ts')).makeOurs(size),
  svg: async (size) => (await import('./svg.ts')).makeSvg(size),
  canvas: async (size) => (await import('./canvas.ts')).makeCanvas(size),
  konva: async (size) => (await import('./konva.ts')).makeKonva(size),
}

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

async function pan(contestant: Contestant, frames: number): Promise<number[]> {
  const times: number[] = []
  let before = await nextFrame()
  for (let frame = 0; frame < frames; frame++) {
    // pans far enough that new parts of the map appear and all of it is shown once
    const way = Math.floor(frame / 60) % 2 === 0 ? -1 : 1
    contestant.panBy(9 * way, 6 * way)
    const now = await nextFrame()
    times.push(now - before)
    before = now
  }
  return times
}

/**
 * A browser may delay a frame or two before it makes the page wait. Three more moved frames prove that the
 * first one has reached the screen, in whatever process it was drawn.
 */
async function measure(name: string, size: MapSize): Promise<MapMeasurement> {
  const contestant = await makers[name]?.(size)
  const stage = document.querySelector<HTMLElement>('#stage')
  if (!contestant || !stage) throw new Error(`no contestant ${name}`)
  await nextFrame()
  await nextFrame()
  const startedAt = performance.now()
  await contestant.mount(stage)
  await pan(contestant, 3)
  const firstFrameMs = performance.now() - startedAt
  // ten thousand spaces take some rivals half a second for each frame
  const frames = size === 10000 ? 30 : 120
  contestant.zoom(1.6, false)
  await pan(contestant, 10)
  const wholeMs = await pan(contestant, frames)
  // until labels are as large as on the map of 2,000
  contestant.zoom(2 / makeSpaces(size).unit, true)
  await pan(contestant, 10)
  const nearMs = await pan(contestant, frames)
  return { firstFrameMs, wholeMs, nearMs }
}

Object.assign(window, { measure })
