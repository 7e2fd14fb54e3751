// Every call with exactly the payload that the specification gives it, who makes it, and how we answer. The page
// docs/wire.md is written from this and from the contract; `tests/server/wire.test.ts` sends all of them.
import type { FailureCode } from '../../../src/contract/failures.ts'
import type { ActionName } from '../../../src/contract/index.ts'
import type { SeededClub } from '../clubs/clubs.ts'
import { goodEndpoints, makePushKeys } from '../corpora/pushVectors.ts'

export interface SpecificationCall {
  readonly action: ActionName
  /** Where the specification has several payloads for the action: which this is. */
  readonly what?: string
  readonly as: 'visitor' | 'member' | 'moderator'
  /** The payload. Its names are those of the specification, and no others. */
  readonly input: (club: SeededClub) => Readonly<Record<string, unknown>>
  /** Fields of the specification that this payload leaves out. */
  readonly optional?: readonly string[]
  /** Where it is accepted: what a caller has to know of what follows. */
  readonly afterwards?: string
  /** What the specification reads of the answer, where it is not what it reads of the action's other answers. */
  readonly answers?: readonly string[]
  /** Fields that the specification's answer has and ours has not, and what a caller does instead. */
  readonly lacks?: Readonly<Record<string, string>>
  /** The code with which we refuse it, and what a caller does instead. Without it, it is accepted. */
  readonly refused?: { readonly code: FailureCode; readonly instead: string }
}

const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const buyer = {
  fname: 'Bo',
  lname: 'Buyer',
  address1: '5 Oak Street',
  address2: '',
  city: 'Salem',
  state: 'MA',
  zip: '01970',
  country: 'US',
  phone: '5550100400',
  email: 'bo@wire.example',
}
const { fname, lname, address1: street, address2: _address2, country: _country, ...reached } = buyer
const atAddress = { name: `${fname} ${lname}`, address: street, ...reached }
const entry = { year: '1957', make: 'Chevrolet', model: 'Bel Air', car_class: 1, option_values: [] }
const vendor = ({ show }: SeededClub) => ({
  ...{ eventId: show.id, ...atAddress, allowEmailMarketing: true, vendorType: 1, taxId: '12-3456789' },
  description: '[Online Purchase] Old radios',
})
const reservation = ({ show }: SeededClub, at: number) => ({
  eventMapId: show.mapIds[0],
  elementId: show.spaceIds[at],
})
const tickets = ({ show }: SeededClub) => ({
  tickets: [{ ticket: show.ticketIds[0], quantity: 1 }],
  ...{ ...atAddress, allowEmailMarketing: true },
})
const joining = ({ memberTypes }: SeededClub) => ({
  ...{
    fname: 'Jo',
    lname: 'Wire',
    partner: '',
    address: '1 Elm Street',
    city: 'Salem',
    state: 'MA',
    zip: '01970',
  },
  phoneNumbers: [{ typeId: 1, isoCode: 'US', countryCode: '+1', longCode: '5550100200' }],
  email_address: 'jo@wire.example',
  ...{ email_newsletter: true, mail_newsletter: false, list_in_directory: true, tags: [], notify: false },
  ...{ comments: 'Online Purchase', type: memberTypes.open, years: 1 },
})
const paidFirst = 'Ask `create_payment_intent` with the same goods as `order`, pay, and send its `receiptId`.'
const goodsFirst = 'Send the goods as `order`: they are priced and held before the card is asked.'
const clubName = 'Harbor Classics'
const visitorPays = ({ id }: SeededClub, category: number, amount: number, what: string) => ({
  ...{ description: `${clubName} ${what}`, amount, receiptEmail: buyer.email, tenantId: id },
  ...{ category, nonMember: buyer },
})
const memberPays = ({ id, people }: SeededClub, category: number, amount: number, what: string) => ({
  ...{ description: `${clubName} ${what}`, amount, receiptEmail: people.member.email, tenantId: id },
  ...{ category, memberId: people.member.id },
})

export const specificationCalls: readonly SpecificationCall[] = [
  // the club and membership
  {
    action: 'get_tenant',
    as: 'visitor',
    input: ({ slug }) => ({ subdomain: slug, memberTypes: true, pages: true }),
  },
  { action: 'get_available_membertypes', as: 'visitor', input: ({ id }) => ({ tenant: id }) },
  { action: 'member_authorize', as: 'member', input: () => ({}) },
  {
    action: 'lookup_member',
    what: 'signing in and renewing',
    as: 'visitor',
    input: ({ id, people }) => ({ tenant: id, username: people.parent.email }),
    lacks: {
      hasPassword:
        'Send `purpose: "signin"` too: then it is all that is answered, and nothing of the person.',
    },
  },
  {
    action: 'create_member',
    what: 'joining',
    as: 'visitor',
    input: joining,
    refused: { code: 'not-paid', instead: paidFirst },
  },
  {
    action: 'create_member',
    what: 'renewing',
    as: 'visitor',
    input: (club) => ({ ...joining(club), email_address: club.people.parent.email, autoRenew: false }),
    refused: {
      code: 'not-paid',
      instead: 'Add the `lookup` that `lookup_member` answered, and the `receiptId` of the payment.',
    },
  },
  {
    action: 'create_member',
    what: 'an additional login',
    as: 'member',
    input: ({ people }) => ({
      fname: 'Ivo',
      lname: 'Wire',
      email: 'ivo@wire.example',
      parentId: people.member.id,
    }),
  },
  // payment
  {
    action: 'create_payment_intent',
    what: "a visitor's donation",
    as: 'visitor',
    input: (club) => visitorPays(club, 0, 2500, 'donation'),
  },
  {
    action: 'create_payment_intent',
    what: "a visitor's membership",
    as: 'visitor',
    input: (club) => visitorPays(club, 1, 4650, 'membership'),
    afterwards:
      'Send its `receiptId` with the `create_member` that follows: without it, that is answered with `not-paid`.',
  },
  {
    action: 'create_payment_intent',
    what: "a visitor's membership with an amount that nothing costs",
    as: 'visitor',
    input: (club) => visitorPays(club, 1, 777, 'membership'),
    refused: {
      code: 'nothing-costs-that',
      instead: 'Ask `quote_order` what it costs, or send the goods as `order`.',
    },
  },
  {
    action: 'create_payment_intent',
    what: "a visitor's registrations and spaces",
    as: 'visitor',
    input: (club) => visitorPays(club, 4, 3700, 'event registration'),
    refused: { code: 'invalid-input', instead: goodsFirst },
  },
  {
    action: 'create_payment_intent',
    what: "a visitor's tickets",
    as: 'visitor',
    input: (club) => visitorPays(club, 5, 1150, 'tickets'),
    refused: { code: 'invalid-input', instead: goodsFirst },
  },
  {
    action: 'create_payment_intent',
    what: "a member's donation",
    as: 'member',
    input: (club) => memberPays(club, 0, 2500, 'donation'),
  },
  {
    action: 'create_payment_intent',
    what: "a member's renewal",
    as: 'member',
    input: (club) => memberPays(club, 1, 4150, 'membership'),
    afterwards: 'The `create_member` that follows finds it by the token.',
  },
  {
    action: 'create_payment_intent',
    what: "a member's cart of the store",
    as: 'member',
    input: (club) => memberPays(club, 0, 2150, 'store purchase'),
    afterwards:
      'The `sell_products` that follows finds it by the token. The description must be as it stands there, or it is not known what is paid for.',
  },
  {
    action: 'create_payment_intent',
    what: "a member's cart of the store with an amount below all prices",
    as: 'member',
    input: (club) => memberPays(club, 0, 60, 'store purchase'),
    refused: {
      code: 'nothing-costs-that',
      instead: 'Ask `quote_order` what it costs, or send the goods as `order`.',
    },
  },
  {
    action: 'create_payment_intent',
    what: "a member's registrations and spaces",
    as: 'member',
    input: (club) => memberPays(club, 4, 3700, 'event registration'),
    refused: { code: 'invalid-input', instead: goodsFirst },
  },
  {
    action: 'create_payment_intent',
    what: "a member's tickets",
    as: 'member',
    input: (club) => memberPays(club, 5, 1150, 'tickets'),
    refused: { code: 'invalid-input', instead: goodsFirst },
  },
  {
    action: 'create_payment_intent',
    what: 'saving a card',
    as: 'member',
    input: ({ people }) => ({ save: true, memberId: people.member.id }),
    answers: ['clientSecret'],
  },
  {
    action: 'stripe_complete_payment',
    as: 'visitor',
    input: ({ id }) => ({ ids: [1], status: 3, tenantId: id }),
  },
  // events
  { action: 'get_upcoming_events', as: 'visitor', input: ({ id }) => ({ tenant: id, availability: '1' }) },
  { action: 'get_event', as: 'visitor', input: ({ id, show }) => ({ tenantId: id, event: show.id }) },
  { action: 'get_makes', as: 'visitor', input: ({ id, show }) => ({ tenantId: id, eventId: show.id }) },
  { action: 'get_models', as: 'visitor', input: ({ id, makeId }) => ({ tenantId: id, makeId }) },
  {
    action: 'get_all_eventclasses',
    as: 'visitor',
    input: ({ id, show }) => ({ event: show.id, tenant: id, viewable: true }),
  },
  {
    action: 'get_all_shifts',
    as: 'visitor',
    input: ({ id, show }) => ({ tenantId: id, eventId: show.id, availableOnly: true }),
  },
  {
    action: 'create_event_customer',
    as: 'visitor',
    input: (club) => ({
      ...{ tenantUUID: club.uuid, eventId: club.show.id },
      entries: [{ ...entry, ...buyer, allowEmailMarketing: true, notes: 'Dart:Online Purchase' }],
      ...{ vendor: vendor(club), reservations: [reservation(club, 1)], tickets: tickets(club) },
    }),
    refused: { code: 'not-paid', instead: paidFirst },
  },
  {
    action: 'worker_signup',
    as: 'visitor',
    input: ({ id, show }) => ({
      ...{ tenantId: id, eventId: show.id },
      contactInfo: {
        ...{ fname: 'Hal', lname: 'Wire', email: 'hal@wire.example', allowEmailMarketing: true },
        ...{ phone: '5550100300', swag: 'M', notes: 'Online signup' },
      },
      shifts: [show.shiftIds[0]],
    }),
  },
  {
    action: 'find_entry',
    as: 'visitor',
    input: ({ id, show }) => ({ tenant: id, eventId: show.id, email: buyer.email }),
  },
  {
    action: 'webpush_subscribe',
    as: 'visitor',
    input: ({ id }) => ({ tenantId: id, endpoint: goodEndpoints[0], keys: makePushKeys() }),
  },
  // ballot and judging
  {
    action: 'get_voter',
    as: 'visitor',
    input: ({ id, show }) => ({ tenantId: id, voterId: show.voters[0] }),
  },
  { action: 'get_entries', as: 'visitor', input: ({ id, show }) => ({ tenantId: id, eventId: show.id }) },
  {
    action: 'submit_ballot',
    as: 'visitor',
    input: ({ id, show }) => ({
      ...{ tenantId: id, voterId: show.voters[0], fname: 'Vera', lname: 'Wire', email: 'vera@wire.example' },
      votes: ['110', '201'],
    }),
  },
  {
    action: 'get_judging_forms',
    as: 'visitor',
    input: ({ id, show }) => ({ tenantId: id, eventId: show.id }),
  },
  {
    action: 'verify_judge',
    what: 'asking for the code',
    as: 'visitor',
    input: ({ id, show }) => ({ tenantId: id, eventId: show.id, judgeId: show.judge.code }),
  },
  {
    action: 'verify_judge',
    what: 'with a wrong code',
    as: 'visitor',
    input: ({ id, show }) => ({
      ...{ tenantId: id, eventId: show.id, judgeId: show.judge.code, code: '0000000', verify: true },
    }),
    refused: { code: 'bad-code', instead: 'Send the code of the text message.' },
  },
  {
    action: 'submit_judging_form',
    as: 'visitor',
    input: ({ id, show }) => ({
      ...{ tenantId: id, eventId: show.id, judgeId: show.judge.code, entryId: '110' },
      scores: [
        { criteriaId: show.criterionIds[0], score: 9 },
        { criteriaId: show.criterionIds[1], score: 17 },
      ],
    }),
    refused: {
      code: 'needs-grant',
      instead: 'Add the `grant` that `verify_judge` gave: a judge’s id alone can be guessed.',
    },
  },
  // signing in
  {
    action: 'member_set_password',
    what: 'the first password',
    as: 'visitor',
    input: ({ id, people }) => ({
      tenant: id,
      username: people.noPassword.email,
      password: 'Rumble-Seat 1932',
    }),
    refused: {
      code: 'bad-code',
      instead:
        'Add the `code` that `lookup_member` with `purpose: "signin"` mailed: nothing else proves the mailbox.',
    },
  },
  {
    action: 'member_set_password',
    what: 'a new one',
    as: 'member',
    input: ({ id, people }) => ({
      tenant: id,
      username: people.member.email,
      password: people.member.password,
    }),
  },
  {
    action: 'member_login',
    as: 'visitor',
    input: ({ id, people }) => ({
      ...{ tenant: id, username: people.member.email, password: people.member.password, ttl: 24 },
    }),
  },
  {
    action: 'member_forgot_password',
    as: 'visitor',
    input: ({ id, people }) => ({ tenant: id, username: people.parent.email }),
  },
  // the member
  { action: 'get_member', as: 'member', input: ({ people }) => ({ id: people.member.id }) },
  { action: 'get_member_media', as: 'member', input: () => ({}) },
  { action: 'get_member_settings', as: 'member', input: () => ({}) },
  {
    action: 'update_member_settings',
    as: 'member',
    input: ({ people }) => ({
      ...{ memberId: people.member.id, roster: true, rosterPartner: true, rosterLocale: true },
      ...{ rosterEmail: false, rosterPhone: false, newsletter: false, enewsletter: true, autoRenew: false },
      ...{ notifyNewFile: true, notifyNewEvent: true, notifyNewProduct: false },
    }),
  },
  {
    action: 'update_member',
    as: 'member',
    input: ({ people }) => ({
      ...{
        id: people.member.id,
        fname: 'Ada',
        lname: 'Quill',
        title: '',
        partner: '',
        address: '1 Pier Road',
      },
      ...{ city: 'Rye', state: 'NH', zip: '03870', email_address: people.member.email },
      ...{ phoneNumbers: [{ longCode: '6035550100' }], altMemberId: '', avatar: dot },
    }),
  },
  // posts
  { action: 'get_posts', as: 'member', input: () => ({ LIMIT: 25, offset: 0 }), optional: ['topicId'] },
  { action: 'create_post_topic', as: 'member', input: () => ({ topic: 'Barn finds' }) },
  { action: 'get_post', as: 'member', input: ({ posts }) => ({ postId: posts.other }) },
  {
    action: 'create_post',
    as: 'member',
    input: ({ people }) => ({
      ...{ memberId: people.member.id, message: 'See you there.', images: [{ imageData: dot }] },
    }),
    optional: ['topicId', 'parentId'],
  },
  {
    action: 'update_post',
    as: 'member',
    input: ({ people, posts }) => ({
      ...{ id: posts.own, memberId: people.member.id, message: 'See you on Sunday.', images: [] },
    }),
    optional: ['topicId'],
  },
  {
    action: 'update_post',
    what: "a moderator's change of somebody's post",
    as: 'moderator',
    input: ({ people, posts }) => ({
      ...{ id: posts.own, memberId: people.member.id, message: 'Changed by a moderator.', images: [] },
    }),
    optional: ['topicId'],
  },
  {
    action: 'create_post_reaction',
    as: 'member',
    input: ({ people, posts }) => ({ postId: posts.other, memberId: people.member.id, reaction: 2 }),
  },
  { action: 'get_post_reactions', as: 'member', input: ({ posts }) => ({ postId: posts.other }) },
  { action: 'get_post_comments', as: 'member', input: ({ posts }) => ({ parentId: posts.other }) },
  { action: 'delete_post', as: 'member', input: ({ posts }) => ({ postId: posts.own }) },
  // rides
  { action: 'get_member_rides', as: 'member', input: ({ people }) => ({ memberId: people.member.id }) },
  {
    action: 'create_member_ride',
    as: 'member',
    input: ({ people }) => ({
      ...{ year: '1962', make: 'Studebaker', model: 'Lark', engine: 'V8', trim: 'Regal' },
      ...{ description: 'Found in a barn.', images: [], memberId: people.member.id },
    }),
  },
  {
    action: 'update_member_ride',
    as: 'member',
    input: ({ people, rideId }) => ({
      ...{ id: rideId, year: '1962', make: 'Studebaker', model: 'Lark', engine: 'V8', trim: 'Regal' },
      ...{ description: 'Found in a barn.', images: [], memberId: people.member.id },
    }),
  },
  { action: 'get_all_member_rides', as: 'member', input: () => ({ limit: 25, offset: 0 }) },
  { action: 'delete_member_ride', as: 'member', input: ({ rideId }) => ({ id: rideId }) },
  // activities, files, store
  {
    action: 'get_activities',
    as: 'member',
    input: () => ({ start: Date.UTC(2026, 0), end: Date.UTC(2027, 0) - 1 }),
  },
  { action: 'get_media', as: 'member', input: () => ({ shared: true }) },
  { action: 'get_store', as: 'member', input: () => ({}) },
  {
    action: 'sell_products',
    as: 'member',
    input: ({ id, inventoryId }) => ({
      tenant: id,
      cart: [{ inventory: { id: inventoryId, productName: 'Cap', productId: 1 }, quantity: 1 }],
      shipping: { name: 'Bo Buyer', address: street, ...reached },
    }),
    refused: { code: 'not-paid', instead: paidFirst },
  },
  // classifieds and the roster
  { action: 'get_classifieds', as: 'member', input: () => ({ limit: 100, offset: 0 }) },
  {
    action: 'create_classified',
    as: 'member',
    input: ({ people }) => ({
      ...{
        memberId: people.member.id,
        label: 'Hubcaps',
        price: 75.5,
        description: 'A set of four',
        images: [],
      },
    }),
  },
  {
    action: 'update_classified',
    as: 'member',
    input: ({ people, listings }) => ({
      ...{
        id: listings.own,
        memberId: people.member.id,
        label: 'Wheels',
        price: 400,
        description: 'Four',
        images: [],
      },
    }),
  },
  { action: 'delete_classified', as: 'member', input: ({ listings }) => ({ id: listings.own }) },
  { action: 'get_members_for_roster', as: 'member', input: () => ({ nostats: true, type: 'roster' }) },
  // payments
  {
    action: 'stripe_membership_renew',
    as: 'member',
    input: () => ({}),
    refused: {
      code: 'renewal-too-early',
      instead: 'Only within the days before the end that the club allows.',
    },
  },
  {
    action: 'stripe_get_payment_history',
    as: 'member',
    input: ({ people }) => ({ memberId: people.member.id }),
  },
  {
    action: 'stripe_get_payment_methods',
    as: 'member',
    input: ({ people }) => ({ memberId: people.member.id }),
  },
  {
    action: 'stripe_attach_payment_method',
    as: 'member',
    input: ({ people }) => ({ memberId: people.member.id, paymentMethodId: 'pm_nobodys' }),
    refused: {
      code: 'card-not-found',
      instead: 'Only a card that `create_payment_intent` with `save` has saved.',
    },
  },
  {
    action: 'stripe_detach_payment_method',
    as: 'member',
    input: ({ people }) => ({ memberId: people.member.id, paymentMethodId: 'pm_nobodys' }),
    refused: { code: 'card-not-found', instead: 'Only a card of the member.' },
  },
  { action: 'stripe_create_customer', as: 'member', input: ({ people }) => ({ memberId: people.member.id }) },
  // additional logins
  { action: 'get_member_children', as: 'member', input: () => ({}) },
  {
    action: 'delete_member',
    as: 'member',
    input: ({ people }) => ({ id: people.child.id }),
    refused: { code: 'member-not-found', instead: 'Only an additional login under the own membership.' },
  },
]
