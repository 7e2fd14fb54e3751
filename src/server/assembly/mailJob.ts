// The job that writes a mail in the reader's language and hands it to the mail server.

import { findDay } from '../../domain/day.ts'
import { isExpired } from '../../domain/member.ts'
import { formatPhone } from '../../domain/members/contact.ts'
import { openNewsletterLinks } from '../areas/newsletter/links/newsletterLinks.ts'
import { toPageAddress } from '../club/addresses.ts'
import { getClub, type StoredClub } from '../club/db/club.ts'
import { findSharedFile } from '../club/db/mediaFile.ts'
import { findTenant, getSlug } from '../club/db/tenant.ts'
import { createTheme } from '../club/theme.ts'
import { insertSandboxMessage } from '../db/instance/sandboxMessage.ts'
import { openShiftLinks } from '../event/shiftLinks.ts'
import { jobLimits } from '../limits/jobs.ts'
import { longestMailMs } from '../limits/machine.ts'
import type { MailLanguage } from '../mail/language.ts'
import { toLetterText, toOneLine, toVisibleLine } from '../mail/letter.ts'
import type { LetterContext } from '../mail/letterContext.ts'
import { toLetterHtml } from '../mail/letterHtml.ts'
import { findMembership } from '../member/db/membership.ts'
import { openMemberCodes } from '../member/memberCodes.ts'
import { StorageFault } from '../objects/objectStore.ts'
import { mails } from '../process/figures.ts'
import { createMailer } from '../providers/mail.ts'
import { type JobContext, JobFault, type JobHandler, requireTime } from '../queue/jobHandler.ts'
import type { JobPayloads, NewMail } from '../queue/queue.ts'
import { readFile } from '../storage/files.ts'
import { type MailMessage, writeLetter } from './letters.ts'

export const mailJob: JobHandler<JobPayloads['mail']> = {
  // `addMail` takes only messages that a map of letters has
  run: ({ message, ...mail }, context) => sendMail({ ...mail, message: message as MailMessage }, context),
  ...jobLimits.mail,
}

/** Also for other jobs that send mails. The context's `uuid` identifies this mail: a repeat has the same. */
export async function sendMail(
  { to, message, ...payload }: NewMail<MailMessage>,
  context: JobContext,
): Promise<void> {
  const { services, tenantId, uuid, now, log } = context
  const { config, database } = services
  const slug = await database.withoutClub((tx) => getSlug(tx, tenantId))
  const club = await database.inTenant(tenantId, (tx) => getClub(tx))
  const language = payload.language ?? club.language
  const letter = await writeLetter(message, createLetterContext(context, { club, slug, language, to }))
  // a newer build has queued it, and its process writes it
  if (letter === undefined) throw new JobFault('this build has no such letter')
  const { subject, attachments, stopAddress } = letter
  const text = toLetterText(letter)
  const html = toLetterHtml(letter, createTheme(club.portal, club.portal.font).variants)
  if (config.mail === null) {
    const mail = { to, subject, text, html, attachments, at: new Date(now) }
    await database.withoutClub((tx) => insertSandboxMessage(tx, { kind: 'mail', jobUuid: uuid, ...mail }))
    mails.inc({ outcome: 'sandbox' })
    log.info('a mail waits in the sandbox outbox')
    return
  }
  const fromName = toOneLine(club.name)
  const { contactEmail = '', replyTo = '' } = club.settings
  requireTime(context, longestMailMs)
  const send = createMailer(config.mail)
  const sending = send({
    uuid,
    to,
    fromName,
    replyTo: replyTo || contactEmail,
    language,
    subject,
    text,
    html,
    attachments,
    stopAddress,
    at: now,
  })
  await sending.catch((error: unknown) => {
    mails.inc({ outcome: 'failed' })
    throw error
  })
  mails.inc({ outcome: 'sent' })
}

function createLetterContext(
  { services, tenantId, now }: JobContext,
  { club, slug, language, to }: { club: StoredClub; slug: string; language: MailLanguage; to: string },
): LetterContext {
  const { config, database } = services
  const { contactEmail = '', contactPhone = '' } = club.settings
  const contact = [contactEmail, formatPhone(contactPhone, club.country)]
    .map(toVisibleLine)
    .filter((text) => text !== '')

  async function findUuid(): Promise<string> {
    const tenant = await database.withoutClub((tx) => findTenant(tx, { id: tenantId }))
    if (tenant === undefined) throw new JobFault('the club is gone', { isFinal: true })
    return tenant.uuid
  }

  return {
    language,
    club: toOneLine(club.name),
    contact: contact.join(', '),
    timeZone: club.timeZone,
    isTest: config.cardKeys?.mode !== 'live',
    host: new URL(toPageAddress(config, { slug }, '/')).hostname,
    to,
    at: now,
    findAddress(path, fragment = {}) {
      const page = toPageAddress(config, { slug }, path)
      const parts = Object.entries(fragment).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      return parts.length === 0 ? page : `${page}#${parts.join('&')}`
    },
    makeMemberCode: async (kind, id) => (await openMemberCodes(services)).makeCode(kind, id),
    makeShiftCode: async (workerId) => (await openShiftLinks(services)).makeCode(await findUuid(), workerId),
    makeNewsletterCode: async (purpose, reader) =>
      (await openNewsletterLinks(services)).makeCode(await findUuid(), purpose, reader),
    async readSharedFile(id) {
      const file = await database.inTenant(tenantId, (tx) => findSharedFile(tx, id))
      if (file === undefined) throw new JobFault('the file is gone', { isFinal: true })
      const { name, contentType, hash } = file
      const content = await readFile(services, hash).catch((error: unknown) => {
        throw error instanceof StorageFault ? new JobFault(error.message) : error
      })
      if (content === undefined) throw new JobFault('the content of the file is gone', { isFinal: true })
      return { name, contentType, content }
    },
    async findMembershipEnd(memberId) {
      const stored = await database.inTenant(tenantId, (tx) => findMembership(tx, { memberId }))
      if (stored === undefined || stored.life || isExpired(stored, findDay(now, club.timeZone))) return ''
      return stored.expiration
    },
  }
}
