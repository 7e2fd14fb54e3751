// The action for the roster: what members have chosen to show to each other.
import { z } from 'zod'
import { define } from './define.ts'
import { id } from './shapes.ts'

export const roster = {
  /** Everybody at once, so that a phone can search without a network. '' is what somebody does not show. */
  get_members_for_roster: define({
    access: 'member',
    effect: 'read',
    isShared: true,
    input: z.object({}),
    output: z.object({
      /** By last name, then by first name. */
      members: z.array(
        z.object({
          id,
          avatar: z.string(),
          name: z.string(),
          partner: z.string(),
          email: z.string(),
          /** Digits; with "+49" before them if the country is another. */
          phone: z.string(),
          /** "Millbrook, OH" */
          locale: z.string(),
          tags: z.array(z.object({ text: z.string() })),
        }),
      ),
    }),
    failures: [],
  }),
}
