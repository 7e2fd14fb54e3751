// Builds the app when its sources have changed, and keeps files of earlier builds that open pages still load.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pageRendererFolder } from './http/documents/pageRenderer.ts'
import { compressible } from './http/staticFiles.ts'
import { compressionLevels, leastCompressedBytes, mostEarlierBuilds } from './limits/machine.ts'
import { toBrotli, toGzip } from './process/compression.ts'

const rendererConfig = 'vite.documents.config.ts'
/** A change in any of these needs a new build. */
const sources = [
  'index.html',
  'vite.config.ts',
  'build',
  rendererConfig,
  'lingui.config.ts',
  'package-lock.json',
  'public',
  'sw',
  'src/app',
  'src/offline',
  'src/contract',
  'src/domain',
  'src/locales',
]
/** Written by the build itself. */
const generated = join('src', 'app', 'routeTree.gen.ts')
const recordName = '.builds.json'

interface BuildRecord {
  /** Hash of the sources. */
  sources: string
  /** Files with a hash in their name, below `assets/`. */
  assets: string[]
}

/** True when it had to build. Fails with the build's output when the sources do not build. */
export async function buildAppIfDue(root: string, print: (text: string) => void): Promise<boolean> {
  const hash = await hashSources(root)
  const [last] = await readRecords(join(root, 'dist'))
  if (last?.sources === hash) return false
  print('Building the app …')
  await buildApp(root, hash)
  return true
}

/** Replaces the old build by the whole new one at once. A running server notices it by itself. */
export async function buildApp(root: string, sourcesHash?: string): Promise<void> {
  const dist = join(root, 'dist')
  const next = join(root, '.cache', `next-build-${process.pid}`)
  const previous = join(root, '.cache', `previous-build-${process.pid}`)
  const hash = sourcesHash ?? (await hashSources(root))
  await rm(next, { recursive: true, force: true })
  await runVite(root, ['--outDir', next, '--emptyOutDir'])
  const before = await readRecords(dist)
  const assets = await listAssets(next)
  await compressFiles(next)
  await copyEarlierAssets(before.slice(0, mostEarlierBuilds), dist, next)
  const records: BuildRecord[] = [{ sources: hash, assets }, ...before].slice(0, mostEarlierBuilds + 1)
  // after the others are compressed: nobody downloads it
  await runVite(root, ['--config', rendererConfig, '--outDir', join(next, pageRendererFolder)])
  await writeFile(join(next, recordName), JSON.stringify(records))
  await rm(previous, { recursive: true, force: true })
  await rename(dist, previous).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error // the first build replaces nothing
  })
  await rename(next, dist)
  await rm(previous, { recursive: true, force: true })
}

function runVite(root: string, options: readonly string[]): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const child = spawn(process.execPath, [vite, 'build', ...options, '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const endChild = (): void => {
    child.kill()
  }
  process.once('exit', endChild)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      process.off('exit', endChild)
      if (code === 0) resolve()
      else reject(new Error(`The app could not be built.\n${output}`))
    })
  })
}

async function hashSources(root: string): Promise<string> {
  const hash = createHash('sha256').update(process.version)
  for (const source of sources) {
    for (const path of await listPaths(root, source)) {
      hash.update(`${path}\n`).update(await readFile(join(root, path)))
    }
  }
  return hash.digest('hex')
}

/** The file itself, or all files below the folder, always in the same order. */
async function listPaths(root: string, source: string): Promise<string[]> {
  try {
    const names = await readdir(join(root, source), { recursive: true, withFileTypes: true })
    return names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .filter((path) => path !== generated)
      .sort()
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    if (error.code === 'ENOTDIR') return [source]
    if (error.code === 'ENOENT') return [] // a source that does not exist adds nothing to the hash
    throw error
  }
}

async function readRecords(dist: string): Promise<BuildRecord[]> {
  try {
    return JSON.parse(await readFile(join(dist, recordName), 'utf8')) as BuildRecord[]
  } catch {
    return [] // no build, or a build by Vite without this record
  }
}

async function listAssets(folder: string): Promise<string[]> {
  return (await readdir(join(folder, 'assets'))).sort()
}

async function copyEarlierAssets(records: readonly BuildRecord[], from: string, to: string): Promise<void> {
  const present = new Set(await listAssets(to))
  for (const name of new Set(records.flatMap(({ assets }) => assets))) {
    if (present.has(name)) continue
    for (const file of [name, `${name}.br`, `${name}.gz`]) {
      await cp(join(from, 'assets', file), join(to, 'assets', file), { preserveTimestamps: true }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error // not every file has compressed versions
        },
      )
    }
  }
}

/** Compresses slowly and only once, because smaller files save time for every visitor. */
async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && compressible.has(entry.name.slice(entry.name.lastIndexOf('.') + 1)))
    .map((entry) => join(entry.parentPath, entry.name))
  await mkdir(folder, { recursive: true })
  await Promise.all(
    paths.map(async (path) => {
      const plain = await readFile(path)
      if (plain.length < leastCompressedBytes) return
      const { brotli, gzip } = compressionLevels.build
      const [br, gzipped] = await Promise.all([toBrotli(plain, brotli), toGzip(plain, gzip)])
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gzipped)])
    }),
  )
}

if (import.meta.main) {
  await buildApp(join(import.meta.dirname, '..', '..'))
}
