// What the parts of the HTTP edge share: the engine, the configuration, and how they refuse.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../contract/failures.ts'
import { isSlug } from '../../domain/club.ts'
import { findHostSlug } from '../dispatch/clubOfCall.ts'
import { toRefusalBody } from '../dispatch/refusals.ts'
import type { Config } from '../process/config.ts'
import type { Engine } from '../process/engine.ts'
import type { Log } from '../process/log.ts'

export interface EdgeParts {
  readonly config: Config
  readonly engine: Engine
  readonly log: Log
  /** The folder of the built app. */
  readonly distDir: string
  /** Whether a visitor can get everything. */
  isReady(): boolean
  /** Epoch milliseconds. */
  now(): number
  /** Milliseconds that only grow, even when the clock is changed. */
  elapsed(): number
  newId(): string
}

/** What the access log says about a request. The route that answers it fills this in. */
export interface AccessLogNote {
  action: string | null
  code: string | null
  /** What a person is told to quote, of a fault of ours. */
  reference?: string | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    noted: AccessLogNote
  }
  interface FastifyContextConfig {
    /** Only counted under this name, because thousands come at once. */
    countedAs?: 'packs' | 'media' | 'probes'
  }
}

export function sendFailure(request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply {
  request.noted.code = failure.code
  const { retryAfter, reference } = failure.details
  request.noted.reference = reference
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  // whoever sends a byte now and then keeps no connection either
  if (failure.code === 'body-too-slow') reply.header('connection', 'close')
  reply.code(failure.status).header('cache-control', 'no-store')
  // whoever has pressed the link of a file reads this, and no app
  if (failure.code === 'unavailable' && request.headers['sec-fetch-mode'] === 'navigate') {
    return reply.type('text/plain; charset=utf-8').send(`${failure.message}\n\n${unavailableInSpanish}\n`)
  }
  return reply.type('application/json; charset=utf-8').send(toRefusalBody(failure, null))
}

const unavailableInSpanish =
  'En este momento no se puede mostrar esto. Por favor, inténtelo de nuevo dentro de un momento.'

/** The club in an address: in its host or in `?subdomain=`. Null means the default club. Both must agree. */
export function readClubSlug(request: FastifyRequest, config: Config): string | null {
  const hostSlug = getHostSlug(request, config)
  const { subdomain } = request.query as { subdomain?: unknown }
  if (subdomain === undefined) return hostSlug
  if (typeof subdomain !== 'string' || (hostSlug !== null && hostSlug !== subdomain)) {
    throw new Failure('tenant-mismatch', 'The address names more than one club.')
  }
  // as in a host: a name that no club can have is not looked up
  if (!isSlug(subdomain)) throw unknownClub()
  return subdomain
}

export function getHostSlug(request: FastifyRequest, config: Config): string | null {
  const slug = findHostSlug(request.host ?? '', config.hostDomain)
  if (slug === undefined) throw unknownClub()
  return slug
}

export function unknownClub(): Failure {
  return new Failure('unknown-tenant', 'There is no such club here.')
}
