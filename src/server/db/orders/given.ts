// What a delivered line has handed over, as its row keeps it: JSON whose shape the line's kind tells.
import { z } from 'zod'

/** A membership's expiration, moved. */
const period = { memberId: z.number(), from: z.string(), expiration: z.string() }

const shape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('donation') }),
  z.object({
    kind: z.literal('membership'),
    ...period,
    /** Only where they were a member before; 0 when they had no type. */
    typeBefore: z.number().optional(),
  }),
  z.object({
    kind: z.literal('renewal'),
    ...period,
    /** Only where the membership renews itself from then on because of this order. */
    autoRenew: z
      .object({
        wasOff: z.boolean(),
        kept: z.object({ newCard: z.number().nullable(), before: z.number().nullable() }).nullable(),
      })
      .optional(),
  }),
])

export type Given = z.output<typeof shape>
export type GivenKind = Given['kind']
/** As it is written: the kind is the line's. */
export type GivenOf<K extends GivenKind> = Omit<Extract<Given, { kind: K }>, 'kind'>

interface GivingLine {
  readonly kind: string
  readonly given: unknown
}

/** Undefined where nothing was handed over, or something of which only its own kind of goods knows. */
export function findGiven({ kind, given }: GivingLine): Given | undefined {
  return typeof given === 'object' && given !== null ? shape.safeParse({ ...given, kind }).data : undefined
}

/** Of a line of this kind that was delivered. */
export function getGiven<K extends GivenKind>(kind: K, given: unknown): Extract<Given, { kind: K }> {
  return shape.parse({ ...(given as object), kind }) as Extract<Given, { kind: K }>
}

/** Whether the membership renews itself from then on because of the order. */
export function isAutoRenewing(given: Given | undefined): given is Extract<Given, { kind: 'renewal' }> {
  return given?.kind === 'renewal' && given.autoRenew !== undefined
}
