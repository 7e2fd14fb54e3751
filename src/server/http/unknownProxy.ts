// Says once that a proxy hands on visitors whose addresses nobody believes, because TRUSTED_PROXY does not name it.
import type { FastifyRequest } from 'fastify'
import { isPublic } from '../process/loopback.ts'
import type { EdgeParts } from './edgeContext.ts'

/** Where ORIGIN is public, all visitors then look like one: limits for one address meet everybody. */
export function createProxyWatch({ config, log }: EdgeParts): (request: FastifyRequest) => void {
  let isSaid = !isPublic(config)
  return ({ headers, ips = [], socket }) => {
    if (isSaid || headers['x-forwarded-for'] === undefined || ips.length > 1) return
    isSaid = true
    log.warn(
      { address: socket.remoteAddress },
      'Requests come from a proxy that TRUSTED_PROXY does not name: all visitors look like one. Set TRUSTED_PROXY to its address, if it is yours.',
    )
  }
}
