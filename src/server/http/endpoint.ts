// `POST /dart/core`: turns a request into a call, and the engine's reply into an answer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endpointPath, grantHeader, tokenHeader } from '../../contract/caller.ts'
import { Failure } from '../../contract/failures.ts'
import { getDefinition, isActionName, largestCallBytes } from '../../contract/index.ts'
import { findHostSlug } from '../dispatch/clubOfCall.ts'
import { cacheSizes, compressionLevels, leastCompressedBytes } from '../limits/machine.ts'
import { toBrotli, toGzip } from '../process/compression.ts'
import { createLru } from '../process/lru.ts'
import { toPeer } from '../throttle/peer.ts'
import type { ReadBody } from './bodies/requestBodies.ts'
import { readDevice, readJoined, readPreview, writeDevice, writeJoined } from './cookies.ts'
import { type EdgeParts, getHostSlug } from './edgeContext.ts'
import { listEncodings } from './encodings.ts'
import { requireSameSiteCall } from './sameSite.ts'

export function addEndpoint(app: FastifyInstance, parts: EdgeParts, readBody: ReadBody): void {
  const sharedBodies = createSharedBodies()
  app.all(endpointPath, async (request, reply) => {
    reply.header('cache-control', 'no-store').header('date', new Date(parts.now()).toUTCString())
    if (request.method !== 'POST') {
      reply.header('allow', 'POST')
      throw new Failure('method-not-allowed', 'Calls are made with POST.')
    }
    requireSameSiteCall(request, parts.config)
    const hostSlug = getHostSlug(request, parts.config)
    const answer = await parts.engine.dispatch({
      json: await readBody(request, largestCallBytes),
      token: readHeader(request, tokenHeader),
      hostSlug,
      joined: readJoined(request.headers.cookie),
      device: readDevice(request.headers.cookie),
      preview: readPreview(request.headers.cookie),
      peer: toPeer(request.ip),
      requestId: request.id,
    })
    request.noted.action = answer.action
    request.noted.code = answer.code
    request.noted.reference = answer.reference
    reply.code(answer.status).type('application/json; charset=utf-8')
    if (answer.token !== null) reply.header(tokenHeader, answer.token)
    if (answer.joined !== undefined) reply.header('set-cookie', writeJoined(answer.joined))
    if (answer.device !== undefined) reply.header('set-cookie', writeDevice(answer.device))
    if (answer.retryAfter !== null) reply.header('retry-after', answer.retryAfter)
    const isShared = isActionName(answer.action) && getDefinition(answer.action).isShared
    return reply.send(await compress(request, reply, answer.body, isShared ? sharedBodies : undefined))
  })
}

/** Undefined for who brings neither a sign-in nor a grant, with which nothing has to be looked up. */
export function findCaller(
  request: FastifyRequest,
  { engine, config }: EdgeParts,
): Promise<string | null> | undefined {
  const token = readHeader(request, tokenHeader)
  const grant = readHeader(request, grantHeader)
  if (token === null && grant === null) return undefined
  const hostSlug = findHostSlug(request.host ?? '', config.hostDomain) ?? null
  return engine.findCaller({ token, grant, hostSlug })
}

function readHeader(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name.toLowerCase()]
  return typeof value === 'string' && value !== '' ? value : null
}

async function compress(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  shared: SharedBodies | undefined,
): Promise<string | Buffer> {
  reply.header('vary', 'accept-encoding')
  if (text.length < leastCompressedBytes) return text
  for (const encoding of listEncodings(request.headers['accept-encoding'])) {
    if (encoding !== 'br' && encoding !== 'gzip') continue
    reply.header('content-encoding', encoding)
    return shared === undefined ? pack(text, encoding) : shared.find(text, encoding)
  }
  return text
}

function pack(text: string, encoding: 'br' | 'gzip'): Promise<Buffer> {
  return encoding === 'br'
    ? toBrotli(text, compressionLevels.answer.brotli)
    : toGzip(text, compressionLevels.answer.gzip)
}

interface SharedBodies {
  /** The compressed text. The same text again is not compressed again. */
  find(text: string, encoding: 'br' | 'gzip'): Promise<Buffer>
}

function createSharedBodies(): SharedBodies {
  const bodies = createLru<Promise<Buffer>>(cacheSizes.sharedBodies)
  return {
    find(text, encoding) {
      const name = `${encoding} ${text}`
      const body = bodies.get(name) ?? pack(text, encoding)
      bodies.set(name, body)
      return body
    },
  }
}
