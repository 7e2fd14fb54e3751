// The job that writes a mail in the reader's language and hands it to the mail server.

import { readFile } from 'node:fs/promises'
import { formatPhone } from '../../domain/members/contact.ts'
import { openMemberCodes } from '../auth/memberCodes.ts'
import { openNewsletterLinks } from '../auth/newsletterLinks.ts'
import { openShiftLinks } from '../auth/shiftLinks.ts'
import { getClub, type StoredClub } from '../db/club/club.ts'
import { findSharedFile } from '../db/club/mediaFile.ts'
import { findTenant, getSlug } from '../db/club/tenant.ts'
import { insertSandboxMessage } from '../db/instance/sandboxMessage.ts'
import { jobLimits } from '../limits/jobs.ts'
import type { MailLanguage } from '../mail/language.ts'
import { toLetterText, toOneLine, toVisibleLine } from '../mail/letter.ts'
import type { LetterContext } from '../mail/letterContext.ts'
import { toLetterHtml } from '../mail/letterHtml.ts'
import { type MailMessage, writeLetter } from '../mail/letters.ts'
import { toPageAddress } from '../portal/addresses.ts'
import { createTheme } from '../portal/theme.ts'
import { createMailer } from '../providers/mail.ts'
import { isMissing } from '../storage/atomicFile.ts'
import { toFilePath } from '../storage/files.ts'
import { type JobContext, JobFault, type JobHandler } from './jobHandler.ts'
import type { JobPayloads } from './kinds.ts'
import type { NewMail } from './queue.ts'

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
    log.info('a mail waits in the sandbox outbox')
    return
  }
  const fromName = toOneLine(club.name)
  const { contactEmail = '', replyTo = '' } = club.settings
  await createMailer(config.mail)({
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
}

function createLetterContext(
  { services, tenantId, now }: JobContext,
  { club, slug, language, to }: { club: StoredClub; slug: string; language: MailLanguage; to: string },
): LetterContext {
  const { config, database } = services
  const { contactEmail = '', contactPhone = '' } = club.settings
  const contact = [contactEmail, formatPhone(contactPhone)].map(toVisibleLine).filter((text) => text !== '')

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
      const content = await readFile(toFilePath(config.dataDir, hash)).catch((error: unknown) => {
        if (isMissing(error)) throw new JobFault('the content of the file is gone', { isFinal: true })
        throw error
      })
      return { name, contentType, content }
    },
  }
}
