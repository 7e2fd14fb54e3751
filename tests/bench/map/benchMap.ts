// The page of the map's bench, with the product's stage and its rivals in it. It is built inside the checkout that is
// measured, so that it finds the sources and the packages there.
import { cp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import type { Browser } from '@playwright/test'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import type { Subject } from '../subject.ts'
import type { MapMeasurement } from './page/main.ts'
import type { MapSize } from './page/spaces.ts'

export type Contestant = 'ours' | 'svg' | 'canvas' | 'konva'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** The address of the page. */
export async function serveMapPage({ root }: Subject, atEnd: (end: () => unknown) => void): Promise<string> {
  // as deep in the checkout as the page lies here
  const folder = join(root, '.cache', `bench-${process.pid}`)
  const page = join(folder, 'map', 'page')
  const built = join(folder, 'built')
  atEnd(() => rm(folder, { recursive: true, force: true }))
  await cp(join(import.meta.dirname, 'page'), page, { recursive: true })
  await build({
    configFile: false,
    logLevel: 'warn',
    root: page,
    plugins: [react(), lingui(), babel({ presets: [linguiTransformerBabelPreset()] })],
    build: { outDir: built, emptyOutDir: true, chunkSizeWarningLimit: 2000 },
  })
  const server = await serve(built)
  atEnd(() => server.instance.close())
  return server.url
}

/** On a fresh page. */
export async function measureMap(
  browser: Browser,
  url: string,
  name: Contestant,
  size: MapSize,
): Promise<MapMeasurement> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  try {
    await page.goto(url)
    await page.waitForFunction('typeof measure === "function"')
    return (await page.evaluate(`measure(${JSON.stringify(name)}, ${size})`)) as MapMeasurement
  } finally {
    await page.close()
  }
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
