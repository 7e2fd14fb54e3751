// `GET /calendar/{code}.ics`: the club's calendar for a member's own, which cannot sign in.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../contract/failures.ts'
import { toPeer } from '../auth/peer.ts'
import { type EdgeParts, getHostSlug, readClubSlug, sendFailure } from './edgeContext.ts'

const namePattern = /^([A-Za-z0-9]{1,64})\.ics$/

/** Through the gate of all calls, so that its limits count here too. */
export function addCalendar(app: FastifyInstance, { config, engine }: EdgeParts): void {
  app.get<{ Params: { name: string } }>('/calendar/:name', async (request, reply) => {
    const code = namePattern.exec(request.params.name)?.[1]
    const slug = readClubSlug(request, config)
    const { status, body } = await engine.dispatch({
      json: Buffer.from(
        JSON.stringify({
          action: 'read_calendar_feed',
          ...(slug === null ? {} : { subdomain: slug }),
          code: code ?? '',
        }),
      ),
      token: null,
      hostSlug: getHostSlug(request, config),
      peer: toPeer(request.ip),
      requestId: request.id,
    })
    const answer = JSON.parse(body) as { success: boolean; file?: string; retryAfter?: number }
    if (answer.file === undefined) {
      if (status === 429 || status >= 500) {
        return reply
          .code(status)
          .header('retry-after', String(answer.retryAfter ?? 60))
          .send()
      }
      // a calendar that asks for an address of before is told to stop
      return sendFailure(request, reply, new Failure('not-found', 'There is no such calendar.'))
    }
    const etag = `"${createHash('sha256').update(answer.file).digest('hex').slice(0, 32)}"`
    reply
      .header('cache-control', 'private, no-cache')
      .header('etag', etag)
      .type('text/calendar; charset=utf-8')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.send(answer.file)
  })
}
