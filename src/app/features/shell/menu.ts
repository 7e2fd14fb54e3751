// The portal's menus for a visitor, a member and an expired member.
import type { PortalSettings } from '../../../domain/club.ts'

/** The person for whom the menus are made. `canAddLogins` depends on the member's type. */
export type MenuAudience =
  | { kind: 'visitor' }
  | { kind: 'member'; canAddLogins: boolean }
  | { kind: 'expired' }
  /** Signed in with a temporary password. */
  | { kind: 'new-password' }

export type MenuName =
  | 'home'
  | 'join'
  | 'events'
  | 'donate'
  | 'social'
  | 'rides'
  | 'activities'
  | 'files'
  | 'store'
  | 'classifieds'
  | 'roster'
  | 'membership'
  | 'profile'
  | 'payments'
  | 'tickets'
  | 'notifications'
  | 'children'
  | 'password'
  | 'card'
  | 'link'
  | 'signin'
  | 'logout'

export interface MenuLink {
  name: MenuName
  to: string
}

interface Tab extends MenuLink {
  /** Shown only if the club has switched it on. */
  setting?: keyof PortalSettings
}

const memberTabs: readonly Tab[] = [
  { name: 'social', to: '/portal/member/social', setting: 'socialTab' },
  { name: 'rides', to: '/portal/member/rides', setting: 'ridesTab' },
  { name: 'activities', to: '/portal/member/activities', setting: 'activitiesTab' },
  { name: 'events', to: '/portal/member/events' },
  { name: 'files', to: '/portal/member/files', setting: 'filesTab' },
  { name: 'store', to: '/portal/member/store', setting: 'storeTab' },
  { name: 'classifieds', to: '/portal/member/classifieds', setting: 'classifiedTab' },
  { name: 'roster', to: '/portal/member/roster', setting: 'rosterTab' },
]

const membership: MenuLink = { name: 'membership', to: '/portal/member/membership' }

const publicTabs: readonly Tab[] = [
  { name: 'home', to: '/portal' },
  { name: 'join', to: '/portal/join', setting: 'joinLink' },
  { name: 'events', to: '/portal/events' },
  { name: 'donate', to: '/portal/donate', setting: 'donateTab' },
]

const password: MenuLink = { name: 'password', to: '/portal/member/password' }
const logout: MenuLink = { name: 'logout', to: '/portal/logout' }

/** The main menu, in its order. */
export function findTabs(standing: MenuAudience, settings: PortalSettings): MenuLink[] {
  if (standing.kind === 'expired') return [membership]
  if (standing.kind === 'new-password') return [password]
  const tabs = standing.kind === 'member' ? memberTabs : publicTabs
  return tabs.filter(({ setting }) => setting === undefined || settings[setting] === true)
}

/** The member's options, in their order. A visitor has the Sign in button instead. */
export function findOptions(standing: MenuAudience): MenuLink[] {
  if (standing.kind === 'visitor') return [{ name: 'signin', to: '/portal/signin' }]
  if (standing.kind === 'new-password') return [password, logout]
  const isMember = standing.kind === 'member'
  const options: MenuLink[] = [
    { name: 'profile', to: '/portal/member/profile' },
    membership,
    { name: 'tickets', to: '/portal/tickets' },
    { name: 'payments', to: '/portal/member/payments' },
    { name: 'notifications', to: '/portal/member/notifications' },
  ]
  if (isMember && standing.canAddLogins) options.push({ name: 'children', to: '/portal/member/children' })
  options.push(password)
  if (isMember) {
    options.push({ name: 'card', to: '/portal/member/card' }, { name: 'link', to: '/portal/member/link' })
  }
  options.push(logout)
  return options
}

/**
 * Whether `path` is the menu entry's address or below it. An event's own page belongs to the events, and renewing
 * to joining: its way in stands on the page for joining.
 */
export function isUnder(path: string, to: string): boolean {
  if (to === '/portal/events' && path.startsWith('/portal/event/')) return true
  if (to === '/portal/join' && isUnder(path, '/portal/renew')) return true
  return path === to || (to !== '/portal' && path.startsWith(`${to}/`))
}
