// Actions for a member's own account: their settings, their data as one file, and closing it.
import { z } from 'zod'
import { define } from './define.ts'
import { email, flag, id, line } from './shapes.ts'

/** What a member may choose about themselves. An update may leave any of them out. */
const choices = {
  /** Listed in the roster, and what it shows. */
  roster: flag,
  rosterPartner: flag,
  rosterLocale: flag,
  rosterEmail: flag,
  rosterPhone: flag,
  notifyNewFile: flag,
  notifyNewEvent: flag,
  notifyNewProduct: flag,
  /** By mail, and by e-mail. They count only where the club's setting of the same name is on. */
  newsletter: flag,
  enewsletter: flag,
  /** In answers true only with a saved card to charge, whatever was chosen or imported before. */
  autoRenew: flag,
}

const ownSettings = z.object({
  ...choices,
  id: z.number(),
  memberId: z.number(),
  additionalEmails: z.string(),
  moderator: z.boolean(),
})

/** In the order in which they were added. */
const additionalEmails = z.array(
  z.object({
    email: z.string(),
    /** `stopped`: its reader wants no mail. `waiting`: they have been asked, or will be with the next newsletter. */
    state: z.enum(['confirmed', 'waiting', 'stopped']),
    /** Whether a mail may ask again now. */
    canAsk: z.boolean(),
  }),
)

/** The parts of the file with a member's data, each a list of records. */
export const ownDataParts = [
  'profile',
  'settings',
  'cards',
  'devices',
  'posts',
  'reactions',
  'reports',
  'rides',
  'listings',
  'orders',
  'deliveries',
  'registrations',
  'tickets',
  'spaces',
  'shifts',
] as const
export type OwnDataPart = (typeof ownDataParts)[number]

export const account = {
  get_member_settings: define({
    access: 'member',
    effect: 'read',
    expired: true,
    // dispatch refuses another member's id
    input: z.object({ memberId: id.optional() }),
    output: z.object({ settings: ownSettings }),
    failures: [],
  }),
  /** Takes nothing but the choices: no additional addresses, and never the moderator's mark. */
  update_member_settings: define({
    access: 'member',
    effect: 'write',
    expired: true,
    input: z.object({ memberId: id.optional(), ...z.object(choices).partial().shape }),
    output: z.object({ settings: ownSettings }),
    failures: ['no-saved-card', 'child-membership', 'life-member'],
  }),
  /** Makes the address of a member's own data as one file. It opens for ten minutes. */
  get_own_data_link: define({
    access: 'member',
    effect: 'external',
    expired: true,
    input: z.object({}),
    output: z.object({ url: z.string() }),
    failures: [],
  }),
  /**
   * A part of the file, for `GET /own-data`, which a browser opens without a token: the link itself proves that the
   * member got it. Not all records of a long part: the next ones are after `next`.
   */
  read_own_data: define({
    access: 'public',
    effect: 'read',
    input: z.object({
      member: id,
      until: z.int().min(0),
      proof: z.string().min(1).max(128),
      part: z.enum(ownDataParts),
      after: z.int().min(0).optional(),
    }),
    output: z.object({
      records: z.array(z.record(z.string(), z.unknown())),
      /** The hashes of the pictures that they name. */
      pictures: z.array(z.string()),
      next: z.number().nullable(),
    }),
    failures: ['own-data-not-found'],
  }),
  /**
   * Ends the member's own account for good. What others rely on stays: orders, refunds and receipts, and posts
   * without the author's name. Needs a recent sign-in, and the member's own address as what they have typed to confirm.
   * A membership with additional logins ends after them.
   */
  close_member: define({
    access: 'member',
    effect: 'write',
    expired: true,
    input: z.object({ username: email }),
    output: z.object({}),
    failures: ['account-not-found', 'signin-too-old-to-close', 'has-additional-logins'],
  }),
  /** The addresses to which the newsletter goes beside the member's own. */
  get_additional_emails: define({
    access: 'member',
    effect: 'read',
    expired: true,
    input: z.object({}),
    output: z.object({ emails: additionalEmails }),
    failures: [],
  }),
  /**
   * Adds one, and mails to its reader whether they want the newsletter: nothing else is sent there before. For one that
   * is there already and has not confirmed, the mail is sent again, at most once a day and three times in all.
   */
  add_additional_email: define({
    access: 'member',
    effect: 'external',
    expired: true,
    input: z.object({ email }),
    output: z.object({ emails: additionalEmails }),
    failures: ['too-many-additional-emails'],
  }),
  remove_additional_email: define({
    access: 'member',
    effect: 'write',
    expired: true,
    input: z.object({ email }),
    output: z.object({ emails: additionalEmails }),
    failures: [],
  }),
  /** The link in the mail that asks an additional address whether it wants the newsletter. */
  confirm_newsletter: define({
    access: 'public',
    effect: 'write',
    input: z.object({ code: line(128) }),
    output: z.object({}),
    failures: ['bad-mail-code'],
  }),
  /** The link in every newsletter: no more of them to the address that got it. */
  stop_newsletter: define({
    access: 'public',
    effect: 'write',
    input: z.object({ code: line(128) }),
    output: z.object({}),
    failures: ['bad-mail-code'],
  }),
}
