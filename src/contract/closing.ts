// Actions for leaving the club: a member's data as one file, and closing the account.
import { z } from 'zod'
import { define } from './define.ts'
import { email, id } from './shapes.ts'

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

export const closing = {
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
    failures: ['account-not-found', 'signin-too-old-to-close', 'has-additional-logins', 'last-owner'],
  }),
}
