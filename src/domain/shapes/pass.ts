// A pass: what lets somebody in at an event, with the code that the gate reads. Tickets, registered cars, vendors'
// spaces and volunteers' shifts are passes. A code is a secret of whoever bought or took it.
import { z } from 'zod'
import { orderEventWire } from './orderLine.ts'

export const passKinds = ['ticket', 'registration', 'space', 'shift'] as const

export const passWire = z.object({
  kind: z.enum(passKinds),
  /** XXXX-XXXX-XXXX-XXXX, once in the club. */
  code: z.string(),
  /** The ticket's name, the vehicle, the space ("B 12"), or what the shift is for. */
  label: z.string(),
  /** Of a car. */
  carNumber: z.string().optional(),
  /** Of a car; without a description, the event has no such class any more. */
  carClass: z.object({ number: z.number(), description: z.string() }).optional(),
  /** Of a space: the name of its map. */
  map: z.string().optional(),
  /** What was chosen or written for it: "Shirt: Large". */
  answers: z.array(z.string()).optional(),
  /** A ticket that the gate has let in. */
  used: z.literal(true).optional(),
  /** Of a shift, in the event's time zone. `duration` is in hours. */
  shift: z
    .object({ shiftDate: z.string(), start: z.number(), startMinute: z.number(), duration: z.number() })
    .optional(),
  /** The number of the order, for what was bought online. */
  receiptId: z.number().optional(),
})

/** What one person has for one event. */
export const eventPassesWire = z.object({
  event: orderEventWire,
  /** By kind, in the order of `passKinds`; within a kind as they were bought. */
  passes: z.array(passWire),
})

export type Pass = z.output<typeof passWire>
export type EventPasses = z.output<typeof eventPassesWire>
