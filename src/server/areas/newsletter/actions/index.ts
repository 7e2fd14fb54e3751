// Handlers for the newsletter's additional addresses, and for the links in its mails, which need no sign-in.
import type { newsletter as contract } from '../../../../contract/newsletter.ts'
import type { Handlers } from '../../../dispatch/handler.ts'
import { newsletterConfirmationLifeMs } from '../../../limits/times.ts'
import { lockActiveMember } from '../../../member/db/activeMember.ts'
import { setChoices } from '../../../member/db/memberSettings.ts'
import { confirmAddress, stopAddress } from '../db/additionalEmail.ts'
import { openNewsletterLinks } from '../links/newsletterLinks.ts'
import { addAdditionalEmail, removeAdditionalEmail, showAdditionalEmails } from './additionalEmails.ts'

const deadLink = 'This link has been used already, was replaced, or has run out.'

export const newsletter = {
  get_additional_emails: ({ tx, member, now }) => showAdditionalEmails(tx, member.id, now),

  add_additional_email: (context, { email }) => addAdditionalEmail(context, email),

  remove_additional_email: (context, { email }) => removeAdditionalEmail(context, email),

  async confirm_newsletter({ tx, tenant, now, services, fail }, { code }) {
    const reader = (await openNewsletterLinks(services)).read(tenant.uuid, 'confirm', code)
    const isConfirmed =
      reader !== undefined &&
      (await lockActiveMember(tx, reader.memberId)) &&
      (await confirmAddress(tx, {
        ...reader,
        at: new Date(now),
        since: new Date(now - newsletterConfirmationLifeMs),
      }))
    return isConfirmed ? {} : fail('bad-mail-code', deadLink)
  },

  /** Works for as long as the address is there, and as often as it is pressed. */
  async stop_newsletter({ tx, tenant, now, services, fail }, { code }) {
    const reader = (await openNewsletterLinks(services)).read(tenant.uuid, 'stop', code)
    if (reader === undefined) return fail('bad-mail-code', deadLink)
    const { memberId, addressId } = reader
    const isStopped =
      addressId === 0
        ? await lockActiveMember(tx, memberId)
        : await stopAddress(tx, { memberId, addressId, at: new Date(now) })
    if (!isStopped) return fail('bad-mail-code', deadLink)
    if (addressId === 0) await setChoices(tx, memberId, { enewsletter: false })
    return {}
  },
} satisfies Pick<Handlers, keyof typeof contract>
