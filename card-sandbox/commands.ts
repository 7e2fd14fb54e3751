// The commands that a test can give to the card sandbox besides its API.
import { z } from 'zod'
import { type Controls, changeControls, controlsSchema, failureSchema, readControls } from './controls.ts'
import type { Deliveries } from './deliveries.ts'
import { closeDispute, openDispute } from './disputes.ts'
import { endRefund } from './refunds.ts'
import type { CardSandbox } from './sandbox.ts'
import { type Database, listDeliveries, moveDeliveries } from './tables.ts'

const ids = z.array(z.int()).max(10_000)

const commandSchema = z.discriminatedUnion('do', [
  /** Resets all controls. The stored objects stay. */
  z.strictObject({ do: z.literal('reset') }),
  z.strictObject({ do: z.literal('read') }),
  /** Makes the next calls fail. */
  z.strictObject({ do: z.literal('fail'), failure: failureSchema }),
  /** Replaces the delivery rules. */
  z.strictObject({ do: z.literal('rule'), rules: controlsSchema.shape.rules }),
  z.strictObject({ do: z.literal('advance'), seconds: z.int().min(0).max(100_000_000) }),
  z.strictObject({ do: z.literal('webhook'), url: controlsSchema.shape.webhookUrl }),
  z.strictObject({ do: z.literal('deliveries') }),
  /** Sends these deliveries now, in this order, also twice, in any state. Answers with the statuses. */
  z.strictObject({ do: z.literal('send'), ids }),
  /** Sends the deliveries that are held back. */
  z.strictObject({ do: z.literal('release'), ids: ids.optional() }),
  /** Drops the deliveries that have not been sent yet. */
  z.strictObject({ do: z.literal('drop'), ids: ids.optional() }),
  /** The card holder takes the payment back through the bank. */
  z.strictObject({ do: z.literal('dispute'), paymentIntent: z.string() }),
  z.strictObject({ do: z.literal('decide'), dispute: z.string(), isWon: z.boolean() }),
  /** Sets the status of refunds that are made from now on. */
  z.strictObject({ do: z.literal('refunds'), status: controlsSchema.shape.refunds }),
  /** The bank has taken a refund, or sends it back. */
  z.strictObject({ do: z.literal('end-refund'), refund: z.string(), isDone: z.boolean() }),
])

export type SandboxCommand = z.input<typeof commandSchema>

export interface CommandParts {
  readonly database: Database
  readonly deliveries: Deliveries
  readonly sandbox: CardSandbox
  now(): number
}

/** Fails with a `ZodError` when the input is not a command. */
export async function runCommand(
  { database, deliveries, sandbox, now }: CommandParts,
  input: unknown,
): Promise<unknown> {
  const command = commandSchema.parse(input)
  const change = (make: (controls: Controls) => Controls): Promise<Controls> =>
    database.transaction((tx) => changeControls(tx, make))
  switch (command.do) {
    case 'reset':
      return change(() => controlsSchema.parse({}))
    case 'read':
      return database.transaction(readControls)
    case 'fail':
      return change((controls) => ({ ...controls, failures: [...controls.failures, command.failure] }))
    case 'rule':
      return change((controls) => ({ ...controls, rules: command.rules }))
    case 'advance': {
      const changed = await change((controls) => ({
        ...controls,
        aheadMs: controls.aheadMs + command.seconds * 1000,
      }))
      deliveries.wake()
      return changed
    }
    case 'webhook':
      return change((controls) => ({ ...controls, webhookUrl: command.url }))
    case 'deliveries':
      return database.transaction(listDeliveries)
    case 'send': {
      const statuses: (number | null)[] = []
      for (const id of command.ids) statuses.push(await deliveries.send(id))
      return statuses
    }
    case 'dispute':
      return sandbox.happen((books) => openDispute(books, command.paymentIntent))
    case 'decide':
      return sandbox.happen((books) => closeDispute(books, command.dispute, command.isWon))
    case 'refunds':
      return change((controls) => ({ ...controls, refunds: command.status }))
    case 'end-refund':
      return sandbox.happen((books) => endRefund(books, command.refund, command.isDone))
    case 'release':
    case 'drop': {
      const to = command.do === 'release' ? 'waiting' : 'dropped'
      await database.transaction(async (tx) => {
        const { aheadMs } = await readControls(tx)
        await moveDeliveries(tx, { to, ids: command.ids, dueAt: new Date(now() + aheadMs) })
      })
      deliveries.wake()
      return null
    }
  }
}
