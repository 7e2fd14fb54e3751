// What the parts of the HTTP edge share: the engine behind them, the configuration, and how they refuse.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../contract/failures.ts'
import type { Config } from '../config.ts'
import { toRefusalText } from '../dispatch/refusals.ts'
import { findHostSlug } from '../dispatch/tenants.ts'
import type { Engine } from '../engine/engine.ts'
import type { Log } from '../log.ts'

export interface EdgeParts {
  readonly config: Config
  readonly engine: Engine
  readonly log: Log
  /** The built app. */
  readonly distDir: string
  /** Whether there is everything that a visitor needs. */
  isReady(): boolean
  /** Epoch milliseconds. */
  now(): number
  /** Milliseconds that only ever grow, whatever the clock does. */
  elapsed(): number
  newId(): string
}

/** The access log's share of a request, filled in by the route that answers it. */
export interface Noted {
  action: string | null
  code: string | null
}

declare module 'fastify' {
  interface FastifyRequest {
    noted: Noted
  }
  interface FastifyContextConfig {
    /** Counted by this name only, because thousands ask at once. */
    countedAs?: 'packs' | 'media' | 'probes'
  }
}

export function sendFailure(request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply {
  request.noted.code = failure.code
  const { retryAfter } = failure.details
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return reply
    .code(failure.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(toRefusalText(failure, null))
}

/** The club of an address: by its host, or by `?subdomain=`; null is the default one. Both must agree. */
export function readClubSlug(request: FastifyRequest, config: Config): string | null {
  const hostSlug = getHostSlug(request, config)
  const { subdomain } = request.query as { subdomain?: unknown }
  if (subdomain === undefined) return hostSlug
  if (typeof subdomain !== 'string' || (hostSlug !== null && hostSlug !== subdomain)) {
    throw new Failure('tenant-mismatch', 'The address names more than one club.')
  }
  return subdomain
}

export function getHostSlug(request: FastifyRequest, config: Config): string | null {
  const slug = findHostSlug(request.host ?? '', config.hostDomain)
  if (slug === undefined) throw new Failure('unknown-tenant', 'There is no such club here.')
  return slug
}
