// What an event calls its tickets.
import { useRead } from '../../reading/useRead.ts'

/** '' while it is not known, or without a word of its own. */
export function useTicketLabel(eventId: number | undefined): string {
  const { data } = useRead('get_event', { event: String(eventId ?? '') }, { enabled: eventId !== undefined })
  return data?.event.ticketLabel ?? ''
}
