// Mounts the card provider's sandbox beside the product. Passes its requests and answers on unchanged.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../contract/failures.ts'
import { largestSandboxBytes } from '../limits/sizes.ts'
import { hasCardSandbox } from '../providers/cardAddresses.ts'
import type { ReadBody } from './bodies/requestBodies.ts'
import type { EdgeParts } from './edgeContext.ts'
import { requireSameSiteCall } from './sameSite.ts'
import { isFromThisServer, isOperator } from './sandboxMessages.ts'

const ownAddress = '/sandbox/stripe'
/** The provider's SDK can be given host and port but no path before `/v1`. */
const addresses = [ownAddress, '/v1']

export function addMounted(app: FastifyInstance, { config, engine }: EdgeParts, readBody: ReadBody): void {
  if (!hasCardSandbox(config)) return

  async function answer(
    request: FastifyRequest<{ Params: { '*': string } }>,
    reply: FastifyReply,
    address: string,
  ): Promise<FastifyReply> {
    const [, query = ''] = request.url.split('?')
    const path = request.params['*']
    const isByOperator = isOperator(request, config)
    const isCommand = request.method === 'POST' && address === ownAddress && !path.startsWith('v1/')
    if (isCommand && isByOperator) requireSameSiteCall(request, config)
    const body = await readBody(request, largestSandboxBytes)
    const answered = await engine.answerMounted({
      id: request.id,
      method: request.method,
      path: `${address}/${path}`,
      query,
      headers: request.headers,
      body: body.toString('utf8'),
      isLocal: isFromThisServer(request, config),
      isOperator: isByOperator,
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
