// Actions for additional logins. `create_member` makes them.
import { z } from 'zod'
import { define } from './define.ts'
import { id } from './shapes.ts'

export const logins = {
  get_member_children: define({
    access: 'member',
    effect: 'read',
    input: z.object({}),
    output: z.object({
      members: z.array(
        z.object({
          id,
          fname: z.string(),
          lname: z.string(),
          email_address: z.string(),
          /** They have not set a password yet. */
          isInvited: z.boolean(),
        }),
      ),
      /** Whether the membership has room for one more. */
      canAdd: z.boolean(),
    }),
    failures: [],
  }),
  delete_member: define({
    access: 'member',
    effect: 'write',
    input: z.object({ id }),
    output: z.object({}),
    failures: ['member-not-found'],
  }),
  /** Mails the invitation to an additional login again. */
  resend_invitation: define({
    access: 'member',
    effect: 'external',
    input: z.object({ id }),
    output: z.object({}),
    failures: ['member-not-found'],
  }),
}
