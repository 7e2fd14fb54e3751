// The addresses of pictures, packs and pages. They contain the club's name if the host does not.

import type { Config } from '../process/config.ts'
import type { LinkProof } from '../sealed/timedLinks.ts'
import type { TenantIdentity } from './db/tenant.ts'

type AddressConfig = Pick<Config, 'origin' | 'hostDomain'>
type ClubSlug = Pick<TenantIdentity, 'slug'>

/** A public picture of the club; '' when there is none. */
export function toPictureAddress(
  config: AddressConfig,
  club: ClubSlug,
  hash: string | null | undefined,
): string {
  return hash ? withClub(config, club, `/media/${hash}.webp`) : ''
}

/** A member's picture, which only members get; '' when there is none. */
export function toMemberPictureAddress(
  config: AddressConfig,
  club: ClubSlug,
  hash: string | null | undefined,
): string {
  return hash ? withClub(config, club, `/media/member/${hash}.webp`) : ''
}

/** Pictures of what members share, as answers show them. */
export function toShownPictures(
  config: AddressConfig,
  club: ClubSlug,
  hashes: readonly string[],
): { id: string; imageData: string }[] {
  return hashes.map((hash) => ({
    id: hash,
    imageData: toMemberPictureAddress(config, club, hash),
  }))
}

/** Where a file opens, while its link is open. */
export function toFileAddress(
  config: AddressConfig,
  club: ClubSlug,
  fileId: number,
  { until, proof }: LinkProof,
): string {
  return withClub(config, club, `/files/${fileId}?until=${until}&proof=${proof}`)
}

/** Where a member's own data opens as one file, while its link is open. */
export function toOwnDataAddress(
  config: AddressConfig,
  club: ClubSlug,
  memberId: number,
  { until, proof }: LinkProof,
): string {
  return withClub(config, club, `/own-data?member=${memberId}&until=${until}&proof=${proof}`)
}

/** A whole address for mails and QR codes, from ORIGIN, never a Host header. `path` begins with a slash. */
export function toPageAddress(config: AddressConfig, club: ClubSlug, path: string): string {
  const origin = new URL(config.origin)
  if (config.hostDomain !== null) origin.host = `${club.slug}.${origin.host}`
  return new URL(withClub(config, club, path), origin).href
}

function withClub(config: AddressConfig, club: ClubSlug, path: string): string {
  if (config.hostDomain !== null) return path
  return `${path}${path.includes('?') ? '&' : '?'}subdomain=${club.slug}`
}
