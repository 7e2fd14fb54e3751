// What answers show of an event's tickets, maps, classes and judging forms. Their records in the club file
// are still in clubFile.ts. Give each one shape, like an event, when you next change it.
import { z } from 'zod'
import { recordId as id } from './recordShape.ts'

/** `type` 1 is a text, 2 a choice. */
export const optionWire = z.object({
  id: z.number(),
  label: z.string(),
  subLabel: z.string(),
  type: z.union([z.literal(1), z.literal(2)]),
  choices: z.array(z.object({ id: z.number(), label: z.string() })),
  required: z.boolean(),
})

export const ticketWire = z.object({
  id,
  description: z.string(),
  /** Dollars. */
  price: z.number(),
  limit: z.number(),
  remaining: z.number(),
  /** 0 is public: sold on the panel. */
  availability: z.number(),
  startdate: z.string(),
  enddate: z.string(),
  imageData: z.string(),
  info: z.string(),
  options: z.array(optionWire),
})

export const elementWire = z.object({
  id,
  shape: z.enum(['box', 'circle']),
  x: z.number(),
  y: z.number(),
  w: z.number(),
  h: z.number(),
  a: z.number(),
  row: z.string(),
  num: z.string(),
  /** 1 swap, 2 food, 3 merchandise, otherwise any. */
  type: z.number(),
  cost: z.number(),
  notes: z.string(),
  available: z.boolean(),
})

export const mapWire = z.object({
  id,
  label: z.string(),
  backgroundImage: z.string(),
  memberDiscount: z.number(),
  available: z.boolean(),
  availableStartdate: z.string().nullable(),
  availableEnddate: z.string().nullable(),
  askVendorType: z.boolean(),
  askVendorTaxid: z.boolean(),
  askVendorDescription: z.boolean(),
  elements: z.array(elementWire),
  reservations: z.array(z.object({ vendorId: id, eventMapElementId: id })),
})

export const classWire = z.object({ id, number: z.number(), description: z.string() })
export const classEntriesWire = z.object({
  carClass: z.number(),
  classDescription: z.string(),
  carNumbers: z.array(z.string()),
})
export const criterionWire = z.object({
  id,
  title: z.string(),
  minScore: z.number(),
  maxScore: z.number(),
  weight: z.number(),
})

export const formWire = z.object({
  id,
  title: z.string(),
  criteria: z.array(criterionWire),
})
