// What the tests of all actions need of these.
import { randomUUID } from 'node:crypto'
import type { phone } from '../../../../src/contract/phone.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'

export const cases: CasesOf<typeof phone> = {
  create_link_code: {
    sample: () => ({}),
    whenExpired: 'the sign-in itself, also on a phone',
  },
  get_link_code: {
    sample: () => ({ id: randomUUID() }),
    whenExpired: 'the sign-in itself, also on a phone',
    noMembersIds: ['id'],
  },
  find_link_code: {
    sample: () => ({ code: 'ABCD-2345' }),
    refused: 'link-code-wrong',
    textsApart: { code: 'shared' },
  },
  redeem_link_code: {
    sample: () => ({ code: 'ABCD-2345', ttl: 24 }),
    refused: 'link-code-wrong',
    textsApart: { code: { why: 'what `find_link_code` has found' } },
  },
  get_membership_card: {
    sample: () => ({}),
    whenExpired: 'the membership, its card and its renewal',
  },
  renew_membership_card: {
    sample: () => ({}),
    whenExpired: 'the membership, its card and its renewal',
  },
  check_membership_card: {
    sample: () => ({ code: '0123456789abcdef0123456789abcdef01234567' }),
    refused: 'membership-card-not-found',
    textsApart: { code: 'shared' },
  },
}
