// Handlers for the newsletter's additional addresses, and for the links in its mails.
import type { newsletter as contract } from '../../../../contract/newsletter.ts'
import type { Handlers } from '../../../dispatch/handler.ts'
import { addAdditionalEmail, removeAdditionalEmail, showAdditionalEmails } from './additionalEmails.ts'
import { confirmNewsletter, stopNewsletter } from './confirming.ts'

export const newsletter = {
  async get_additional_emails({ tx, member, now }) {
    return showAdditionalEmails(tx, member?.id ?? 0, now)
  },

  async add_additional_email(context, { email }) {
    return addAdditionalEmail(context, email)
  },

  async remove_additional_email(context, { email }) {
    return removeAdditionalEmail(context, email)
  },

  async confirm_newsletter(context, { code }) {
    return confirmNewsletter(context, code)
  },

  async stop_newsletter(context, { code }) {
    return stopNewsletter(context, code)
  },
} satisfies Pick<Handlers, keyof typeof contract>
