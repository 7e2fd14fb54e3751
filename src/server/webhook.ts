// `POST /webhooks/stripe`: what the card provider tells us by itself, handed on as the very bytes that came.
import type { FastifyInstance } from 'fastify'
import { Failure } from '../contract/failures.ts'
import { readBody } from './body.ts'
import type { EdgeParts } from './edge.ts'

export const webhookPath = '/webhooks/stripe'

export function addWebhook(app: FastifyInstance, { engine }: EdgeParts): void {
  app.post(webhookPath, async (request, reply) => {
    const length = Number(request.headers['content-length'])
    const bytes = await readBody(request.raw, Number.isSafeInteger(length) ? length : null)
    const signature = request.headers['stripe-signature']
    const isGenuine =
      typeof signature === 'string' && (await engine.hearCards(bytes.toString('utf8'), signature))
    if (!isGenuine) return reply.code(400).send({ received: false })
    return reply.send({ received: true })
  })
  app.all(webhookPath, (_request, reply) => {
    reply.header('allow', 'POST')
    throw new Failure('method-not-allowed', 'Events are sent with POST.')
  })
}
