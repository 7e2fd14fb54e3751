// The small shapes that many actions share: ids, flags, days, instants.
import { z } from 'zod'
import { recordId } from '../domain/shapes/noun.ts'

/** A positive integer; a string of digits is taken too. */
export const id = z
  .union([z.int(), z.string().regex(/^[1-9]\d{0,9}$/)])
  .transform(Number)
  .pipe(recordId)

/** A boolean, and nothing that merely looks like one. */
export const flag = z.boolean()

export const uuid = z.uuid()

/** An ISO instant; epoch milliseconds on our side. */
export const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

/** E-mail addresses of sign-in and forms. */
export const email = z.string().trim().min(1).max(128)
