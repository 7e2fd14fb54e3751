// The club's country, which addresses and telephone numbers have that name no other.
import { defaultCountry } from '../../domain/shapes/country.ts'
import { useClub } from './SessionContext.tsx'
import type { Club } from './sessionState.ts'

/** Answers that a device saved earlier do not say it. */
export function toClubCountry(club: Club | undefined): string {
  return club?.tenant.country ?? defaultCountry
}

export function useClubCountry(): string {
  return toClubCountry(useClub())
}
