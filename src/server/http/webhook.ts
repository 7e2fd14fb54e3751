// `POST /webhooks/stripe`: events from the card provider, passed on as the exact bytes that came.
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../contract/failures.ts'
import { largestWebhookBytes } from '../limits/sizes.ts'
import { webhookPath } from '../providers/cardAddresses.ts'
import type { ReadBody } from './bodies/requestBodies.ts'
import type { EdgeParts } from './edgeContext.ts'

export function addWebhook(app: FastifyInstance, { engine }: EdgeParts, readBody: ReadBody): void {
  app.all(webhookPath, async (request, reply) => {
    if (request.method !== 'POST') {
      reply.header('allow', 'POST')
      throw new Failure('method-not-allowed', 'Events are sent with POST.')
    }
    const bytes = await readBody(request, largestWebhookBytes)
    const signature = request.headers['stripe-signature']
    const isGenuine =
      typeof signature === 'string' && (await engine.receiveCardEvent(bytes.toString('utf8'), signature))
    return reply.code(isGenuine ? 200 : 400).send({ received: isGenuine })
  })
}
