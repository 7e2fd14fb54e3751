// Which tab an address belongs to.
import { expect, test } from 'vitest'
import { isUnder } from '../../../../src/app/features/shell/menu.ts'

test.each([
  ['/portal', '/portal', true],
  ['/portal/events', '/portal', false],
  ['/portal/events/5/register', '/portal/events', true],
  ['/portal/event/5', '/portal/events', true],
  ['/portal/renew', '/portal/join', true],
  ['/portal/renewals', '/portal/join', false],
  ['/portal/join', '/portal/renew', false],
  ['/portal/eventsomething', '/portal/events', false],
  ['/portal/member/events', '/portal/events', false],
])('%s beneath %s is %s', (path, to, expected) => {
  expect(isUnder(path, to)).toBe(expected)
})
