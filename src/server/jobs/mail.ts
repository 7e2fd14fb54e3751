// The job that writes a mail in its reader's language, as the club is at that moment, and hands it over.

import { getClub } from '../db/club/club.ts'
import { getSlug } from '../db/club/tenant.ts'
import { keepMessage } from '../db/instance/sandboxMessage.ts'
import { toLetterText, toOneLine } from '../mail/letter.ts'
import { toLetterHtml } from '../mail/letterHtml.ts'
import { writeOrderLetter } from '../mail/orderLetters.ts'
import { writeRenewalLetter } from '../mail/renewalLetter.ts'
import { toPageAddress } from '../portal/addresses.ts'
import { createTheme } from '../portal/theme.ts'
import { createMailer, longestMailMs } from '../providers/mail.ts'
import type { JobContext, JobHandling } from './jobHandler.ts'
import type { JobPayloads } from './kinds.ts'

type MailPayload = JobPayloads['mail']

/** Tried for about two days, as mail servers do among themselves. */
export const mailJob: JobHandling<MailPayload> = {
  run: sendMail,
  leaseMs: longestMailMs + 15_000,
  atOnce: 4,
  mostAttempts: 56,
  firstPauseMs: 10_000,
  longestPauseMs: 60 * 60_000,
}

async function sendMail({ to, language, message }: MailPayload, context: JobContext): Promise<void> {
  const { services, tenantId, uuid, now, log } = context
  const { config, database } = services
  const slug = await database.asOwner((tx) => getSlug(tx, tenantId))
  const club = await database.inTenant(tenantId, (tx) => getClub(tx, tenantId))
  const clubName = club.name
  const letter =
    message.kind === 'renewal-link'
      ? writeRenewalLetter({
          language,
          clubName,
          // in the fragment, which no server and no log ever sees
          address: `${toPageAddress(config, { slug }, '/portal/renew')}#lookup=${message.lookup}`,
        })
      : writeOrderLetter(message, {
          language,
          clubName,
          timeZone: club.timeZone,
          isTest: config.cardKeys?.mode !== 'live',
          findOrderAddress: (orderKey) =>
            toPageAddress(config, { slug }, `/portal/order?key=${encodeURIComponent(orderKey)}`),
        })
  const { subject } = letter
  const text = toLetterText(letter)
  const html = toLetterHtml(letter, createTheme(club.portal, club.portal.font).variants)
  if (config.mail === null) {
    const kept = { kind: 'mail', jobUuid: uuid, to, subject, text, html, at: new Date(now) } as const
    await database.asOwner((tx) => keepMessage(tx, kept))
    log.info('a mail waits in the sandbox outbox')
    return
  }
  const fromName = toOneLine(club.name)
  await createMailer(config.mail)({ uuid, to, fromName, language, subject, text, html, at: now })
}
