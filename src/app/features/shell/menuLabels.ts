// The labels of the portal's menus.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { MenuName } from './menu.ts'

export const menuLabels: Record<MenuName, MessageDescriptor> = {
  home: msg`Home`,
  join: msg`Join/Renew Membership`,
  events: msg`Events`,
  donate: msg`Donate`,
  social: msg`Social`,
  rides: msg`Rides`,
  activities: msg`Activities`,
  files: msg`Files`,
  store: msg`Store`,
  classifieds: msg`Classifieds`,
  roster: msg`Roster`,
  membership: msg`Membership`,
  profile: msg`Profile`,
  tickets: msg`My tickets and cars`,
  payments: msg`Payments`,
  notifications: msg`Notifications`,
  children: msg`Additional logins`,
  password: msg`Password`,
  card: msg`Membership card`,
  link: msg`Mobile app link code`,
  signin: msg`Sign in`,
  logout: msg`Sign out`,
}

/** For narrow rows. */
export const shortMenuLabels: Partial<Record<MenuName, MessageDescriptor>> = {
  join: msg`Join/Renew`,
}
