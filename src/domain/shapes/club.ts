// What a club file says of the club's settings.
import { z } from 'zod'
import { type TaxedSale, taxedSales } from '../order.ts'
import { count, dollars, flag, lengths, optional } from './fileValues.ts'
import { emailPattern } from './personLengths.ts'

const address = z
  .string()
  .max(lengths.member.email)
  .refine((value) => value === '' || emailPattern.test(value), 'must be an e-mail address')
  .default('')

const basisPoints = count(0, 10_000)
  .describe('Hundredths of a percent: 825 is 8.25 %. taxPercent gives the same in percent')
  .default(0)

const percent = z
  .number()
  .min(0)
  .max(100)
  .refine((value) => Number(value.toFixed(3)) === value, 'must be percent with at most 3 decimals')
  .describe('Percent with at most three decimals: 8.25 is 8.25 %')
  .default(0)

const settings = z.object({
  serviceFee: dollars
    .describe('US dollars with at most two decimals, added to each order that is paid online')
    .default(0),
  maxRenewYears: count(1, 20).describe('Years that can be paid at once').default(1),
  maxRenewDays: count(0, 3660)
    .describe('Days before the end of a membership from which it can be renewed; 0 is any time')
    .default(0),
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
  taxPercent: z
    .object({ membership: percent, event: percent, tickets: percent, products: percent })
    .prefault({})
    .describe('The tax of each kind of sale, on top of the price; donations are never taxed'),
  taxRates: z
    .object({ membership: basisPoints, event: basisPoints, tickets: basisPoints, products: basisPoints })
    .prefault({})
    .describe('The same in hundredths of a percent, as earlier files give it'),
})

export const clubSettings = settings.superRefine(({ taxPercent, taxRates }, { addIssue }) => {
  for (const sale of taxedSales) {
    if (taxPercent[sale] === 0 || taxRates[sale] === 0) continue
    const message = `must not stand beside taxRates.${sale}: give the tax once, in percent`
    addIssue({ code: 'custom', path: ['taxPercent', sale], message })
  }
})

/** A tax below one percent is probably meant otherwise. Each with its place in the settings and what was probably meant. */
export function listTaxDoubts({
  taxPercent,
  taxRates,
}: Pick<z.output<typeof settings>, 'taxPercent' | 'taxRates'>): { place: string; message: string }[] {
  return taxedSales.flatMap((sale) => {
    const [given, basis] = [taxPercent[sale], taxRates[sale]]
    return [
      ...(given > 0 && given < 1 ? [toTaxDoubt('taxPercent', sale, given, [given, given * 100])] : []),
      ...(basis > 0 && basis < 100 ? [toTaxDoubt('taxRates', sale, basis, [basis / 100, basis])] : []),
    ]
  })
}

function toTaxDoubt(field: string, sale: TaxedSale, given: number, [is, meant]: readonly [number, number]) {
  const shown = Number(meant.toFixed(3))
  return {
    place: `${field}.${sale}`,
    message: `${given} is a tax of ${is} %. Did you mean ${shown} %? Then write "taxPercent": { "${sale}": ${shown} }`,
  }
}
