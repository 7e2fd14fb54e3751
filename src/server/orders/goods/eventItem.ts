// What a line of an order at an event keeps until it is delivered.
import { z } from 'zod'

/** Not the contract's own checks: newer rules do not stop the delivery of what was ordered. */
const texts = <K extends string>(...names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, z.string()])) as Record<K, z.ZodString>

const values = z.array(z.object({ optionId: z.number(), value: z.string() }))

const atEvent = { eventId: z.number(), event: z.string() }

export const eventItem = z.discriminatedUnion('part', [
  z.object({
    part: z.literal('registration'),
    ...atEvent,
    entry: z.object({
      ...texts('year', 'make', 'model', 'trim', 'color', 'engine', 'notes'),
      ...texts('fname', 'lname', 'partner', 'address1', 'address2', 'city', 'state', 'zip', 'country'),
      ...texts('phone', 'email'),
      allowEmailMarketing: z.boolean(),
      classNumber: z.number(),
      values,
    }),
  }),
  z.object({
    part: z.literal('space'),
    ...atEvent,
    elementId: z.number(),
    vendor: z.object({
      ...texts('name', 'address', 'city', 'state', 'zip', 'phone', 'email', 'taxId', 'description'),
      goods: z.string().optional(),
      allowEmailMarketing: z.boolean(),
      vendorType: z.number(),
    }),
  }),
  z.object({
    part: z.literal('ticket'),
    ...atEvent,
    ticketId: z.number(),
    description: z.string(),
    /** For each ticket. */
    values: z.array(values),
    buyer: z.object({
      ...texts('name', 'address', 'city', 'state', 'zip', 'phone', 'email'),
      allowEmailMarketing: z.boolean(),
    }),
  }),
])

export type EventItem = z.output<typeof eventItem>
export type EventItemOf<P extends EventItem['part']> = Extract<EventItem, { part: P }>

/** What was chosen for each ticket of a line, for those who hold its code. Empty where nothing was asked. */
export function tellAnswers(item: unknown): { answers?: string[] } {
  const { data } = eventItem.safeParse(item)
  if (data?.part !== 'ticket') return {}
  const answers = data.values.map((own) => own.map(({ value }) => value).join(', '))
  return answers.some((answer) => answer !== '') ? { answers } : {}
}
