// The addresses that we hand out: pictures, packs and pages, with the club's name where the host does not tell it.
import type { Config } from '../config.ts'
import type { TenantIdentity } from '../db/club/tenant.ts'

type AddressConfig = Pick<Config, 'origin' | 'hostDomain'>
type Club = Pick<TenantIdentity, 'slug'>

/** A public picture of the club; '' for none. */
export function toPictureAddress(config: AddressConfig, club: Club, hash: string | null | undefined): string {
  return hash ? withClub(config, club, `/media/${hash}.webp`) : ''
}

/** A member's picture, which only members get; '' for none. */
export function toMemberPictureAddress(
  config: AddressConfig,
  club: Club,
  hash: string | null | undefined,
): string {
  return hash ? withClub(config, club, `/media/member/${hash}.webp`) : ''
}

/** A whole address for mails and codes, from ORIGIN and never from a Host header; `path` begins with a slash. */
export function toPageAddress(config: AddressConfig, club: Club, path: string): string {
  const origin = new URL(config.origin)
  if (config.hostDomain !== null) origin.host = `${club.slug}.${origin.host}`
  return new URL(withClub(config, club, path), origin).href
}

function withClub(config: AddressConfig, club: Club, path: string): string {
  if (config.hostDomain !== null) return path
  return `${path}${path.includes('?') ? '&' : '?'}subdomain=${club.slug}`
}
