// Actions that sign in a member's phone with a code, and those of the membership card.
import { z } from 'zod'
import { define } from './define.ts'
import { neededLine, uuid } from './shapes.ts'

/** As people type it, with spaces and dashes. */
const typedCode = neededLine(32)

export const phone = {
  /** A new code ends the one before. */
  create_link_code: define({
    access: 'member',
    effect: 'external',
    expired: true,
    secret: 'code',
    input: z.object({}),
    output: z.object({
      id: z.string(),
      /** In groups, for people who type it. */
      code: z.string(),
      expiresAt: z.string(),
    }),
    failures: [],
  }),
  /** What has become of an own code. */
  get_link_code: define({
    access: 'member',
    effect: 'read',
    expired: true,
    input: z.object({ id: uuid }),
    output: z.object({
      /** `ended`: replaced by another one, or too old. */
      state: z.enum(['open', 'used', 'ended']),
    }),
    failures: [],
  }),
  /** Whom a code signs in. It stays usable. */
  find_link_code: define({
    access: 'either',
    effect: 'external',
    expired: true,
    input: z.object({ code: typedCode }),
    output: z.object({
      name: z.string(),
      /** The caller is signed in as this member. */
      isYou: z.boolean(),
    }),
    failures: ['link-code-wrong', 'link-code-used', 'link-code-ended'],
  }),
  redeem_link_code: define({
    access: 'public',
    effect: 'external',
    signsIn: true,
    input: z.object({
      code: typedCode,
      /** Hours. Anything but 8760 counts as 24 (rules/security 1.8). */
      ttl: z.unknown().optional(),
    }),
    output: z.object({}),
    failures: ['link-code-wrong', 'link-code-used', 'link-code-ended'],
  }),
  get_membership_card: define({
    access: 'member',
    effect: 'read',
    expired: true,
    input: z.object({}),
    output: z.object({
      /** The end of the address that the card's QR code opens. */
      code: z.string(),
      name: z.string(),
      /** The label of the membership type, '' if there is none. */
      type: z.string(),
      /** Calendar day, '' if the club did not say. */
      memberSince: z.string(),
      /** Calendar day. */
      expiration: z.string(),
      life: z.boolean(),
    }),
    failures: [],
  }),
  /** A new address for the card's QR code. The old one leads nowhere from then on. */
  renew_membership_card: define({
    access: 'member',
    effect: 'write',
    expired: true,
    input: z.object({}),
    output: z.object({}),
    failures: [],
  }),
  /** What an officer at a gate sees of a card. */
  check_membership_card: define({
    access: 'public',
    effect: 'read',
    input: z.object({ code: neededLine(64) }),
    output: z.object({
      isValid: z.boolean(),
      name: z.string(),
      type: z.string(),
      /** Calendar day. */
      expiration: z.string(),
      life: z.boolean(),
    }),
    failures: ['membership-card-not-found'],
  }),
}
