// `GET /dart/pack/{eventId}`: packs from memory, compressed once per version, without the framework's reply.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../contract/failures.ts'
import { cacheSizes, longestPackWaitMs, packRefreshAheadMs, packUnchangedMs } from '../limits/machine.ts'
import { largestId } from '../limits/sizes.ts'
import { packInProxy } from '../limits/times.ts'
import type { PackBodies } from '../process/engine.ts'
import { createLru } from '../process/lru.ts'
import { readPreview } from './cookies.ts'
import { type EdgeParts, readClubSlug, sendFailure } from './edgeContext.ts'
import { listEncodings } from './encodings.ts'
import { createDefaultHeaders } from './securityHeaders.ts'

const eventIdPattern = /^[1-9]\d{0,9}$/

/** Names and values in turn, because Node writes them faster than an object. */
type FlatHeaders = string[]

interface ReadyBody {
  readonly bytes: Uint8Array
  readonly headers: FlatHeaders
}

interface ReadyPack {
  readonly version: string
  readonly made: PackBodies
  readonly soldVendors: string
  readonly bodies: Readonly<Record<'br' | 'gzip' | 'zstd' | 'identity', ReadyBody>>
  readonly unchangedHeaders: FlatHeaders
}

interface CachedPack {
  readonly key: string
  readonly slug: string | null
  readonly eventId: number
  pack: ReadyPack | undefined
  /** When the engine was asked for this pack, and how many changes it had counted then. */
  checkedAt: number
  changes: number | null
  refreshing: Promise<ReadyPack | undefined> | undefined
}

export interface Packs {
  /** Answers a repeated request at once, before any routing. False when it cannot. */
  answerAtOnce(request: IncomingMessage, response: ServerResponse): boolean
  addTo(app: FastifyInstance): void
}

export function createPacks(parts: EdgeParts): Packs {
  const cached = createLru<CachedPack>(cacheSizes.packs)
  /** By the text of the request, so that equal requests are parsed only once. */
  const byRequest = new Map<string, CachedPack>()
  // When the host names the club, it is part of the request. Only the framework can read what a proxy says.
  const isHostPart = parts.config.hostDomain !== null
  const isProxied = parts.config.trustedProxies.length > 0
  const defaultHeaders = createDefaultHeaders(parts.config)

  function toRequestKey({ url = '', headers }: IncomingMessage): string {
    return isHostPart ? `${headers.host ?? ''} ${url}` : url
  }

  /** An engine that counts changes need not be asked while there are none. */
  function isFresh(held: CachedPack): held is CachedPack & { pack: ReadyPack } {
    if (held.pack === undefined) return false
    const changes = parts.engine.countPackChanges()
    return changes === null ? ageOf(held) < packUnchangedMs : changes === held.changes
  }

  function ageOf(held: CachedPack): number {
    return parts.elapsed() - held.checkedAt
  }

  function remember(request: IncomingMessage, held: CachedPack): void {
    if (isHostPart && isProxied) return
    if (byRequest.size >= cacheSizes.packs) byRequest.clear()
    byRequest.set(toRequestKey(request), held)
  }

  function openCached(slug: string | null, eventId: number): CachedPack {
    const key = `${slug ?? ''}/${eventId}`
    const held = cached.get(key)
    if (held !== undefined) return held
    const made: CachedPack = {
      key,
      slug,
      eventId,
      pack: undefined,
      checkedAt: Number.NEGATIVE_INFINITY,
      changes: null,
      refreshing: undefined,
    }
    cached.set(key, made)
    return made
  }

  function refresh(held: CachedPack): Promise<ReadyPack | undefined> {
    if (held.refreshing !== undefined) return held.refreshing
    const requestedAt = parts.elapsed()
    const changes = parts.engine.countPackChanges()
    held.refreshing = parts.engine
      .findPack(held.slug, held.eventId, held.pack?.version ?? null)
      .then((found) => {
        if (found === undefined) {
          // unknown events are not remembered, because anybody can ask for any number
          cached.delete(held.key)
          held.pack = undefined
          return undefined
        }
        if (found.pack !== 'unchanged') held.pack = toReadyPack(found.pack, found.soldVendors, defaultHeaders)
        else if (held.pack !== undefined && held.pack.soldVendors !== found.soldVendors) {
          held.pack = toReadyPack(held.pack.made, found.soldVendors, defaultHeaders)
        }
        // commits during the request are not in the answer, so the values from before it are noted
        held.checkedAt = requestedAt
        held.changes = changes
        return held.pack
      })
      .finally(() => {
        held.refreshing = undefined
      })
    return held.refreshing
  }

  function serve(
    request: IncomingMessage,
    response: ServerResponse,
    held: CachedPack & { pack: ReadyPack },
  ): void {
    send(request, response, held.pack)
    if (held.changes !== null || held.refreshing !== undefined || ageOf(held) < packRefreshAheadMs) return
    refresh(held).catch((error: unknown) => parts.log.error({ err: error }, 'a pack could not be refreshed'))
  }

  /** For whoever has its link. Nothing of it is kept here, in a proxy or for anybody else. */
  async function sendUnpublished(
    request: FastifyRequest,
    reply: FastifyReply,
    { slug, eventId }: CachedPack,
  ): Promise<void> {
    const preview = readPreview(request.headers.cookie)
    const found =
      preview === undefined ? undefined : await parts.engine.findPack(slug, eventId, null, preview)
    if (found === undefined || found.pack === 'unchanged') {
      return sendFailure(request, reply, eventNotFound())
    }
    const shared = { ...defaultHeaders, 'cache-control': 'private, no-store' }
    reply.hijack()
    send(request.raw, reply.raw, toReadyPack(found.pack, found.soldVendors, shared))
  }

  const addTo = (app: FastifyInstance): void => {
    app.get<{ Params: { eventId: string } }>(
      '/dart/pack/:eventId',
      { config: { countedAs: 'packs' } },
      (request, reply) => {
        const { eventId } = request.params
        if (!eventIdPattern.test(eventId) || Number(eventId) > largestId) throw eventNotFound()
        const slug = readClubSlug(request, parts.config)
        const held = openCached(slug, Number(eventId))
        if (isFresh(held)) {
          remember(request.raw, held)
          reply.hijack()
          serve(request.raw, reply.raw, held)
          return
        }
        const fresh = refresh(held)
        const { pack } = held
        const hasPack = request.headers['if-none-match'] !== undefined
        const ready =
          pack === undefined || hasPack ? fresh : Promise.race([fresh, waitFor(pack, longestPackWaitMs)])
        ready.then(
          async (found) => {
            if (found === undefined) return sendUnpublished(request, reply, held)
            reply.hijack()
            send(request.raw, reply.raw, found)
          },
          (error: unknown) => {
            parts.log.error({ err: error, requestId: request.id }, 'a pack could not be made')
            sendFailure(request, reply, new Failure('unavailable', 'The server is busy. Please try again.'))
          },
        )
      },
    )
  }

  return {
    addTo,
    answerAtOnce(request, response) {
      if (request.method !== 'GET') return false
      const held = byRequest.get(toRequestKey(request))
      if (held === undefined || !isFresh(held)) return false
      serve(request, response, held)
      return true
    },
  }
}

function eventNotFound(): Failure {
  return new Failure('not-found', 'This event was not found.')
}

function waitFor(pack: ReadyPack, ms: number): Promise<ReadyPack> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(pack), ms).unref()
  })
}

function toReadyPack(
  bodies: PackBodies,
  soldVendors: string,
  headers: Readonly<Record<string, string>>,
): ReadyPack {
  const { freshSeconds, staleSeconds } = packInProxy
  const shared = {
    // Browsers ask each time and mostly get 304. A proxy in between may carry the load of a show.
    'cache-control': `public, max-age=0, s-maxage=${freshSeconds}, stale-while-revalidate=${staleSeconds}`,
    ...headers,
    etag: `"${bodies.version}"`,
    // so that a phone learns of a new vendor with the question that it asks anyway
    'event-vendors': soldVendors,
    vary: 'accept-encoding',
  }
  const toReady = (bytes: Uint8Array, encoding?: string): ReadyBody => ({
    bytes,
    headers: toFlat({
      ...shared,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(bytes.byteLength),
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    }),
  })
  return {
    version: bodies.version,
    made: bodies,
    soldVendors,
    bodies: {
      br: toReady(bodies.brotli, 'br'),
      gzip: toReady(bodies.gzip, 'gzip'),
      zstd: toReady(bodies.zstd, 'zstd'),
      identity: toReady(bodies.plain),
    },
    unchangedHeaders: toFlat(shared),
  }
}

function toFlat(headers: Readonly<Record<string, string>>): FlatHeaders {
  return Object.entries(headers).flat()
}

function send(request: IncomingMessage, response: ServerResponse, pack: ReadyPack): void {
  const known = request.headers['if-none-match']
  if (known !== undefined && isMatch(known, pack.version)) {
    response.writeHead(304, pack.unchangedHeaders)
    response.end()
    return
  }
  const [encoding = 'identity'] = listEncodings(request.headers['accept-encoding'])
  const { bytes, headers } = pack.bodies[encoding]
  response.writeHead(200, headers)
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

/** Compares weakly, as RFC 9110 13.1.2 says, because proxies turn strong tags into weak ones. */
function isMatch(header: string, version: string): boolean {
  return header.split(',').some((tag) => {
    const text = tag.trim()
    return text === '*' || text.replace(/^W\//, '') === `"${version}"`
  })
}
