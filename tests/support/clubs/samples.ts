// One valid input for each action, so that tests of all actions need no change for a new one.
import { randomUUID } from 'node:crypto'
import type { EventPayload } from '../../../src/contract/eventOrders.ts'
import { meritFailures } from '../../../src/contract/failures.ts'
import type { ActionName, Input } from '../../../src/contract/index.ts'
import type { MembershipPayload } from '../../../src/contract/purchases.ts'
import { toStorePayload } from '../buying/storeGoods.ts'
import { goodEndpoints, makePushKeys } from '../corpora/pushVectors.ts'
import type { SeededClub, SeededEvent } from './clubs.ts'

/** Dispatch let the call through and the action itself decided, even if it refused. */
export function isAnswered(answer: Record<string, unknown>): boolean {
  return answer.success === true || Object.hasOwn(meritFailures, String(answer.code))
}

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
  member_set_password: ({ people: { noPassword } }) => ({
    username: noPassword.email,
    password: 'Rumble-Seat 1932',
    code: 'ABCD-EFGH',
  }),
  member_forgot_password: ({ people: { member } }) => ({ username: member.email }),
  undo_password_change: () => ({ code: 'ABCDEFGHJKLMNPQRSTUVWXYZ23' }),
  member_authorize: () => ({}),
  member_logout: () => ({}),
  get_member_settings: () => ({}),
  stripe_create_customer: () => ({}),
  stripe_get_payment_methods: () => ({}),
  stripe_attach_payment_method: () => ({ paymentMethodId: 'pm_nobodys' }),
  stripe_detach_payment_method: () => ({ paymentMethodId: 'pm_nobodys' }),
  stripe_get_payment_history: () => ({}),
  update_member_settings: () => ({ notifyNewFile: false }),
  get_own_membership: () => ({}),
  stripe_membership_renew: () => ({}),
  create_link_code: () => ({}),
  get_link_code: () => ({ id: randomUUID() }),
  find_link_code: () => ({ code: 'ABCD-2345' }),
  redeem_link_code: () => ({ code: 'ABCD-2345', ttl: 24 }),
  get_membership_card: () => ({}),
  renew_membership_card: () => ({}),
  check_membership_card: () => ({ code: '0123456789abcdef0123456789abcdef01234567' }),
  lookup_member: ({ people: { noPassword } }) => ({ username: noPassword.email, purpose: 'signin' }),
  get_upcoming_events: () => ({ availability: '1' }),
  get_event: ({ show }) => ({ event: show.id }),
  get_event_pack: ({ show }) => ({ eventId: show.id }),
  get_makes: ({ show }) => ({ eventId: show.id }),
  get_models: ({ makeId }) => ({ makeId }),
  get_all_eventclasses: ({ show }) => ({ event: show.id, viewable: true }),
  get_all_shifts: ({ show }) => ({ eventId: show.id, availableOnly: true }),
  worker_signup: ({ show }) => ({ eventId: show.id, contactInfo: helper, shifts: [show.shiftIds[0]] }),
  get_linked_shifts: () => ({ code: `1.${'A'.repeat(43)}` }),
  confirm_shifts: () => ({ code: `1.${'A'.repeat(43)}` }),
  answer_shift: ({ show }) => ({ code: `1.${'A'.repeat(43)}`, shift: show.shiftIds[0], answer: 'give-back' }),
  get_later_entries: ({ show }) => ({ eventId: show.id }),
  get_sold_vendors: ({ show }) => ({ eventId: show.id }),
  get_entries: ({ show }) => ({ eventId: show.id }),
  create_event_customer: ({ show }) => toEventOrder(show),
  create_entries: ({ show: { id } }) => ({ eventId: id, entries: [toEntry()] }),
  create_vendor: ({ show }) => {
    const { eventId, vendor, reservations } = toEventOrder(show)
    return { eventId, vendor, reservations }
  },
  create_ticket: ({ show }) => ({ eventId: show.id, tickets: toEventOrder(show).tickets }),
  create_entry: ({ show: { id } }) => ({ eventId: id, ...toEntry() }),
  find_entry: ({ show }) => ({ eventId: show.id, email: buyer.email }),
  get_my_vehicles: () => ({}),
  get_my_orders: () => ({}),
  get_event_availability: ({ show }) => ({ eventId: show.id }),
  get_judging_forms: ({ show }) => ({ eventId: show.id }),
  get_voter: ({ show }) => ({ voterId: show.voters[0] }),
  submit_ballot: ({ show }) => ({
    voterId: show.voters[0],
    // only under the same key it is answered again
    key: '0d2f9b52-6a31-4f0e-9f0c-6b1a5c3d7e21',
    fname: 'Vera',
    lname: 'Vote',
    email: 'vera@vote.example',
    votes: ['110', '201'],
  }),
  verify_judge: ({ show }) => ({ eventId: show.id, judgeId: show.judge.code }),
  get_judge_sheets: ({ show }) => ({ eventId: show.id, judgeId: show.judge.code, grant: show.judge.grant }),
  submit_judging_form: ({ show }) => toSheet(show),
  move_judging_form: ({ show }) => {
    const { scores, ...sheet } = toSheet(show)
    return { ...sheet, formId: show.formIds[0] ?? 0, sequence: 1, scores, toEntryId: '201', toSequence: 1 }
  },
  withdraw_judging_form: ({ show }) => {
    const { scores: _, ...place } = toSheet(show)
    return { ...place, formId: show.formIds[0] ?? 0, sequence: 1, reason: 'Wrong car' }
  },
  submit_batch: ({ show }) => ({
    entries: [{ action: 'submit_judging_form', key: randomUUID(), ...toSheet(show) }],
  }),
  quote_order: ({ memberTypes }) => ({
    order: { kind: 'membership', payload: { type: memberTypes.open, years: 1 } },
  }),
  create_payment_intent: ({ memberTypes }) => ({
    amount: 4650,
    receiptEmail: 'jo.new@join.example',
    category: 1,
    order: { kind: 'membership', payload: toJoining(memberTypes.open) },
    key: randomUUID(),
  }),
  stripe_complete_payment: () => ({ ids: [1], status: 3 }),
  create_member: ({ memberTypes }) => toJoining(memberTypes.open),
  get_order: () => ({ orderKey: randomUUID() }),
  cancel_order: () => ({ orderKey: randomUUID() }),
  get_event_alerts: ({ show }) => ({ eventId: show.id }),
  get_member_alerts: () => ({}),
  webpush_subscribe: ({ show }) => ({
    endpoint: goodEndpoints[0] ?? '',
    keys: makePushKeys(),
    eventId: show.id,
  }),
  get_member: ({ people: { member } }) => ({ id: member.id }),
  update_member: ({ people: { member } }) => ({ id: member.id, city: 'Rye' }),
  resend_email_change: () => ({}),
  send_email_proof: () => ({}),
  prove_email: () => ({ code: 'ABCD-EFGH' }),
  cancel_email_change: () => ({}),
  confirm_email_change: () => ({ code: 'ABCDEFGH' }),
  undo_email_change: () => ({ code: 'ABCDEFGH' }),
  get_member_children: () => ({}),
  delete_member: ({ people: { child } }) => ({ id: child.id }),
  resend_invitation: ({ people: { child } }) => ({ id: child.id }),
  get_posts: () => ({}),
  get_post: ({ posts }) => ({ postId: posts.other }),
  get_post_comments: ({ posts }) => ({ parentId: posts.other }),
  get_post_reactions: ({ posts }) => ({ postId: posts.other }),
  create_post_topic: () => ({ topic: 'Barn finds' }),
  create_post: () => ({ message: 'See you on Saturday.' }),
  update_post: ({ posts }) => ({ id: posts.own, message: 'See you on Sunday.' }),
  delete_post: ({ posts }) => ({ postId: posts.other }),
  create_post_reaction: ({ posts }) => ({ postId: posts.other, reaction: 2 }),
  get_member_media: () => ({}),
  report_post: ({ posts }) => ({ postId: posts.other, reason: 'spam' }),
  get_post_reports: () => ({}),
  hide_post: ({ posts }) => ({ postId: posts.other, hidden: true }),
  mute_member: ({ people: { noPassword } }) => ({ id: noPassword.id, muted: true }),
  get_member_rides: () => ({}),
  create_member_ride: () => ({
    year: '1962',
    make: 'Studebaker',
    model: 'Lark',
    description: 'Found in a barn.',
  }),
  update_member_ride: ({ rideId }) => ({ id: rideId, trim: 'Regal' }),
  delete_member_ride: ({ rideId }) => ({ id: rideId + 1_000_000 }),
  get_all_member_rides: () => ({ limit: 10, offset: 0 }),
  get_classifieds: () => ({ search: 'wheels' }),
  get_classified: ({ listings }) => ({ id: listings.own }),
  create_classified: () => ({ label: 'Hubcaps', price: 75.5, description: 'A set of four', images: [] }),
  update_classified: ({ listings }) => ({ id: listings.own, label: 'Wheels', price: 400, description: '' }),
  delete_classified: ({ listings }) => ({ id: listings.other }),
  get_members_for_roster: () => ({}),
  get_media: () => ({ shared: true }),
  open_file: () => ({ id: 1, until: 4_000_000_000, proof: 'none' }),
  get_store: () => ({}),
  sell_products: ({ inventoryId }) => toStorePayload([inventoryId], buyer.email),
  get_activities: () => ({ start: Date.UTC(2026, 0), end: Date.UTC(2027, 0) - 1 }),
  get_calendar_feed: () => ({}),
  renew_calendar_feed: () => ({}),
  get_own_data_link: () => ({}),
  read_own_data: ({ people: { member } }) => ({
    member: member.id,
    until: 4_000_000_000,
    proof: 'none',
    part: 'profile',
  }),
  get_additional_emails: () => ({}),
  add_additional_email: () => ({ email: 'more@elsewhere.example' }),
  remove_additional_email: () => ({ email: 'more@elsewhere.example' }),
  confirm_newsletter: () => ({ code: '1.1.none' }),
  stop_newsletter: () => ({ code: '1.0.none' }),
  // somebody else's, so that nothing is closed
  close_member: ({ people: { parent } }) => ({ username: parent.email }),
  read_calendar_feed: () => ({ code: '0123456789abcdef0123456789abcdef01234567' }),
}

const helper = {
  fname: 'Hal',
  lname: 'Helper',
  email: 'hal@help.example',
  phone: '5550100300',
  allowEmailMarketing: true,
  swag: 'M',
  notes: 'Online signup',
}

const buyer = {
  fname: 'Bo',
  lname: 'Buyer',
  address1: '5 Oak Street',
  city: 'Salem',
  state: 'MA',
  zip: '01970',
  country: 'US',
  phone: '5550100400',
  email: 'bo@buyer.example',
}

/** A vehicle with its owner, for a class of the seeded show. */
export function toEntry(more: Partial<NonNullable<EventPayload['entries']>[number]> = {}) {
  return { year: '1957', make: 'Chevrolet', model: 'Bel Air', car_class: 1, ...buyer, ...more }
}

/** Everything at once: a vehicle, a free space and two tickets. */
export function toEventOrder({ id, mapIds, spaceIds, ticketIds }: SeededEvent, email: string = buyer.email) {
  const { fname, lname, address1, country: _, ...person } = { ...buyer, email }
  const who = { ...person, name: `${fname} ${lname}`, address: address1 }
  return {
    eventId: id,
    entries: [toEntry({ email })],
    vendor: {
      ...{ ...who, vendorType: 1, taxId: '12-3456789', goods: 'Badges and bumpers' },
      description: '[Online Purchase] Old radios',
    },
    reservations: [{ eventMapId: mapIds[0] ?? 0, elementId: spaceIds[1] ?? 0 }],
    tickets: { ...who, tickets: [{ ticket: ticketIds[0] ?? 0, quantity: 2 }] },
  } satisfies EventPayload
}

/** A new person with all fields. */
export function toJoining(type: number): MembershipPayload {
  return {
    fname: 'Jo',
    lname: 'New',
    address: '1 Elm Street',
    city: 'Salem',
    state: 'MA',
    zip: '01970',
    phoneNumbers: [{ typeId: 1, isoCode: 'US', countryCode: '+1', longCode: '5550100200' }],
    email_address: 'jo.new@join.example',
    type,
    years: 1,
  }
}

function toSheet({ id, judge, criterionIds: [paint, engine] }: SeededEvent): Input<'submit_judging_form'> {
  return {
    eventId: id,
    judgeId: judge.code,
    grant: judge.grant,
    entryId: '110',
    scores: [
      { criteriaId: paint, score: 9 },
      { criteriaId: engine, score: 17 },
    ],
  }
}
