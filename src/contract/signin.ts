// Signing in and out, and who is signed in.
import { z } from 'zod'
import { define } from './define.ts'
import { email, id } from './shapes.ts'

export const memberShape = z.object({
  id,
  fname: z.string(),
  lname: z.string(),
  title: z.string(),
  partner: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
  email_address: z.string(),
  phone: z.string(),
  phoneNumbers: z.array(
    z.object({ typeId: z.number(), isoCode: z.string(), countryCode: z.string(), longCode: z.string() }),
  ),
  type: z.number(),
  expiration: z.string(),
  memberSince: z.string(),
  parentId: z.number(),
  altMemberId: z.string(),
  avatar: z.string(),
  moderator: z.boolean(),
})

export const signin = {
  member_login: define({
    who: 'public',
    effect: 'external',
    signsIn: true,
    input: z.object({
      username: email,
      password: z.string().min(1).max(256),
      /** Hours; anything but 8760 counts as 24 (rules/security 1.8). */
      ttl: z.unknown().optional(),
    }),
    output: z.object({}),
    failures: ['wrong-password'],
  }),
  member_authorize: define({
    who: 'member',
    effect: 'read',
    expired: true,
    input: z.object({}),
    output: z.object({ member: memberShape }),
    failures: [],
  }),
  member_logout: define({
    who: 'member',
    effect: 'write',
    expired: true,
    input: z.object({}),
    output: z.object({}),
    failures: [],
  }),
}
