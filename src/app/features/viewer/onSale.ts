// What the viewer's home offers now: its one button leads there.
import { findOpenDoors } from '../../../domain/event.ts'

/** `several`: the event's page, which shows all of it. */
export type Sale = 'tickets' | 'vendor' | 'several'

export function findSale(event: Parameters<typeof findOpenDoors>[0], now: number): Sale | undefined {
  const { tickets, vendor, registration, volunteer } = findOpenDoors(event, now, false)
  if (registration || volunteer || (tickets && vendor)) return 'several'
  if (tickets) return 'tickets'
  return vendor ? 'vendor' : undefined
}
