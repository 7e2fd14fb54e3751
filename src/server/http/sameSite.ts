// Calls that only our own pages and programs may make: as JSON, and from no page of another site.
import type { FastifyRequest } from 'fastify'
import { Failure } from '../../contract/failures.ts'
import type { Config } from '../process/config.ts'

/** A foreign page could send other content types without asking first. */
export function requireSameSiteCall(request: FastifyRequest, { origin }: Pick<Config, 'origin'>): void {
  if (!isJson(request.headers['content-type'])) {
    throw new Failure('unsupported-media-type', 'Calls are made with application/json.')
  }
  requireSameSite(request, origin)
}

function isJson(contentType: string | undefined): boolean {
  const [essence = '', ...parameters] = (contentType ?? '').toLowerCase().split(';')
  if (essence.trim() !== 'application/json') return false
  return parameters.every((parameter) => /^\s*charset="?utf-8"?\s*$/.test(parameter))
}

/** No page of another site may call us in a visitor's name, with any content type. */
function requireSameSite(request: FastifyRequest, portalOrigin: string): void {
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
  if (isForeignSite || (origin !== undefined && !isPortalOrigin(origin, request.host, portalOrigin))) {
    throw new Failure('cross-site', 'Calls from other sites are refused.')
  }
}

function isPortalOrigin(origin: string, host: string | undefined, portalOrigin: string): boolean {
  if (origin === portalOrigin) return true
  if (host === undefined || !URL.canParse(origin)) return false
  const url = new URL(origin)
  // behind a proxy that ends TLS only the browser knows the scheme, so only the host is compared
  return /^https?:$/.test(url.protocol) && url.host === new URL(`${url.protocol}//${toHost(host)}`).host
}

function toHost(host: string): string {
  return URL.canParse(`http://${host}`) ? host : 'invalid'
}
