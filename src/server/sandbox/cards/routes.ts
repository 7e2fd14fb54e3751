// The card sandbox at the HTTP edge: its API for the SDK and for browsers, its pages, and its controls for tests.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../../contract/failures.ts'
import { parseBody, readBody } from '../../dispatch/body.ts'
import type { EdgeParts } from '../../http/edgeContext.ts'
import { hasToken, isAtTheMachine } from '../../http/sandboxMessages.ts'
import { addCardPages } from './pages.ts'
import { cardSandboxPath, hasCardSandbox } from './presence.ts'
import type { CardReply } from './sandbox.ts'

/** The provider's own limit is not known; nothing of ours comes near this. */
const largestBody = 100_000

export function addCardSandbox(app: FastifyInstance, parts: EdgeParts): void {
  if (!hasCardSandbox(parts.config)) return
  const { config, engine } = parts

  async function answerApi(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
  ): Promise<FastifyReply> {
    const [, query = ''] = request.url.split('?')
    const body = await readBody(request.raw, null)
    if (body.length > largestBody) throw new Failure('body-too-large', 'The request is too large.')
    const { headers } = request
    const answer = await engine.answerCards({
      method: request.method,
      path,
      query,
      body: body.toString('utf8'),
      authorization: toText(headers.authorization),
      idempotencyKey: toText(headers['idempotency-key']),
      version: toText(headers['stripe-version']),
      requestId: request.id,
    })
    if (answer === undefined) throw nothing()
    return sendReply(request, reply, answer)
  }

  // the SDK knows host and port but no path before `/v1`, and it always runs on this machine
  app.all<{ Params: { '*': string } }>('/v1/*', async (request, reply) => {
    if (!isAtTheMachine(request)) throw nothing()
    return answerApi(request, reply, `/v1/${request.params['*']}`)
  })
  app.all<{ Params: { '*': string } }>(`${cardSandboxPath}/v1/*`, (request, reply) =>
    answerApi(request, reply, `/v1/${request.params['*']}`),
  )
  addCardPages(app)
  app.post(`${cardSandboxPath}/test`, async (request, reply) => {
    if (!isAtTheMachine(request) && !hasToken(request, config)) throw nothing()
    const done = await engine.controlCards(parseBody(await readBody(request.raw, null)))
    if (done === undefined) throw nothing()
    return reply.code(done.status).header('cache-control', 'no-store').send({ answer: done.answer })
  })
}

function nothing(): Failure {
  return new Failure('not-found', 'There is nothing at this address.')
}

function toText(header: string | string[] | undefined): string | null {
  return typeof header === 'string' ? header : null
}

function sendReply(request: FastifyRequest, reply: FastifyReply, answer: CardReply): FastifyReply {
  if (answer.isCut) {
    reply.hijack()
    request.raw.socket.destroy()
    return reply
  }
  return reply
    .code(answer.status)
    .headers(answer.headers)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(answer.body)
}
