// Actions for additional logins. `create_member` makes them.
import { z } from 'zod'
import { define } from './define.ts'
import { id } from './shapes.ts'

export const logins = {
  get_member_children: define({
    access: 'member',
    effect: 'read',
    expired: true,
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
  /** Also for the expired, who must do it before they close their own account. */
  delete_member: define({
    access: 'member',
    effect: 'write',
    expired: true,
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
