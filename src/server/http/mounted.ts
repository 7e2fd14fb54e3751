// What is mounted beside the product, the card provider's sandbox: requests go to it as they came, answers as it gives them.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../contract/failures.ts'
import { readBody } from '../dispatch/body.ts'
import { hasCardSandbox } from '../providers/cardAddresses.ts'
import type { EdgeParts } from './edgeContext.ts'
import { hasToken, isAtTheMachine } from './sandboxMessages.ts'

/** The provider's SDK knows host and port but no path before `/v1`. */
const addresses = ['/sandbox/stripe', '/v1']
/** The provider's own limit is not known; nothing of ours comes near this. */
const largestBody = 100_000

export function addMounted(app: FastifyInstance, { config, engine }: EdgeParts): void {
  if (!hasCardSandbox(config)) return

  async function answer(
    request: FastifyRequest<{ Params: { '*': string } }>,
    reply: FastifyReply,
    address: string,
  ): Promise<FastifyReply> {
    const [, query = ''] = request.url.split('?')
    const body = await readBody(request.raw, null)
    if (body.length > largestBody) throw new Failure('body-too-large', 'The request is too large.')
    const isLocal = isAtTheMachine(request)
    const answered = await engine.answerMounted({
      id: request.id,
      method: request.method,
      path: `${address}/${request.params['*']}`,
      query,
      headers: request.headers,
      body: body.toString('utf8'),
      isLocal,
      isOperator: isLocal || hasToken(request, config),
    })
    if (answered === undefined) throw new Failure('not-found', 'There is nothing at this address.')
    if (answered.isCut) {
      reply.hijack()
      request.raw.socket.destroy()
      return reply
    }
    return reply
      .code(answered.status)
      .headers(answered.headers)
      .send(typeof answered.body === 'string' ? answered.body : Buffer.from(answered.body))
  }

  for (const address of addresses) {
    app.all<{ Params: { '*': string } }>(`${address}/*`, (request, reply) => answer(request, reply, address))
  }
}
