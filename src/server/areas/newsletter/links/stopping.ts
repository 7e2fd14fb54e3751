// `/newsletter/stop`: what a mail program's own button opens that ends newsletters (RFC 8058).
import type { FastifyInstance } from 'fastify'
import { type EdgeParts, readClubSlug } from '../../../http/edgeContext.ts'
import { callOpenly } from '../../../http/openCalls.ts'

interface StopRequest {
  Querystring: { code?: unknown }
}

export function addNewsletter(app: FastifyInstance, parts: EdgeParts): void {
  const path = '/newsletter/stop'
  app.post<StopRequest>(path, async (request, reply) => {
    await callOpenly(request, parts, 'stop_newsletter', { code: String(request.query.code) })
    return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Done.\n')
  })
  // programs that look at links must not end anything: a person presses on the page
  app.get<StopRequest>(path, (request, reply) => {
    const slug = readClubSlug(request, parts.config)
    const code = encodeURIComponent(String(request.query.code))
    const page = `/portal/newsletter${slug === null ? '' : `?subdomain=${slug}`}`
    return reply.redirect(`${page}#stop=${code}`, 303)
  })
}
