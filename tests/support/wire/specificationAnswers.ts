// What the specification reads of each answer, besides `success` and `errorMessage`.
import type { ActionName } from '../../../src/contract/index.ts'
import type { SpecificationCall } from './specificationCalls.ts'

const ofAction: { readonly [N in ActionName]?: readonly string[] } = {
  get_tenant: ['tenant', 'memberTypes', 'portalSettings', 'stripe', 'pages'],
  get_available_membertypes: ['memberTypes'],
  member_authorize: ['member'],
  lookup_member: ['member', 'hasPassword'],
  create_payment_intent: ['clientSecret', 'receiptId'],
  get_upcoming_events: ['events'],
  get_event: ['event', 'eventtickets', 'maps'],
  get_makes: ['makes'],
  get_models: ['models'],
  get_all_eventclasses: ['classes'],
  get_all_shifts: ['shifts', 'schedules'],
  webpush_subscribe: ['subscriberId'],
  get_voter: ['voter'],
  get_entries: ['entries'],
  submit_ballot: ['status', 'statusMessage'],
  get_judging_forms: ['forms'],
  verify_judge: ['codeSent', 'isValid', 'message', 'formId'],
  submit_judging_form: ['accepted', 'reason'],
  get_member: ['fname', 'lname', 'email_address', 'phoneNumbers'],
  get_member_media: ['media'],
  get_member_settings: ['settings'],
  get_posts: ['posts', 'topics'],
  create_post_topic: ['topics', 'id'],
  get_post_reactions: ['reactions'],
  get_post_comments: ['posts'],
  get_member_rides: ['rides'],
  create_member_ride: ['id'],
  update_member_ride: ['updated'],
  delete_member_ride: ['deleted'],
  get_all_member_rides: ['rides'],
  get_activities: ['activities'],
  get_media: ['media', 'folders'],
  get_store: ['products'],
  get_classifieds: ['classifieds'],
  get_members_for_roster: ['members'],
  stripe_membership_renew: ['expiration'],
  stripe_get_payment_history: ['paymenthistory'],
  stripe_get_payment_methods: ['paymentmethods'],
  get_member_children: ['members'],
}

/** What an accepted call is answered with. */
export function listAnswered({
  action,
  answers = ofAction[action] ?? [],
  lacks = {},
}: SpecificationCall): string[] {
  return answers.filter((field) => lacks[field] === undefined)
}
