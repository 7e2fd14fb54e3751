// Signing in and out, and who is signed in.
import { z } from 'zod'
import { memberWire } from '../domain/shapes/member.ts'
import { define } from './define.ts'
import { email } from './shapes.ts'

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
    output: z.object({ member: memberWire }),
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
