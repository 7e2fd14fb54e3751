// Actions for a member's own settings.
import { z } from 'zod'
import { define } from './define.ts'
import { flag, id } from './shapes.ts'

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
}
