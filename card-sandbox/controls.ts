// What a test can make the sandbox do: lose answers; hold, drop, repeat and delay deliveries; move its clock.
import { z } from 'zod'
import { findControl, putControl, type Tx } from './tables.ts'

/** How the deliveries of a new event are treated. */
export interface DeliveryRule {
  readonly state: 'waiting' | 'held' | 'dropped'
  readonly copies: number
  readonly delayMs: number
}

export const failureSchema = z.strictObject({
  /** A name like `refunds.create`. Without it, the next call of any kind fails. */
  operation: z.string().optional(),
  /** Before or after the provider has acted. */
  when: z.enum(['before', 'after']),
  /** The socket is cut, or the answer has this status. */
  how: z.union([z.literal('cut'), z.literal(429), z.literal(500), z.literal(503)]),
  times: z.int().min(1).max(1000).default(1),
})

const rule = z.strictObject({
  /** Only for events of these types. Without it, for all. */
  types: z.array(z.string()).optional(),
  state: z.enum(['waiting', 'held', 'dropped']).default('waiting'),
  copies: z.int().min(1).max(20).default(1),
  delaySeconds: z.number().min(0).max(1_000_000).default(0),
})

export const controlsSchema = z.strictObject({
  /** How far the sandbox's clock is ahead. */
  aheadMs: z.int().min(0).default(0),
  failures: z.array(failureSchema).default([]),
  /** The first rule that fits the event's type is used. */
  rules: z.array(rule).default([]),
  /** The status of new refunds. Some banks take days. */
  refunds: z.enum(['succeeded', 'pending']).default('succeeded'),
  /** Where events are sent instead of to our own address. Only on this machine. */
  webhookUrl: z
    .string()
    .regex(/^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+\//)
    .nullable()
    .default(null),
})

export type Controls = z.output<typeof controlsSchema>
export type Failing = Controls['failures'][number]

const name = 'controls'

export async function readControls(tx: Tx): Promise<Controls> {
  return controlsSchema.parse((await findControl(tx, name, { lock: false })) ?? {})
}

/** Locks the controls, so that processes change them one after the other. */
export async function changeControls(tx: Tx, change: (controls: Controls) => Controls): Promise<Controls> {
  const controls = controlsSchema.parse((await findControl(tx, name, { lock: true })) ?? {})
  const changed = controlsSchema.parse(change(controls))
  await putControl(tx, name, changed)
  return changed
}

export function findFailure(controls: Controls, operation: string): Failing | undefined {
  return controls.failures.find((one) => one.operation === undefined || one.operation === operation)
}

/** Counts the failure down by one and removes it after the last time. */
export function spendFailure(controls: Controls, operation: string): Controls {
  const spent = findFailure(controls, operation)
  return {
    ...controls,
    failures: controls.failures.flatMap((one) => {
      if (one !== spent) return [one]
      return one.times > 1 ? [{ ...one, times: one.times - 1 }] : []
    }),
  }
}

export function toDeliveryRule(controls: Controls, type: string): DeliveryRule {
  const found = controls.rules.find(({ types }) => types === undefined || types.includes(type))
  if (found === undefined) return { state: 'waiting', copies: 1, delayMs: 0 }
  const { state, copies, delaySeconds } = found
  return { state, copies, delayMs: delaySeconds * 1000 }
}
