// Handlers for joining and renewing.
import type { membership as contract } from '../../../../contract/membership.ts'
import type { Handlers } from '../../../dispatch/handler.ts'
import { providerRetrySeconds } from '../../../limits/machine.ts'
import { longestLookedUpEmail } from '../../../limits/sizes.ts'
import { readOwnMembership } from '../../../order/renewals/ownMembership.ts'
import { renewWithSavedCard } from '../../../order/renewals/renewWithSavedCard.ts'
import { findPasswordState, lookUpByEmail, lookUpByProof, mailRenewalLink } from './memberLookup.ts'

export const membership = {
  async get_own_membership({ tx, tenant, member, now, services, fail }) {
    const membership = await readOwnMembership({ tx, tenant, services, now, memberId: member.id })
    return membership === undefined ? fail('needs-signin', 'Please log in.') : { membership }
  },

  async stripe_membership_renew({ tenant, member, services, cards, fail }, { expiration, amount }) {
    const result = await renewWithSavedCard({ services, cards }, tenant, {
      memberId: member.id,
      startedBy: 'member',
      period: expiration,
      amountCents: amount,
    })
    if (result.is === 'renewed') return { expiration: result.expiration }
    if (result.is === 'declined' && result.renewal.state === 'confirm') {
      return fail('renewal-needs-holder', 'The bank wants the card holder to confirm this payment.')
    }
    if (result.is === 'declined') return fail('renewal-declined', 'The saved card was declined.')
    return fail('payments-unavailable', 'The card provider has not answered yet.', {
      retryAfter: providerRetrySeconds,
    })
  },

  async lookup_member(context, { username, lookup, purpose, mailMe }) {
    if (lookup !== undefined) return lookUpByProof(context, lookup)
    if (username === undefined) {
      return context.fail('invalid-input', 'Please enter an e-mail address.', {
        faults: [{ path: 'username', message: 'is missing' }],
      })
    }
    if (purpose !== 'signin' && username.length > longestLookedUpEmail) {
      return context.fail('invalid-input', 'This e-mail address is too long.', {
        faults: [{ path: 'username', message: `must have at most ${longestLookedUpEmail} characters` }],
      })
    }
    if (mailMe) return mailRenewalLink(context, username)
    return purpose === 'signin' ? findPasswordState(context, username) : lookUpByEmail(context, username)
  },
} satisfies Pick<Handlers, keyof typeof contract>
