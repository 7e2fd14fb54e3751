// Where the portal redirects people from an address that is not for them.
import type { PortalSettings } from '../../../domain/club.ts'
import type { WizardSearch } from '../../wizard/wizardSearch.ts'
import { findOptions, findTabs, isUnder, type MenuAudience } from './menu.ts'

/** About the platform. */
const ownPages = ['/about', '/privacy', '/terms']

/** The logins that an expired member removes before they close their account. */
const openToExpired = '/portal/member/children'

/**
 * The order of an event's action or of the store that is being paid, or was made: it is the buyer's, whatever
 * becomes of their membership meanwhile.
 */
export function isOrderAddress(path: string, { step, key }: WizardSearch): boolean {
  const isAction = /^\/portal\/((member\/)?events\/[^/]+\/[^/]+|member\/store\/checkout)$/.test(path)
  return isAction && (key !== undefined || step === 'pay')
}

/**
 * The address to redirect to, or undefined to stay. Only addresses inside the portal's frame come here:
 * viewer, ballot and judging are open to everybody.
 */
export function findRootRoute(
  path: string,
  standing: MenuAudience,
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
  if (standing.kind === 'new-password') {
    const isOpen = isAllowed || ownPages.some((to) => isUnder(here, to))
    return isOpen ? undefined : '/portal/member/password'
  }
  const isStart = here === '/' || here === '/portal' || here === '/portal/member'
  if (standing.kind === 'expired') {
    // outside the member area they are a visitor (rules/security 1.5)
    const isClosed = isStart || (isMemberArea && !isAllowed && !isUnder(here, openToExpired))
    return isClosed ? '/portal/member/membership' : undefined
  }
  if (isStart) {
    return settings.socialTab ? '/portal/member/social' : firstTab?.to
  }
  return isMemberArea && !isAllowed ? firstTab?.to : undefined
}
