// The small shapes that many actions share: ids, flags, days, instants.
import { z } from 'zod'

const largestId = 2_147_483_647

/** A positive integer; a string of digits is taken too. */
export const id = z
  .union([z.int(), z.string().regex(/^[1-9]\d{0,9}$/)])
  .transform(Number)
  .pipe(z.int().min(1).max(largestId))

/** A boolean, and nothing that merely looks like one. */
export const flag = z.boolean()

export const uuid = z.uuid()

/** An ISO instant; epoch milliseconds on our side. */
export const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

/** E-mail addresses of sign-in and forms. */
export const email = z.string().trim().min(1).max(128)

export const option = z.object({
  id: z.number(),
  label: z.string(),
  subLabel: z.string(),
  type: z.union([z.literal(1), z.literal(2)]),
  choices: z.array(z.object({ id: z.number(), label: z.string() })),
  required: z.boolean(),
})
