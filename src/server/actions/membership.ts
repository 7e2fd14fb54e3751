// Handlers for joining and renewing.
import type { membership as contract } from '../../contract/membership.ts'
import { findPasswordState, lookUpByEmail, lookUpByProof, mailRenewalLink } from '../auth/memberLookup.ts'
import type { Handlers } from '../dispatch/handler.ts'

// the maximum length of the look-up's field
const mostLookupEmail = 48

export const membership = {
  async lookup_member(context, { username, lookup, purpose, mailMe }) {
    if (lookup !== undefined) return lookUpByProof(context, lookup)
    if (username === undefined) {
      return context.fail('invalid-input', 'Please enter an e-mail address.', {
        faults: [{ path: 'username', message: 'is missing' }],
      })
    }
    if (purpose !== 'signin' && username.length > mostLookupEmail) {
      return context.fail('invalid-input', 'This e-mail address is too long.', {
        faults: [{ path: 'username', message: `must have at most ${mostLookupEmail} characters` }],
      })
    }
    if (mailMe) return mailRenewalLink(context, username)
    return purpose === 'signin' ? findPasswordState(context, username) : lookUpByEmail(context, username)
  },
} satisfies Pick<Handlers, keyof typeof contract>
