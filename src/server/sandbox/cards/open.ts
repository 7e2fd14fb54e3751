// The card sandbox of this process: its API, its deliveries and its controls over one database.
import { ZodError } from 'zod'
import type { Log } from '../../log.ts'
import { getCardKeys } from '../../providers/stripe.ts'
import type { Services } from '../../services.ts'
import { runCommand } from './commands.ts'
import { createDeliveries, type DeliveryParts } from './deliveries.ts'
import { CardFault } from './faults.ts'
import { hasCardSandbox, toWebhookUrl } from './presence.ts'
import { type CardCall, type CardReply, createCardSandbox } from './sandbox.ts'

export interface OpenCardSandbox {
  answer(call: CardCall): Promise<CardReply>
  /** A status as of HTTP: 400 where the command is none. */
  control(command: unknown): Promise<{ readonly status: number; readonly answer: unknown }>
  /** From here on events go out, those of an earlier process too. */
  start(): void
  close(): Promise<void>
}

/** Undefined where card keys are set. The first call of a process must not stand within a transaction. */
export async function openCardSandbox(
  services: Services,
  log: Log,
  fetch: DeliveryParts['fetch'],
): Promise<OpenCardSandbox | undefined> {
  const { config, database, now, newId } = services
  if (!hasCardSandbox(config)) return undefined
  const keys = await getCardKeys(services)
  const deliveries = createDeliveries({
    database,
    log,
    fetch,
    now,
    webhookSecret: keys.webhookSecret,
    webhookUrl: toWebhookUrl(config),
  })
  const sandbox = createCardSandbox({ database, keys, log, now, newId, onNews: deliveries.wake })
  return {
    answer: (call) => sandbox.answer(call),
    async control(command) {
      try {
        return { status: 200, answer: await runCommand({ database, deliveries, sandbox, now }, command) }
      } catch (error) {
        if (error instanceof ZodError) return { status: 400, answer: { issues: error.issues } }
        if (error instanceof CardFault) return { status: 400, answer: error.body }
        throw error
      }
    },
    start: () => deliveries.wake(),
    close: () => deliveries.close(),
  }
}
