// `GET /calendar/{code}.ics`: the club's calendar for a member's own, which cannot sign in.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { EdgeParts } from '../../../http/edgeContext.ts'
import { callOpenly } from '../../../http/openCalls.ts'

export function addCalendar(app: FastifyInstance, parts: EdgeParts): void {
  app.get<{ Params: { name: string } }>('/calendar/:name', async (request, reply) => {
    // '' is no code
    const code = /^([A-Za-z0-9]{1,64})\.ics$/.exec(request.params.name)?.[1] ?? ''
    const { file } = await callOpenly(request, parts, 'read_calendar_feed', { code })
    const etag = `"${createHash('sha256').update(file).digest('hex').slice(0, 32)}"`
    reply
      .header('cache-control', 'private, no-cache')
      .header('etag', etag)
      .type('text/calendar; charset=utf-8')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.send(file)
  })
}
