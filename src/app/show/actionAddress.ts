// The address of an event's action in the portal's current area.
import { useLocation } from '@tanstack/react-router'

export function useActionAddress():
  | '/portal/member/events/$eventId/$action'
  | '/portal/events/$eventId/$action' {
  const isMemberArea = useLocation({ select: ({ pathname }) => pathname.startsWith('/portal/member') })
  return isMemberArea ? '/portal/member/events/$eventId/$action' : '/portal/events/$eventId/$action'
}
