// Why the contract has fields that the specification does not have. One without a reason stops `npm run wire`.
import type { ActionName } from '../../../src/contract/index.ts'

export const commonFields = {
  language: "`en` or `es`: the language of sentences and mails. Without it, the member's or the club's.",
  key: 'A UUID of the caller. The same call under the same key has its effect once, and gets its answer again.',
} as const

type Reasons = Readonly<Record<string, string>>

const claimed: Reasons = {
  receiptId: 'The number of the paid order: which payment these goods belong to.',
  key: 'The key with which the order was placed. It finds the order where its number was lost.',
}
const paged: Reasons = { cursor: 'Where the answer before ended: no entry is missed or shown twice.' }
const timed = 'When it was made, where it waited without a network. The window counts by it.'

export const addedFields: { readonly [N in ActionName]?: Reasons } = {
  member_set_password: {
    code: 'Proves the mailbox of an account that has no password. `lookup_member` mails it.',
    renewsAddresses:
      'With a token: the addresses of the calendar and of the membership card end, and there are new ones.',
  },
  stripe_membership_renew: {
    expiration: 'The end that the caller was shown: an answer that was lost renews nothing twice.',
    amount: 'The price in cents that the caller was shown. Another one charges nothing.',
  },
  lookup_member: {
    lookup: 'The proof of an earlier look-up, in place of the address. It is not counted again.',
    purpose:
      '`signin`: answers `hasPassword` and nothing of the person, and mails a code where there is none. Without it, the answer is for renewing: a person, masked, and counted.',
    mailMe: 'Sends what would be answered to the address itself, for who has looked up too often.',
  },
  create_event_customer: claimed,
  sell_products: claimed,
  find_entry: { mailMe: 'Sends everything to the address itself, for who has looked up too often.' },
  submit_ballot: { madeAt: timed },
  verify_judge: {
    linkSecret: "From an officer's link or QR code, in place of id and code.",
    challenge:
      'The secret that came when the code was asked for: wrong codes of others spoil nothing for who has it.',
  },
  submit_judging_form: {
    grant: "Proves the judge: `verify_judge` gives it. A judge's id alone can be guessed.",
    madeAt: timed,
    formId: 'The form, where its criteria alone do not tell it.',
    notes: "The judge's notes.",
    sequence: 'Counts the corrections of a sheet: the highest counts, in whatever order they arrive.',
  },
  webpush_subscribe: {
    eventId: 'The event that the device follows.',
    favourites: 'The entries of its schedule of which the device is reminded.',
    signedOut: 'The device belongs to nobody any more.',
  },
  create_payment_intent: {
    order:
      'The goods: the kind, and the payload of the `create_*` call that follows. The server prices and holds them, and finishes the order even when the caller dies. Registrations, spaces and tickets (categories 4 and 5) cannot be paid without it.',
    replaces: 'An order of the same browser that is given up for this one.',
  },
  create_member: {
    country: "The country of the address, the club's if left out.",
    lookup: 'The proof of `lookup_member`, for a renewal without a sign-in.',
    kind: '`membership` or `renewal`, where the fields do not tell it.',
    ...claimed,
  },
  get_member_settings: { memberId: "May be named. It must be the token's own." },
  update_member: { country: 'The country of the address.' },
  get_posts: { ...paged, newerThan: 'Only what is newer than this post.' },
  get_post_comments: paged,
  get_all_member_rides: paged,
  get_classifieds: {
    ...paged,
    search: 'Words to search for.',
    sort: 'The order of the answer.',
  },
}
