// One right input for each action, so that tests over all actions need no change when one is added.
import type { ActionName, Input } from '../../src/contract/index.ts'
import type { SeededClub } from './clubs.ts'
import { goodEndpoints, makePushKeys } from './pushVectors.ts'

type Samples = { readonly [N in ActionName]: (club: SeededClub) => Input<N> }

/** An action without a sample does not compile. */
export const samples: Samples = {
  get_tenant: () => ({ memberTypes: true, pages: true }),
  get_available_membertypes: () => ({}),
  member_login: ({ people: { member } }) => ({
    username: member.email,
    password: member.password ?? '',
    ttl: 24,
  }),
  member_authorize: () => ({}),
  member_logout: () => ({}),
  lookup_member: ({ people: { noPassword } }) => ({ username: noPassword.email, purpose: 'signin' }),
  get_upcoming_events: () => ({ availability: '1' }),
  get_event: ({ show }) => ({ event: show.id }),
  get_event_pack: ({ show }) => ({ eventId: show.id }),
  get_makes: ({ show }) => ({ eventId: show.id }),
  get_models: ({ makeId }) => ({ makeId }),
  get_all_eventclasses: ({ show }) => ({ event: show.id, viewable: true }),
  get_all_shifts: ({ show }) => ({ eventId: show.id, availableOnly: true }),
  get_entries: ({ show }) => ({ eventId: show.id }),
  get_judging_forms: ({ show }) => ({ eventId: show.id }),
  webpush_subscribe: ({ show }) => ({
    endpoint: goodEndpoints[0] ?? '',
    keys: makePushKeys(),
    eventId: show.id,
  }),
}
