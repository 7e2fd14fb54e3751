// Row 4: maps of 500, 2,000 and 10,000 spaces, beside the same map as SVG, on a 2D canvas, and as Konva.
import { openChromium } from '../chromium.ts'
import { median, type Reading } from '../rows.ts'
import type { Bench } from '../subject.ts'
import { type Contestant, measureMap, serveMapPage } from './benchMap.ts'
import type { MapMeasurement } from './page/main.ts'
import { type MapSize, mapSizes } from './page/spaces.ts'

const contestants = ['ours', 'svg', 'canvas', 'konva'] as const

const figures = [
  { id: 'first', name: 'first frame', find: (one: MapMeasurement) => one.firstFrameMs },
  {
    id: 'whole',
    name: 'panning the whole map: median frame',
    find: (one: MapMeasurement) => median(one.wholeMs),
  },
  {
    id: 'whole-95',
    name: 'panning the whole map: p95 frame',
    find: (one: MapMeasurement) => percentile(one.wholeMs, 0.95),
  },
  {
    id: 'near',
    name: 'panning with labels: median frame',
    find: (one: MapMeasurement) => median(one.nearMs),
  },
  {
    id: 'near-95',
    name: 'panning with labels: p95 frame',
    find: (one: MapMeasurement) => percentile(one.nearMs, 0.95),
  },
] as const

type Measurements = Record<Contestant, MapMeasurement>

/** The contestants take turns on a fresh page each. */
export const map: Bench = {
  needsBrowser: true,
  rounds: 3,
  async open(subject, { atEnd }) {
    const url = await serveMapPage(subject, atEnd)
    // frames as fast as possible, not limited by the screen
    const browser = await openChromium('--disable-frame-rate-limit', '--disable-gpu-vsync')
    atEnd(() => browser.close())
    return {
      async measure() {
        const readings: Reading[] = []
        for (const size of mapSizes) {
          const measured = {} as Measurements
          for (const name of contestants) measured[name] = await measureMap(browser, url, name, size)
          readings.push(...toReadings(size, measured))
        }
        return readings
      },
    }
  },
}

function toReadings(size: MapSize, measured: Measurements): Reading[] {
  return figures.map(({ id, name, find }) => {
    const [ours = Number.NaN, ...others] = contestants.map((contestant) => find(measured[contestant]))
    const [svg = Number.NaN, canvas = Number.NaN, konva = Number.NaN] = others
    return {
      id: `${size}-${id}`,
      what: `map of ${size.toLocaleString('en')} spaces: ${name}`,
      beside: 'the fastest of SVG, canvas and Konva',
      figure: ours / Math.min(...others),
      unit: 'times',
      goal: { atMost: 1 },
      more: { itself: [ours, 'ms'], SVG: [svg, 'ms'], canvas: [canvas, 'ms'], Konva: [konva, 'ms'] },
    }
  })
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
