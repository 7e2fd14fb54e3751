// `POST /webhooks/stripe`: what the card provider tells us by itself, handed on as the very bytes that came.
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../contract/failures.ts'
import { readBody } from '../dispatch/body.ts'
import { webhookPath } from '../providers/cardAddresses.ts'
import type { EdgeParts } from './edgeContext.ts'

export function addWebhook(app: FastifyInstance, { engine }: EdgeParts): void {
  app.all(webhookPath, async (request, reply) => {
    if (request.method !== 'POST') {
      reply.header('allow', 'POST')
      throw new Failure('method-not-allowed', 'Events are sent with POST.')
    }
    const length = Number(request.headers['content-length'])
    const bytes = await readBody(request.raw, Number.isSafeInteger(length) ? length : null)
    const signature = request.headers['stripe-signature']
    const isGenuine =
      typeof signature === 'string' && (await engine.hearCards(bytes.toString('utf8'), signature))
    return reply.code(isGenuine ? 200 : 400).send({ received: isGenuine })
  })
}
