// Measures maps of several sizes beside the same map as SVG, on a 2D canvas, and as Konva, each on a fresh page.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import type { Browser } from '@playwright/test'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { openChromium } from '../chromium.ts'
import { median, rounds } from '../rows.ts'
import type { MapMeasurement } from './page/main.ts'
import { type MapSize, mapSizes } from './page/spaces.ts'

const rivals = ['svg', 'canvas', 'konva'] as const
type Name = 'ours' | (typeof rivals)[number]

export interface MapRow {
  size: MapSize
  what: string
  /** Milliseconds of each round; less is better. */
  ours: number[]
  rivals: Record<(typeof rivals)[number], number[]>
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

export async function benchMap(): Promise<MapRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'map-bench-'))
  await build({
    configFile: false,
    logLevel: 'warn',
    root: join(import.meta.dirname, 'page'),
    plugins: [react(), lingui(), babel({ presets: [linguiTransformerBabelPreset()] })],
    build: { outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 2000 },
  })
  const server = await serve(folder)
  // frames as fast as possible, not limited by the screen
  const browser = await openChromium('--disable-frame-rate-limit', '--disable-gpu-vsync')
  try {
    const rows: MapRow[] = []
    for (const size of mapSizes) rows.push(...(await benchSize(browser, server.url, size)))
    return rows
  } finally {
    await browser.close()
    server.instance.close()
    await rm(folder, { recursive: true })
  }
}

async function benchSize(browser: Browser, url: string, size: MapSize): Promise<MapRow[]> {
  const measured: Record<Name, MapMeasurement[]> = { ours: [], svg: [], canvas: [], konva: [] }
  for (let round = 0; round < rounds; round++) {
    for (const name of ['ours', ...rivals] as const) {
      measured[name].push(await measureMap(browser, url, name, size))
    }
  }
  const row = (what: string, figure: (one: MapMeasurement) => number): MapRow => ({
    size,
    what,
    ours: measured.ours.map(figure),
    rivals: {
      svg: measured.svg.map(figure),
      canvas: measured.canvas.map(figure),
      konva: measured.konva.map(figure),
    },
  })
  return [
    row('first frame', (one) => one.firstFrameMs),
    row('panning the whole map: median frame', (one) => median(one.wholeMs)),
    row('panning the whole map: p95 frame', (one) => percentile(one.wholeMs, 0.95)),
    row('panning with labels: median frame', (one) => median(one.nearMs)),
    row('panning with labels: p95 frame', (one) => percentile(one.nearMs, 0.95)),
  ]
}

async function measureMap(browser: Browser, url: string, name: Name, size: MapSize): Promise<MapMeasurement> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  try {
    await page.goto(url)
    await page.waitForFunction('typeof measure === "function"')
    return (await page.evaluate(`measure(${JSON.stringify(name)}, ${size})`)) as MapMeasurement
  } finally {
    await page.close()
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

async function serve(folder: string): Promise<{ instance: Server; url: string }> {
  const instance = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    readFile(join(folder, path === '/' ? 'index.html' : path)).then(
      (body) => {
        response.writeHead(200, {
          'content-type': types[extname(path) || '.html'] ?? 'application/octet-stream',
        })
        response.end(body)
      },
      () => {
        response.writeHead(404)
        response.end()
      },
    )
  })
  await new Promise<void>((resolve) => instance.listen(0, '127.0.0.1', resolve))
  return { instance, url: `http://localhost:${(instance.address() as AddressInfo).port}/` }
}
