// Actions for signing in and out, and for the signed-in member.
import { z } from 'zod'
import { memberWire } from '../domain/shapes/member.ts'
import { define } from './define.ts'
import { email } from './shapes.ts'

export const signin = {
  member_login: define({
    access: 'public',
    effect: 'external',
    signsIn: true,
    input: z.object({
      username: email,
      password: z.string().min(1).max(256),
      /** Hours. Anything but 8760 counts as 24 (rules/security 1.8). */
      ttl: z.unknown().optional(),
    }),
    output: z.object({}),
    failures: ['wrong-password'],
  }),
  member_authorize: define({
    access: 'member',
    effect: 'read',
    expired: true,
    input: z.object({}),
    output: z.object({ member: memberWire }),
    failures: [],
  }),
  member_logout: define({
    access: 'member',
    effect: 'write',
    expired: true,
    input: z.object({}),
    output: z.object({}),
    failures: [],
  }),
}
