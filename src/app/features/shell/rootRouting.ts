// Where the portal sends somebody who is at an address that is not for them.
import type { PortalSettings } from '../../../domain/club.ts'
import { findOptions, findTabs, isUnder, type Standing } from './menu.ts'

/** What an expired member reaches beside Membership and the options: renewing, their order's link, leaving, our own pages. */
const openToExpired = [
  '/portal/renew',
  '/portal/order',
  '/portal/logout',
  '/portal/signin',
  '/about',
  '/privacy',
  '/terms',
]

/**
 * The address to go to instead, or undefined to stay.
 * Only addresses inside the portal's shell come here: viewer, ballot and judging are for everybody.
 */
export function findRootRoute(
  path: string,
  standing: Standing,
  settings: PortalSettings,
): string | undefined {
  const here = path.length > 1 ? path.replace(/\/+$/, '') : path
  const isMemberArea = isUnder(here, '/portal/member')
  if (standing.kind === 'visitor') {
    return here === '/' || here === '/portal/member' ? '/portal' : undefined
  }
  const [firstTab] = findTabs(standing, settings)
  const isAllowed = [...findTabs(standing, settings), ...findOptions(standing)].some(({ to }) =>
    isUnder(here, to),
  )
  if (standing.kind === 'expired') {
    const isOpen = isAllowed || openToExpired.some((to) => isUnder(here, to))
    return isOpen ? undefined : '/portal/member/membership'
  }
  if (here === '/' || here === '/portal' || here === '/portal/member') {
    return settings.socialTab ? '/portal/member/social' : firstTab?.to
  }
  return isMemberArea && !isAllowed ? firstTab?.to : undefined
}
