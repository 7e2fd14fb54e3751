// The time zone of a screen that belongs to no single show.
import { useSessionState } from './SessionContext.tsx'

/** The club's zone; the device's own while the club is not known. */
export function useClubZone(): string {
  const { club } = useSessionState()
  return club?.tenant.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}
