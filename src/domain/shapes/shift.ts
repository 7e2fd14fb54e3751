// A shift as its volunteer sees it.
import { z } from 'zod'
import { recordId } from './recordShape.ts'

export const shiftWire = z.object({
  id: recordId,
  /** The name of its schedule. */
  schedule: z.string(),
  /** Calendar day, where the event takes place. */
  shiftDate: z.string(),
  start: z.number(),
  startMinute: z.number(),
  /** Hours. */
  duration: z.number(),
})
