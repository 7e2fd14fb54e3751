// Where the portal redirects visitors, members and expired members.
import { expect, test } from 'vitest'
import type { MenuAudience } from '../../../../src/app/features/shell/menu.ts'
import { findRootRoute, isOrderAddress } from '../../../../src/app/features/shell/rootRouting.ts'
import type { PortalSettings } from '../../../../src/domain/club.ts'

const settings: PortalSettings = {
  joinLink: true,
  donateTab: true,
  homePage: 0,
  logo: '',
  buttonBackgroundColor: '',
  buttonColor: '',
  headerBackgroundColor: '',
  headerColor: '',
  font: '',
  socialTab: true,
  ridesTab: true,
  activitiesTab: true,
  filesTab: true,
  storeTab: true,
  classifiedTab: true,
  rosterTab: true,
}
const visitor: MenuAudience = { kind: 'visitor' }
const member: MenuAudience = { kind: 'member', canAddLogins: false }
const parent: MenuAudience = { kind: 'member', canAddLogins: true }
const expired: MenuAudience = { kind: 'expired' }

test.each([
  ['/', '/portal'],
  ['/portal/member', '/portal'],
  ['/portal', undefined],
  ['/portal/events', undefined],
  // the guard says "You are not authorized." there
  ['/portal/member/social', undefined],
])('a visitor at %s goes to %s', (path, target) => {
  expect(findRootRoute(path, visitor, settings)).toBe(target)
})

test.each([
  ['/', '/portal/member/social'],
  ['/portal', '/portal/member/social'],
  ['/portal/', '/portal/member/social'],
  ['/portal/member', '/portal/member/social'],
  ['/portal/member/store/7', undefined],
  ['/portal/member/profile', undefined],
  ['/portal/events', undefined],
  ['/portal/logout', undefined],
])('a member at %s goes to %s', (path, target) => {
  expect(findRootRoute(path, member, settings)).toBe(target)
})

test.each([
  ['/', '/portal/member/membership'],
  ['/portal', '/portal/member/membership'],
  ['/portal/member/social', '/portal/member/membership'],
  ['/portal/member/events', '/portal/member/membership'],
  ['/portal/member/events/7/tickets', '/portal/member/membership'],
  ['/portal/member/store', '/portal/member/membership'],
  ['/portal/member/card', '/portal/member/membership'],
  ['/portal/events', undefined],
  ['/portal/events/7/tickets', undefined],
  ['/portal/event/7', undefined],
  ['/portal/donate', undefined],
  ['/portal/join', undefined],
  ['/portal/member/children', undefined],
  ['/portal/member/membership', undefined],
  ['/portal/member/profile', undefined],
  ['/portal/renew', undefined],
  ['/portal/order', undefined],
  ['/portal/tickets', undefined],
  ['/portal/logout', undefined],
  ['/privacy', undefined],
])('an expired member at %s goes to %s', (path, target) => {
  expect(findRootRoute(path, expired, settings)).toBe(target)
})

const key = '0b9fd1f4-6f0e-4a77-9a4e-8f4d3a1f2c55'

test.each([
  ['/portal/events/7/tickets', { step: 'pay' }, true],
  ['/portal/member/events/7/register', { step: 'complete', key }, true],
  ['/portal/member/events/7/register', { step: 'confirm' }, false],
  ['/portal/member/events/7/register', {}, false],
  ['/portal/member/store/checkout', { step: 'pay' }, true],
  ['/portal/member/store/checkout', {}, false],
  ['/portal/member/store/cart', { key }, false],
  ['/portal/member/events', { key }, false],
  ['/portal/member/social', { step: 'pay' }, false],
])('%s with %o is the address of an order: %s', (path, search, isOrder) => {
  expect(isOrderAddress(path, search)).toBe(isOrder)
})

test('a tab that the club has switched off leads to the first one that is on', () => {
  const without = { ...settings, socialTab: false, ridesTab: false }
  expect(findRootRoute('/portal/member/rides', member, without)).toBe('/portal/member/activities')
  expect(findRootRoute('/portal', member, without)).toBe('/portal/member/activities')
})

test('additional logins open only to members whose type allows them', () => {
  expect(findRootRoute('/portal/member/children', member, settings)).toBe('/portal/member/social')
  expect(findRootRoute('/portal/member/children', parent, settings)).toBeUndefined()
})

test('nobody is sent to the address where they are, whatever the club has switched on', () => {
  const all = [visitor, member, parent, expired]
  const tabs = ['socialTab', 'ridesTab', 'activitiesTab', 'filesTab', 'storeTab'] as const
  for (let mask = 0; mask < 2 ** tabs.length; mask++) {
    const some = { ...settings }
    for (const [index, tab] of tabs.entries()) some[tab] = (mask & (1 << index)) !== 0
    for (const standing of all) {
      for (const path of ['/', '/portal', '/portal/member', '/portal/member/files', '/portal/donate']) {
        const first = findRootRoute(path, standing, some)
        if (first !== undefined) expect(findRootRoute(first, standing, some)).toBeUndefined()
      }
    }
  }
})
