// `GET /dart/preview/{event}/{secret}`: the link to look at an event before it is published.
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../../contract/failures.ts'
import { writePreview } from '../../http/cookies.ts'
import { type EdgeParts, readClubSlug } from '../../http/edgeContext.ts'

interface PreviewRequest {
  Params: { eventId: string; secret: string }
}

/**
 * The browser keeps the link in a cookie, so that the viewer needs to know nothing of it. Whether the link is right is
 * seen where the event is asked for.
 */
export function addEventPreview(app: FastifyInstance, { config }: EdgeParts): void {
  app.get<PreviewRequest>('/dart/preview/:eventId/:secret', (request, reply) => {
    const { eventId, secret } = request.params
    if (!/^[1-9]\d{0,9}$/.test(eventId) || !/^[\w-]{1,100}$/.test(secret)) {
      throw new Failure('not-found', 'This link is not right. Please copy the whole of it.')
    }
    const slug = readClubSlug(request, config)
    const query = config.hostDomain !== null || slug === null ? '' : `?subdomain=${slug}`
    return reply
      .header('set-cookie', writePreview(secret))
      .header('cache-control', 'no-store')
      .redirect(`/portal/viewer/${eventId}${query}`, 303)
  })
}
