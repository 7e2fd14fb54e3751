// What a line of an order at an event keeps until it is delivered.
import { z } from 'zod'
import { joinOptionValues } from '../../../domain/sales/optionValues.ts'

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

/** What was chosen for each ticket of a line, or for its car, for those who hold the code. Empty where nothing was. */
export function tellAnswers(item: unknown): { answers?: string[] } {
  const { data } = eventItem.safeParse(item)
  const answers = data === undefined ? [] : listValues(data).map(joinOptionValues)
  return answers.some((answer) => answer !== '') ? { answers } : {}
}

/** For each code of the line. */
function listValues(item: EventItem): z.output<typeof values>[] {
  switch (item.part) {
    case 'registration':
      return [item.entry.values]
    case 'space':
      return []
    case 'ticket':
      return item.values
  }
}
