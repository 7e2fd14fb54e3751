// What a club file says of the club's settings.
import { z } from 'zod'
import { count, dollars, flag, lengths, optional } from './fileValues.ts'
import { emailPattern } from './personLengths.ts'

const address = z
  .string()
  .max(lengths.member.email)
  .refine((value) => value === '' || emailPattern.test(value), 'must be an e-mail address')
  .default('')

const basisPoints = count(0, 10_000).default(0)

export const clubSettings = z.object({
  serviceFee: dollars.default(0),
  maxRenewYears: count(1, 20).default(1),
  maxRenewDays: count(0, 3660).default(0),
  alternateId: flag.default(false),
  alternateIdLabel: optional(lengths.label),
  roster: flag.default(true),
  newsletter: flag.default(false),
  enewsletter: flag.default(true),
  contactEmail: address.describe('Whom people may ask, on screens and in mails'),
  contactPhone: z
    .string()
    .regex(/^(?:\+?[\d ()-]{7,20})?$/, 'must be a telephone number')
    .default('')
    .describe('The same by telephone'),
  replyTo: address.describe("Where answers to the club's mails go; without it to contactEmail"),
  redirectHosts: z
    .array(z.string().regex(/^[a-z0-9.-]+(?::\d{1,5})?$/, 'must be a host, like www.example.org'))
    .max(20)
    .default([]),
  taxRates: z
    .object({ membership: basisPoints, event: basisPoints, tickets: basisPoints, products: basisPoints })
    .prefault({}),
})
