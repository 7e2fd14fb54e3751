// The address of the event list in the portal's current area.
import { useLocation } from '@tanstack/react-router'

export function useEventList(): '/portal/member/events' | '/portal/events' {
  const pathname = useLocation({ select: (location) => location.pathname })
  return pathname.startsWith('/portal/member') ? '/portal/member/events' : '/portal/events'
}
