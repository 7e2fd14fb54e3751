// The built app: its files with their compressed versions, and the one document for all navigations.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../contract/failures.ts'
import { isSlug } from '../../domain/club.ts'
import type { Language } from '../../domain/shapes/language.ts'
import { buildRescanMs, compressionLevels, leastCompressedBytes } from '../limits/machine.ts'
import { immutableSeconds, plainFileSeconds } from '../limits/times.ts'
import { toBrotli, toGzip } from '../process/compression.ts'
import { createDocuments } from './documents/documents.ts'
import { makeShell } from './documents/firstFiles.ts'
import { type BuiltFiles, findNextParts, readBuiltFiles } from './documents/nextParts.ts'
import { type EdgeParts, sendFailure } from './edgeContext.ts'
import { listEncodings } from './encodings.ts'
import { compressNow, type LoadedFile, toEtag } from './loadedFile.ts'
import { createDocumentHeaders } from './securityHeaders.ts'

const documentPath = '/index.html'
const workerPath = '/sw.js'
const policyHeader = 'content-security-policy'
/** For one person each: search engines leave these addresses alone. */
const personalPattern = /^\/portal\/(?:link|card)\//
/** Addresses that the app routes by itself. */
const navigationPattern = /^\/(?:$|portal(?:\/|$)|about$|privacy$|terms$)/

const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
}
/** File types that are not compressed already. */
export const compressible: ReadonlySet<string> = new Set(['css', 'html', 'js', 'json', 'svg', 'txt'])

interface FoundFile {
  readonly path: string
  readonly kind: string
  readonly hasBrotli: boolean
  readonly hasGzip: boolean
}

interface Build {
  readonly stamp: string
  readonly files: ReadonlyMap<string, FoundFile>
  readonly loaded: Map<string, Promise<LoadedFile>>
  readonly parts: BuiltFiles
  shell?: Promise<Shell | undefined> | undefined
}

/** What every document of the app begins with. */
interface Shell {
  readonly file: LoadedFile
  readonly policy: string
}

export function addStaticFiles(app: FastifyInstance, parts: EdgeParts): void {
  const { distDir, config, elapsed } = parts
  const documentHeaders = createDocumentHeaders(config)
  let build: Build | undefined
  let scannedAt = Number.NEGATIVE_INFINITY
  let scanning: Promise<void> | undefined
  const writeDocument = createDocuments(parts)

  async function findBuild(): Promise<Build | undefined> {
    if (elapsed() - scannedAt < buildRescanMs && build !== undefined) return build
    scanning ??= rescan().finally(() => {
      scanning = undefined
    })
    await scanning
    return build
  }

  async function rescan(): Promise<void> {
    const stamp = await findStamp(distDir)
    scannedAt = elapsed()
    // while a new build is being put in place, the old one is still served
    if (stamp === undefined || stamp === build?.stamp) return
    build = {
      stamp,
      files: await listFiles(distDir),
      loaded: new Map(),
      parts: await readBuiltFiles(distDir),
    }
  }

  async function findFile(path: string): Promise<LoadedFile | undefined> {
    const current = await findBuild()
    const found = current?.files.get(path)
    if (current === undefined || found === undefined) return undefined
    const held = current.loaded.get(path)
    if (held !== undefined) return held
    const loading = load(found)
    current.loaded.set(path, loading)
    loading.catch(() => current.loaded.delete(path))
    return loading
  }

  async function sendDocument(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const shell = await findShell()
    if (shell === undefined) return sendPage(reply, 503, notBuilt)
    const { file, policy } = shell
    reply.headers(documentHeaders).header(policyHeader, policy).header('cache-control', 'no-cache')
    const path = toPath(request.url) ?? ''
    if (personalPattern.test(path)) reply.header('x-robots-tag', 'noindex')
    const findNext = (language: Language) => findNextParts(build?.parts ?? {}, path, language)
    return sendFile(request, reply, await writeDocument(request, path, { shell: file, findNext }))
  }

  /** The service worker caches the document as it was built, whatever the address. */
  async function sendBuiltDocument(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const file = await findFile(documentPath)
    if (file === undefined) return sendPage(reply, 503, notBuilt)
    reply.headers(documentHeaders).header('cache-control', 'no-cache')
    return sendFile(request, reply, file)
  }

  async function findShell(): Promise<Shell | undefined> {
    const current = await findBuild()
    if (current === undefined) return undefined
    current.shell ??= loadShell().catch(() => {
      current.shell = undefined // read again for the next request
      return undefined
    })
    return current.shell
  }

  async function loadShell(): Promise<Shell | undefined> {
    const built = await findFile(documentPath)
    if (built === undefined) return undefined
    const findText = async (path: string) => (await findFile(path))?.plain.toString()
    const shell = await makeShell(built.plain.toString(), documentHeaders[policyHeader] ?? '', findText)
    return { file: await compressNow(Buffer.from(shell.html), built.type), policy: shell.policy }
  }

  function sendPage(reply: FastifyReply, status: number, sentence: Sentence): FastifyReply {
    return reply
      .code(status)
      .headers(documentHeaders)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(createPage(sentence, readNamedClub(reply.request.query)))
  }

  app.setNotFoundHandler(async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const path = toPath(request.url)
    if (isRead && path !== undefined) {
      if (navigationPattern.test(path)) return sendDocument(request, reply)
      if (path === documentPath) return sendBuiltDocument(request, reply)
      const file = await findFile(path)
      if (file !== undefined) {
        reply.header('cache-control', findCaching(path))
        if (path === workerPath) reply.headers(documentHeaders).header('service-worker-allowed', '/')
        return sendFile(request, reply, file)
      }
      if (request.headers.accept?.includes('text/html')) {
        request.noted.code = 'not-found'
        return sendPage(reply, 404, nothingHere)
      }
    }
    return sendFailure(request, reply, new Failure('not-found', 'There is nothing at this address.'))
  })
}

function findCaching(path: string): string {
  if (path.startsWith('/assets/')) return `public, max-age=${immutableSeconds}, immutable`
  return path === workerPath ? 'no-cache' : `public, max-age=${plainFileSeconds}`
}

function toPath(url: string): string | undefined {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '')
  } catch {
    return undefined // not an address that a browser would send
  }
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: LoadedFile): FastifyReply {
  reply.header('etag', file.etag).header('vary', 'accept-encoding').type(file.type)
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  for (const encoding of listEncodings(request.headers['accept-encoding'])) {
    if (encoding === 'br' && file.br !== undefined) {
      return reply.header('content-encoding', 'br').send(file.br)
    }
    if (encoding === 'gzip' && file.gzip !== undefined) {
      return reply.header('content-encoding', 'gzip').send(file.gzip)
    }
  }
  return reply.send(file.plain)
}

/** Changes with every build. Undefined while there is none. */
async function findStamp(distDir: string): Promise<string | undefined> {
  try {
    const { mtimeMs, ino } = await stat(join(distDir, documentPath))
    return `${mtimeMs} ${ino}`
  } catch {
    return undefined // not built, or about to be replaced
  }
}

/** All files that browsers may request. Names that begin with a dot and compressed versions are left out. */
async function listFiles(distDir: string): Promise<Map<string, FoundFile>> {
  const names = (await readdir(distDir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(distDir.length).split(sep).join('/'))
  const present = new Set(names)
  const files = new Map<string, FoundFile>()
  for (const name of names) {
    const kind = name.slice(name.lastIndexOf('.') + 1)
    if (contentTypes[kind] === undefined || name.includes('/.')) continue
    files.set(name, {
      path: join(distDir, name),
      kind,
      hasBrotli: present.has(`${name}.br`),
      hasGzip: present.has(`${name}.gz`),
    })
  }
  return files
}

async function load({ path, kind, hasBrotli, hasGzip }: FoundFile): Promise<LoadedFile> {
  const plain = await readFile(path)
  const isCompressed = compressible.has(kind) && plain.length >= leastCompressedBytes
  const [br, gzipped] = await Promise.all([
    hasBrotli
      ? readFile(`${path}.br`)
      : isCompressed
        ? toBrotli(plain, compressionLevels.file.brotli)
        : undefined,
    hasGzip ? readFile(`${path}.gz`) : isCompressed ? toGzip(plain, compressionLevels.file.gzip) : undefined,
  ])
  const type = contentTypes[kind] ?? 'application/octet-stream'
  return { type, etag: toEtag(plain), plain, br, gzip: gzipped }
}

/** The club that the address names, if it is valid in an address. */
function readNamedClub(query: unknown): string | undefined {
  const { subdomain } = query as { subdomain?: unknown }
  return typeof subdomain === 'string' && isSlug(subdomain) ? subdomain : undefined
}

/** Without the app the reader's language is not known, so these pages are in both languages. */
interface Sentence {
  readonly en: string
  readonly es: string
}

const nothingHere: Sentence = {
  en: 'There is nothing at this address.',
  es: 'No hay nada en esta dirección.',
}
const notBuilt: Sentence = {
  en: 'The app is being built. Please try again in a minute.',
  es: 'La aplicación se está preparando. Inténtelo de nuevo en un minuto.',
}

function createPage({ en, es }: Sentence, slug: string | undefined): string {
  const portal = `/portal${slug === undefined ? '' : `?subdomain=${slug}`}`
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Showfield</title></head>
<body><main><h1>${en}</h1><p><a href="${portal}">To the portal</a></p>
<div lang="es"><h2>${es}</h2><p><a href="${portal}">Al portal</a></p></div></main></body>
</html>
`
}
