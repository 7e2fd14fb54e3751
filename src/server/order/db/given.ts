// What a delivered line gave to the buyer, as JSON in its row. The line's kind decides its shape.
import { z } from 'zod'
import type { LineState } from '../../../domain/order.ts'

/** A membership's expiration before and after. */
const period = { memberId: z.number(), from: z.string(), expiration: z.string() }

const atEvent = {
  eventId: z.number(),
  /** Its name when it was sold. */
  event: z.string(),
}

const shape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('donation') }),
  z.object({ kind: z.literal('product') }),
  z.object({ kind: z.literal('shipping') }),
  z.object({
    kind: z.literal('registration'),
    ...atEvent,
    entryId: z.number(),
    carNumber: z.string(),
  }),
  z.object({
    kind: z.literal('space'),
    ...atEvent,
    vendorId: z.number(),
    elementId: z.number(),
  }),
  z.object({ kind: z.literal('ticket'), ...atEvent, codes: z.array(z.string()) }),
  z.object({
    kind: z.literal('membership'),
    ...period,
    /** Only if they were a member before. 0 when they had no type. */
    typeBefore: z.number().optional(),
  }),
  z.object({
    kind: z.literal('renewal'),
    ...period,
    /** Only if this order made the membership renew automatically. */
    autoRenew: z
      .object({
        wasOff: z.boolean(),
        /** Nobody had ever chosen. */
        wasUnset: z.boolean().optional(),
        kept: z.object({ newCard: z.number().nullable(), before: z.number().nullable() }).nullable(),
      })
      .optional(),
  }),
])

export type Given = z.output<typeof shape>
export type GivenKind = Given['kind']
/** As it is written. The kind is stored with the line. */
export type GivenOf<K extends GivenKind> = Omit<Extract<Given, { kind: K }>, 'kind'>

interface GivingLine {
  readonly kind: string
  readonly given: unknown
}

/** Undefined when nothing was given, or when only the goods themselves know the shape. */
export function findGiven({ kind, given }: GivingLine): Given | undefined {
  return typeof given === 'object' && given !== null ? shape.safeParse({ ...given, kind }).data : undefined
}

/** For a delivered line of this kind. */
export function getGiven<K extends GivenKind>(kind: K, given: unknown): Extract<Given, { kind: K }> {
  return shape.parse({ ...(given as object), kind }) as Extract<Given, { kind: K }>
}

/** The membership that the order made or extended. */
export function findMadeMembership({
  lines,
}: {
  readonly lines: readonly (GivingLine & { readonly state: LineState })[]
}): Extract<Given, { kind: 'membership' | 'renewal' }> | undefined {
  for (const line of lines) {
    const given = line.state === 'delivered' ? findGiven(line) : undefined
    if (given?.kind === 'membership' || given?.kind === 'renewal') return given
  }
  return undefined
}

/** Whether this order made the membership renew automatically. */
export function isAutoRenewing(given: Given | undefined): given is Extract<Given, { kind: 'renewal' }> {
  return given?.kind === 'renewal' && given.autoRenew !== undefined
}
