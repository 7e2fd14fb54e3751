// What each movement of fingers, mouse and wheel does on the stage.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { attachGestures, type GestureTarget } from '../../../../src/app/map/control/gestures.ts'

interface Sent {
  id?: number
  x: number
  y: number
  at: number
  type?: string
  buttons?: number
  isPrimary?: boolean
}

class Surface extends EventTarget {
  getBoundingClientRect() {
    return { left: 10, top: 20 }
  }
  setPointerCapture() {
    this.captured = true
  }
  hasPointerCapture() {
    return this.captured
  }
  captured = false
}

function makeStage(clear: boolean, canZoomOut = false) {
  const surface = new Surface()
  const calls: [string, ...unknown[]][] = []
  const note =
    (name: string) =>
    (...words: unknown[]) => {
      calls.push([name, ...words])
    }
  const target: GestureTarget = {
    panBy: note('pan'),
    zoomAbout: note('zoom'),
    fling: note('fling'),
    hold: () => undefined,
    hover: () => undefined,
    isClear: () => clear,
    tap: note('tap'),
    canZoomOut: () => canZoomOut,
  }
  const detach = attachGestures(surface as unknown as HTMLElement, target)
  const send = (
    name: string,
    { id = 1, x, y, at, type = 'touch', buttons = 1, isPrimary = id === 1 }: Sent,
  ) => {
    const event = new Event(name, { cancelable: true })
    const values = {
      pointerId: id,
      pointerType: type,
      button: 0,
      buttons,
      isPrimary,
      clientX: x + 10,
      clientY: y + 20,
      timeStamp: at,
    }
    for (const [key, value] of Object.entries(values)) Object.defineProperty(event, key, { value })
    surface.dispatchEvent(event)
  }
  const wheel = (deltaY: number, more: { ctrlKey?: boolean; deltaX?: number } = {}) => {
    const event = new Event('wheel', { cancelable: true })
    Object.assign(event, {
      deltaX: 0,
      deltaMode: 0,
      ctrlKey: false,
      clientX: 60,
      clientY: 70,
      deltaY,
      ...more,
    })
    surface.dispatchEvent(event)
    return event.defaultPrevented
  }
  return { send, wheel, calls, detach }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('gestures on the map', () => {
  it('a finger that hardly moves taps, one that moves on pans and taps nothing', () => {
    const { send, calls } = makeStage(true)
    send('pointerdown', { x: 50, y: 50, at: 0 })
    send('pointermove', { x: 54, y: 53, at: 30 })
    send('pointerup', { x: 54, y: 53, at: 60 })
    expect(calls).toEqual([['tap', { x: 54, y: 53 }, true]])
    calls.length = 0
    send('pointerdown', { x: 50, y: 50, at: 1000 })
    send('pointermove', { x: 70, y: 50, at: 1010 })
    send('pointermove', { x: 85, y: 55, at: 1020 })
    send('pointerup', { x: 85, y: 55, at: 1500 })
    expect(calls).toEqual([['pan', 15, 5]])
  })

  it('a finger that lets go while it moves flings, one that rests before does not', () => {
    const { send, calls } = makeStage(true)
    send('pointerdown', { x: 0, y: 0, at: 0 })
    for (let step = 1; step <= 5; step++) send('pointermove', { x: step * 20, y: 0, at: step * 10 })
    send('pointerup', { x: 100, y: 0, at: 55 })
    expect(calls.at(-1)).toEqual(['fling', 2, 0])
    calls.length = 0
    send('pointerdown', { x: 0, y: 0, at: 1000 })
    for (let step = 1; step <= 5; step++) send('pointermove', { x: step * 20, y: 0, at: 1000 + step * 10 })
    send('pointerup', { x: 100, y: 0, at: 1400 })
    expect(calls.every(([name]) => name === 'pan')).toBe(true)
  })

  it('two fingers zoom about the point between them, and the map goes with that point', () => {
    const { send, calls } = makeStage(true)
    send('pointerdown', { id: 1, x: 100, y: 100, at: 0 })
    send('pointerdown', { id: 2, x: 200, y: 100, at: 5 })
    send('pointermove', { id: 2, x: 300, y: 100, at: 20 })
    expect(calls).toEqual([
      ['pan', 50, 0],
      ['zoom', { x: 200, y: 100 }, 2, false],
    ])
    calls.length = 0
    send('pointerup', { id: 2, x: 300, y: 100, at: 30 })
    send('pointerup', { id: 1, x: 100, y: 100, at: 40 })
    expect(calls).toEqual([])
  })

  it('the finger that stays after a pinch pans on', () => {
    const { send, calls } = makeStage(true)
    send('pointerdown', { id: 1, x: 100, y: 100, at: 0 })
    send('pointerdown', { id: 2, x: 200, y: 100, at: 5 })
    send('pointerup', { id: 2, x: 200, y: 100, at: 30 })
    send('pointermove', { id: 1, x: 103, y: 104, at: 40 })
    expect(calls).toEqual([['pan', 3, 4]])
  })

  it('two taps on what is not clear zoom in, one alone acts after the wait', () => {
    const { send, calls } = makeStage(false)
    const tapAt = (at: number) => {
      send('pointerdown', { x: 50, y: 50, at })
      send('pointerup', { x: 50, y: 50, at: at + 20 })
    }
    tapAt(0)
    tapAt(150)
    vi.advanceTimersByTime(1000)
    expect(calls).toEqual([['zoom', { x: 50, y: 50 }, 2, true]])
    calls.length = 0
    tapAt(3000)
    expect(calls).toEqual([])
    vi.advanceTimersByTime(1000)
    expect(calls).toEqual([['tap', { x: 50, y: 50 }, true]])
  })

  it('a tap that is cancelled by the system means nothing', () => {
    const { send, calls } = makeStage(true)
    send('pointerdown', { x: 50, y: 50, at: 0 })
    send('pointercancel', { x: 50, y: 50, at: 20 })
    send('pointerup', { x: 50, y: 50, at: 30 })
    expect(calls).toEqual([])
  })

  it('a mouse that was released outside holds the map no longer when it comes back', () => {
    const { send, calls } = makeStage(true)
    const mouse = { type: 'mouse', y: 50 }
    send('pointerdown', { ...mouse, x: 2, at: 0 })
    send('pointermove', { ...mouse, x: 30, at: 500, buttons: 0 })
    send('pointermove', { ...mouse, x: 90, at: 510, buttons: 0 })
    send('pointerup', { ...mouse, x: 90, at: 520, buttons: 0 })
    expect(calls).toEqual([])
  })

  it('a finger that left without a word makes no pinch of the next touch', () => {
    const { send, calls } = makeStage(true)
    send('pointerdown', { id: 7, x: 100, y: 100, at: 0, isPrimary: true })
    send('pointerdown', { id: 8, x: 200, y: 100, at: 1000, isPrimary: true })
    send('pointermove', { id: 8, x: 220, y: 100, at: 1010, isPrimary: true })
    send('pointermove', { id: 8, x: 225, y: 100, at: 1020, isPrimary: true })
    expect(calls).toEqual([['pan', 5, 0]])
    send('lostpointercapture', { id: 8, x: 225, y: 100, at: 1030, isPrimary: true })
    send('pointermove', { id: 8, x: 300, y: 100, at: 1040, isPrimary: true })
    expect(calls).toEqual([['pan', 5, 0]])
  })

  it('the wheel zooms about the pointer, and is left to the page where it would change nothing', () => {
    const { wheel, calls } = makeStage(true)
    expect(wheel(-100)).toBe(true)
    expect(calls).toEqual([['zoom', { x: 50, y: 50 }, Math.exp(0.2), false]])
    expect(wheel(100)).toBe(false)
    expect(makeStage(true, true).wheel(100)).toBe(true)
    expect(wheel(5, { ctrlKey: true })).toBe(true)
    expect(calls.at(-1)).toEqual(['zoom', { x: 50, y: 50 }, Math.exp(-0.05), false])
    expect(wheel(2, { deltaX: 30 })).toBe(true)
    expect(calls.at(-1)).toEqual(['pan', -30, 0])
  })

  it('listens no more once it is detached, not even to a tap that waited', () => {
    const { send, wheel, calls, detach } = makeStage(false)
    send('pointerdown', { x: 50, y: 50, at: 0 })
    send('pointerup', { x: 50, y: 50, at: 20 })
    detach()
    vi.advanceTimersByTime(1000)
    wheel(-100)
    expect(calls).toEqual([])
  })
})
