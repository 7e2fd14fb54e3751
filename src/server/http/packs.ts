// `GET /dart/pack/{eventId}`: packs from memory, compressed once per version, past the framework's reply.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../contract/failures.ts'
import type { PackBodies } from '../engine/engine.ts'
import { createLru } from '../lru.ts'
import { type EdgeParts, readClubSlug, sendFailure } from './edgeContext.ts'
import { listEncodings } from './encodings.ts'

/** Where only asking tells, the engine's word that a pack is unchanged counts for so long. */
export const revalidateMs = 1000
/** From then on the engine is asked again while phones are still served, so that a busy one keeps nobody waiting. */
export const askAheadMs = 400
/**
 * When the engine is busy, a phone that has nothing yet gets the pack that is there rather than wait longer. One
 * that has a pack waits for the engine's word: told "unchanged" too early, it would not ask again for a minute.
 */
export const longestWaitMs = 150
const mostPacks = 200
const eventIdPattern = /^[1-9]\d{0,9}$/
const largestId = 2_147_483_647

/** Names and values in turn, which Node writes faster than an object's. */
type FlatHeaders = string[]

interface ReadyBody {
  readonly bytes: Uint8Array
  readonly headers: FlatHeaders
}

interface Entry {
  readonly version: string
  readonly bodies: Readonly<Record<'br' | 'gzip' | 'zstd' | 'identity', ReadyBody>>
  readonly unchangedHeaders: FlatHeaders
}

interface CachedPack {
  readonly key: string
  readonly slug: string | null
  readonly eventId: number
  entry: Entry | undefined
  /** When the engine was asked for what is held, and what it had counted of changes by then. */
  checkedAt: number
  changes: number | null
  asking: Promise<Entry | undefined> | undefined
}

export interface Packs {
  /** Answers what was asked a moment ago in the same words, before any routing; false when it cannot. */
  answerAtOnce(request: IncomingMessage, response: ServerResponse): boolean
  addTo(app: FastifyInstance): void
}

export function createPacks(parts: EdgeParts): Packs {
  const kept = createLru<CachedPack>(mostPacks)
  /** By the words of the request, so that the same ones need not be read again. */
  const asked = new Map<string, CachedPack>()
  // where the host names the club it is part of the question, and only the framework knows what a proxy says
  const isHostPart = parts.config.hostDomain !== null
  const isProxied = parts.config.trustedProxies.length > 0

  function toWords({ url = '', headers }: IncomingMessage): string {
    return isHostPart ? `${headers.host ?? ''} ${url}` : url
  }

  /** An engine that counts changes need not be asked while there are none. */
  function isFresh(held: CachedPack): held is CachedPack & { entry: Entry } {
    if (held.entry === undefined) return false
    const changes = parts.engine.countPackChanges()
    return changes === null ? ageOf(held) < revalidateMs : changes === held.changes
  }

  function ageOf(held: CachedPack): number {
    return parts.elapsed() - held.checkedAt
  }

  function remember(request: IncomingMessage, held: CachedPack): void {
    if (isHostPart && isProxied) return
    if (asked.size >= mostPacks) asked.clear()
    asked.set(toWords(request), held)
  }

  function keep(slug: string | null, eventId: number): CachedPack {
    const key = `${slug ?? ''}/${eventId}`
    const held = kept.get(key)
    if (held !== undefined) return held
    const made: CachedPack = {
      key,
      slug,
      eventId,
      entry: undefined,
      checkedAt: Number.NEGATIVE_INFINITY,
      changes: null,
      asking: undefined,
    }
    kept.set(key, made)
    return made
  }

  function ask(held: CachedPack): Promise<Entry | undefined> {
    if (held.asking !== undefined) return held.asking
    const askedAt = parts.elapsed()
    const changes = parts.engine.countPackChanges()
    held.asking = parts.engine
      .findPack(held.slug, held.eventId, held.entry?.version ?? null)
      .then((found) => {
        if (found === undefined) {
          // unknown events are not remembered: anybody can ask for any number
          kept.delete(held.key)
          held.entry = undefined
          return undefined
        }
        if (found !== 'unchanged') held.entry = toEntry(found)
        // what was committed while the answer was on its way is not in it
        held.checkedAt = askedAt
        held.changes = changes
        return held.entry
      })
      .finally(() => {
        held.asking = undefined
      })
    return held.asking
  }

  function serve(
    request: IncomingMessage,
    response: ServerResponse,
    held: CachedPack & { entry: Entry },
  ): void {
    send(request, response, held.entry)
    if (held.changes !== null || held.asking !== undefined || ageOf(held) < askAheadMs) return
    ask(held).catch((error: unknown) => parts.log.error({ err: error }, 'a pack could not be asked for'))
  }

  const addTo = (app: FastifyInstance): void => {
    app.get<{ Params: { eventId: string } }>(
      '/dart/pack/:eventId',
      { config: { countedAs: 'packs' } },
      (request, reply) => {
        const { eventId } = request.params
        if (!eventIdPattern.test(eventId) || Number(eventId) > largestId) throw eventNotFound()
        const slug = readClubSlug(request, parts.config)
        const held = keep(slug, Number(eventId))
        if (isFresh(held)) {
          remember(request.raw, held)
          reply.hijack()
          serve(request.raw, reply.raw, held)
          return
        }
        const fresh = ask(held)
        const { entry } = held
        const hasPack = request.headers['if-none-match'] !== undefined
        const ready =
          entry === undefined || hasPack ? fresh : Promise.race([fresh, waitFor(entry, longestWaitMs)])
        ready.then(
          (found) => {
            if (found === undefined) return sendFailure(request, reply, eventNotFound())
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
      const held = asked.get(toWords(request))
      if (held === undefined || !isFresh(held)) return false
      serve(request, response, held)
      return true
    },
  }
}

function eventNotFound(): Failure {
  return new Failure('not-found', 'This event was not found.')
}

function waitFor(entry: Entry, ms: number): Promise<Entry> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(entry), ms).unref()
  })
}

function toEntry(bodies: PackBodies): Entry {
  const shared = {
    'x-content-type-options': 'nosniff',
    etag: `"${bodies.version}"`,
    // browsers ask each time and mostly get 304; a proxy in between may carry a show
    'cache-control': 'public, max-age=0, s-maxage=10, stale-while-revalidate=30',
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

function send(request: IncomingMessage, response: ServerResponse, entry: Entry): void {
  const known = request.headers['if-none-match']
  if (known !== undefined && isMatch(known, entry.version)) {
    response.writeHead(304, entry.unchangedHeaders)
    response.end()
    return
  }
  const [encoding = 'identity'] = listEncodings(request.headers['accept-encoding'])
  const { bytes, headers } = entry.bodies[encoding]
  response.writeHead(200, headers)
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

/** Weakly compared, as RFC 9110 13.1.2 says, because proxies turn strong tags into weak ones. */
function isMatch(header: string, version: string): boolean {
  return header.split(',').some((tag) => {
    const text = tag.trim()
    return text === '*' || text.replace(/^W\//, '') === `"${version}"`
  })
}
