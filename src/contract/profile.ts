// Actions for members' own data: reading a member, changing the profile, and the change of the e-mail address.
import { z } from 'zod'
import { phoneNumberWire } from '../domain/shapes/member.ts'
import { storedLengths } from '../domain/shapes/personLengths.ts'
import { memberTitles } from '../domain/shapes/profile.ts'
import { bodyLimits, define } from './define.ts'
import { pictureFailures } from './pictures.ts'
import { codeLine, email, id, line, nameLine } from './shapes.ts'

const { name, address, city, state, zip, country } = storedLengths

/** The secret of a mail: as long as the longest link's. */
const code = z.string().trim().min(1).max(128)

const changedEmail = {
  access: 'public',
  effect: 'external',
  ownKey: true,
  input: z.object({ code }),
  output: z.object({
    /** The address with which the member signs in now. */
    email: z.string(),
  }),
} as const

export const profile = {
  /** Only what the caller may see: their own, a listed member's by the roster's flags, a seller's. */
  get_member: define({
    access: 'member',
    effect: 'read',
    input: z.object({ id }),
    output: z.object({
      fname: z.string(),
      lname: z.string(),
      email_address: z.string(),
      phoneNumbers: z.array(phoneNumberWire),
    }),
    failures: ['member-not-found'],
  }),
  update_member: define({
    access: 'member',
    effect: 'external',
    expired: true,
    body: 'pictures',
    input: z.object({
      id,
      fname: nameLine(name).optional(),
      lname: nameLine(name).optional(),
      title: z.enum(memberTitles).optional(),
      partner: nameLine(name).optional(),
      address: line(address).optional(),
      city: line(city).optional(),
      state: line(state).optional(),
      zip: codeLine(zip).optional(),
      country: line(country).optional(),
      email_address: email.optional(),
      phoneNumbers: z
        .array(z.object({ longCode: codeLine(storedLengths.phone) }))
        .max(10)
        .optional(),
      altMemberId: codeLine(64).optional(),
      /** A data URL; '' removes the picture. */
      avatar: z.string().max(bodyLimits.pictures).optional(),
    }),
    output: z.object({
      /** The new e-mail address, which has to be confirmed; '' for none. */
      pendingEmail: z.string(),
    }),
    failures: ['member-not-found', 'signin-too-old-for-email', ...pictureFailures],
  }),
  /** Mails a code to the member's own address, to which no mail was answered yet (rules/security 3.11). */
  send_email_proof: define({
    access: 'member',
    effect: 'external',
    expired: true,
    input: z.object({}),
    output: z.object({}),
    failures: [],
  }),
  prove_email: define({
    access: 'member',
    effect: 'external',
    expired: true,
    input: z.object({ code: z.string().min(1).max(64) }),
    output: z.object({}),
    failures: ['bad-code'],
  }),
  resend_email_change: define({
    access: 'member',
    effect: 'external',
    expired: true,
    input: z.object({}),
    output: z.object({}),
    failures: ['bad-mail-code'],
  }),
  cancel_email_change: define({
    access: 'member',
    effect: 'write',
    expired: true,
    input: z.object({}),
    output: z.object({}),
    failures: [],
  }),
  /** From the mail to the new address. */
  confirm_email_change: define({ ...changedEmail, failures: ['bad-mail-code', 'email-taken'] }),
  /** From the mail to the old address: ends the change, and takes it back if it was confirmed. */
  undo_email_change: define({ ...changedEmail, failures: ['bad-mail-code', 'email-taken'] }),
}
