// `POST /dart/core`: from a request to a call, and from the engine's reply to an answer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endpointPath, tokenHeader } from '../../contract/caller.ts'
import { Failure } from '../../contract/failures.ts'
import { toPeer } from '../auth/peer.ts'
import { readBody } from '../dispatch/body.ts'
import { leastCompressed, toBrotli, toGzip } from './compression.ts'
import { type EdgeParts, getHostSlug } from './edgeContext.ts'
import { listEncodings } from './encodings.ts'

export function addEndpoint(app: FastifyInstance, parts: EdgeParts): void {
  app.all(endpointPath, async (request, reply) => {
    reply.header('cache-control', 'no-store').header('date', new Date(parts.now()).toUTCString())
    if (request.method !== 'POST') {
      reply.header('allow', 'POST')
      throw new Failure('method-not-allowed', 'Calls are made with POST.')
    }
    if (!isJson(request.headers['content-type'])) {
      throw new Failure('unsupported-media-type', 'Calls are made with application/json.')
    }
    requireSameSite(request, parts)
    const hostSlug = getHostSlug(request, parts.config)
    const token = request.headers[tokenHeader.toLowerCase()]
    const answer = await parts.engine.dispatch({
      json: await readBody(request.raw, readLength(request)),
      token: typeof token === 'string' && token !== '' ? token : null,
      hostSlug,
      peer: toPeer(request.ip),
      requestId: request.id,
    })
    request.noted.action = answer.action
    request.noted.code = answer.code
    reply.code(answer.status).type('application/json; charset=utf-8')
    if (answer.token !== null) reply.header(tokenHeader, answer.token)
    if (answer.retryAfter !== null) reply.header('retry-after', answer.retryAfter)
    return reply.send(await compress(request, reply, answer.body))
  })
}

function isJson(contentType: string | undefined): boolean {
  const [essence = '', ...parameters] = (contentType ?? '').toLowerCase().split(';')
  if (essence.trim() !== 'application/json') return false
  return parameters.every((parameter) => /^\s*charset="?utf-8"?\s*$/.test(parameter))
}

function readLength(request: FastifyRequest): number | null {
  const length = Number(request.headers['content-length'])
  return Number.isSafeInteger(length) ? length : null
}

/** No page of somebody else's may call us in a visitor's name, whatever content type it manages to send. */
function requireSameSite(request: FastifyRequest, { config }: EdgeParts): void {
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
  if (isForeignSite || (origin !== undefined && !isOwnOrigin(origin, request.host, config.origin))) {
    throw new Failure('cross-site', 'Calls from other sites are refused.')
  }
}

function isOwnOrigin(origin: string, host: string | undefined, ownOrigin: string): boolean {
  if (origin === ownOrigin) return true
  if (host === undefined || !URL.canParse(origin)) return false
  const url = new URL(origin)
  // behind a proxy that ends TLS only the browser knows the scheme, so the host alone is compared
  return /^https?:$/.test(url.protocol) && url.host === new URL(`${url.protocol}//${toHost(host)}`).host
}

function toHost(host: string): string {
  return URL.canParse(`http://${host}`) ? host : 'invalid'
}

async function compress(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<string | Buffer> {
  reply.header('vary', 'accept-encoding')
  if (text.length < leastCompressed) return text
  for (const encoding of listEncodings(request.headers['accept-encoding'])) {
    if (encoding === 'br') {
      reply.header('content-encoding', 'br')
      return toBrotli(text, 4)
    }
    if (encoding === 'gzip') {
      reply.header('content-encoding', 'gzip')
      return toGzip(text, 5)
    }
  }
  return text
}
